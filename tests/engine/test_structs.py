"""Many threads that meet a type for the first time at once."""

from __future__ import annotations

import subprocess
import sys

MEET = """
import sys, threading, types
import msgspec
from undercroft.engine import structs

sys.setswitchinterval(1e-6)
source = "import msgspec\\nfrom typing import Optional\\n" + "\\n".join(
    f"class S{i}(msgspec.Struct):\\n" + "".join(f"    f{j}: Optional[{f'S{i - 1}' if i else 'int'}] = None\\n" for j in range(12))
    for i in range(12)
)
data = {"f0": {"f1": {"f2": {"f3": {}}}}, "f11": {"f11": {}}}
packed = msgspec.msgpack.encode(data)
for number in range(int(sys.argv[1])):
    module = sys.modules[f"m{number}"] = types.ModuleType(f"m{number}")
    exec(source, module.__dict__)
    start = threading.Barrier(4)

    def work(even):
        start.wait()
        for _ in range(3):
            if even:
                structs.decoder(module.S11).decode(packed)
            else:
                structs.convert(data, module.S11)

    threads = [threading.Thread(target=work, args=(index % 2 == 0,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("all met")
"""


def test_threads_that_meet_a_type_at_once_do_not_fall_over_each_other() -> None:
    told = subprocess.run([sys.executable, "-c", MEET, "25"], capture_output=True, text=True, timeout=120, check=False)
    assert (told.returncode, told.stdout) == (0, "all met\n"), told.stderr
