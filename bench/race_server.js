// A plain boardgame.io server in memory: a number goes up, two seats in turn. Run by bench_race.py.
const { Server } = require("boardgame.io/server");
const { createServer } = require("net");

const Race = {
  name: "race",
  setup: () => ({ value: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { up: ({ G }) => { G.value += 1; } },
};

const probe = createServer();
probe.listen(0, "127.0.0.1", () => {
  const { port } = probe.address();
  probe.close(async () => {
    const log = console.log;
    console.log = console.info = () => {};
    await Server({ games: [Race], origins: ["*"] }).run({ port });
    log(String(port));
  });
});
