// @ts-check
/**
 * The shapes that the server sends. They mirror engine/screen.py, engine/ask.py and server/wire/messages.py.
 *
 * @typedef {{label: string, value: string, of?: number|null, hint?: string, rule?: string}} Line
 * @typedef {{title: string, lines?: Line[], kind?: string, seat?: number|null, columns?: string[], rows?: string[][], text?: string}} Sheet
 * @typedef {{x: number, y: number, width: number, height: number, name: string}} Place
 * @typedef {{svg?: string, text?: string, places?: Record<string, Place>, alt?: string}} Drawing
 * @typedef {{title: string, subtitle?: string, status?: Line[], sheets?: Sheet[], drawing?: Drawing|null, standings?: Standing[]}} Screen
 * @typedef {{seat: number, piece: string, mark: string, colour: string, worth: string, out: boolean}} Standing
 *
 * @typedef {{notation: string, faces: number[], total: number|null, typed?: boolean}} Roll
 *
 * @typedef {{name: string, figure?: string, lines?: Line[], notes?: string[]}} Side
 * @typedef {{n: number, why: string, roll: Roll, needed?: string, verdict?: string, good?: boolean|null, against?: Roll|null,
 *   whose?: [string, string], counted?: [number, number]}} Throw
 * @typedef {{title: string, place?: string, sides?: Side[], stakes?: Line[], throws?: Throw[], outcome?: string, meanwhile?: string, moment?: string}} Stage
 *
 * @typedef {{n: number, text: string, rule: string, kind?: string, roll?: Roll|null}} SeenEvent
 *
 * @typedef {string|number|string[]|number[]} Answer
 * @typedef {{key: string, label: string, hint?: string, place?: string, rule?: string, words?: number}} Option
 *
 * @typedef {{text: string, count: number, sides: number}} Notation
 * @typedef {{serial: number, kind: string, prompt: string, rule: string, options: Option[], extras: Option[], low: number, high: number,
 *   suggestions: string[], onward: string, notation: Notation|null, overheard: string, offered: string[]}} AskView
 *
 * @typedef {string|number|boolean} SettingValue
 * @typedef {{name: string, label: string, default: SettingValue, choices?: string[], low?: number, high?: number, help?: string, rule?: string}} Setting
 *
 * @typedef {{name: string, label: string, low?: number, high?: number, choices?: [string, string][], marks?: [number, string][]}} Dial one way to turn a drawing
 * @typedef {{title: string, lines: Line[]}} Tale the story of a place
 *
 * @typedef {{id: string, part: string, kind: string, rule: string, ruling?: string, check?: string}} Rule
 * @typedef {{kind: string, name: string, line: string, data?: Record<string, unknown>}} Memorial
 */
export {};
