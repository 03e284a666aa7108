#!/usr/bin/python3
"""Damages meshes, or files of matrices, of every format at random and checks how they are read.

A file may be read or refused, in one line. Anything else is a defect and makes the exit status 1: a
crash, a body with NaN, no answer for 20 s, more than 2 GB of memory, another exception, a refusal that is not one line. Most meshes
are read by the library (tests/fem/readers/read_meshes.cpp), some by `slideway check` too. The same seed gives
the same meshes:

    tools/fuzz_meshes.py --build build/release --count 10000
    tools/fuzz_meshes.py --build build/release --count 280000 --matrices
    tools/fuzz_meshes.py --build build/release --only 4711      (repeats one mesh, stored in --keep)
"""
import argparse
import collections
import os
import pathlib
import random
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import time

from fuzz_samples import BESIDE, FORMATS, MATRICES, READ_AS

HANG = 20  # [s] without an answer
MEMORY = 2e9  # [bytes] that a reader may take

NUMBERS = ["0", "-1", "1", "2", "3", "4", "5", "6", "7", "0.5", "0.25", "-0.5", "1e-3", "1.0000001", "1e308", "-1e308", "1e-308", "1e300", "1e30", "nan", "inf", "-inf", "1e9",
           "100000000", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967297",
           "9223372036854775807", "18446744073709551615", "18446744073709551616", "4611686018427387904",
           "1" * 400, "0x10", "1.5", "", "1e400", "00001"]
BITS = [b"\0", b"\x1b[31m", b"\xff", b"\r", b"\n", b"\t", b'"', b"'", b"*", b",", b"$", b"-1", b"{", b"}", b"(", b";",
        b"\xc3\xa9", b" " * 2000, b"A" * 3000]
NUMBER = re.compile(rb"[-+]?\d*\.?\d+(?:[eED][-+]?\d+)?")
TOKEN = re.compile(rb"[^\s,{}()\[\];=]+")


def flip_bit(r, text):
    at = r.randrange(len(text))
    return text[:at] + bytes([text[at] ^ 1 << r.randrange(8)]) + text[at + 1:]


def delete_bytes(r, text):
    at = r.randrange(len(text))
    return text[:at] + text[at + r.choice([1, 1, 2, 5, 20, 100]):]


def insert(r, text):
    at = r.randrange(len(text) + 1)
    return text[:at] + r.choice(BITS) + text[at:]


def change_number(r, text):
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    m = r.choice(found)
    return text[:m.start()] + r.choice(NUMBERS).encode() + text[m.end():]


def swap_tokens(r, text):
    found = list(TOKEN.finditer(text))
    if len(found) < 2:
        return text
    a, b = sorted(r.sample(found, 2), key=lambda m: m.start())
    return text[:a.start()] + b[0] + text[a.end():b.start()] + a[0] + text[b.end():]


def truncate(r, text):
    return text[:r.randrange(len(text))]


def lines_changed(r, text):
    lines = text.splitlines(keepends=True)
    at = r.randrange(len(lines))
    what = r.randrange(4)
    if what == 0:
        lines.insert(r.randrange(len(lines) + 1), lines[at])
    elif what == 1:
        lines[at:at] = [lines[at]] * r.choice([1, 3, 50])
    elif what == 2:
        del lines[at]
    else:
        other = r.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    return b"".join(lines)


MUTATIONS = [flip_bit, delete_bytes, insert, change_number, change_number, change_number, swap_tokens,
             truncate, lines_changed, lines_changed]


def spoilt(formats, seed, number):
    """Returns the name and the text of file `number`."""
    r = random.Random(f"{seed} {number}")
    name, seeds, _ = r.choices(formats, [weight for _, _, weight in formats])[0]
    text = r.choice(seeds)
    if isinstance(text, str):
        text = text.encode()
    for _ in range(r.choice([1, 1, 1, 1, 1, 2, 3, 6])):
        if text:
            text = r.choice(MUTATIONS)(r, text)
    return name, text


class Reader:
    """A running read_meshes; started again after a crash or a hang."""

    def __init__(self, program, gmsh_limit):
        self.command, self.process = [str(program), str(gmsh_limit)], None

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        self.ready = selectors.DefaultSelector()
        self.ready.register(self.process.stdout, selectors.EVENT_READ)

    def end(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def answer(self, file):
        if self.process is None:
            self.start()
        self.process.stdin.write(f"{file}\n".encode())
        text, end = b"", time.monotonic() + HANG
        while not text.endswith(b"\n"):
            if not self.ready.select(max(0, end - time.monotonic())):
                self.end()
                return f"hang: no answer for {HANG} s"
            part = os.read(self.process.stdout.fileno(), 65536)
            if not part:
                self.process.wait()
                said = self.process.stderr.read().decode(errors="replace").strip()[-300:]
                status, self.process = self.process.returncode, None
                return f"crash: exit status {status} {said}"
            text += part
        with open(f"/proc/{self.process.pid}/status") as status:
            taken = 1024 * int(re.search(r"VmHWM:\s*(\d+)", status.read())[1])
        if taken > MEMORY:
            self.end()
            return f"memory: {taken / 1e9:.2g} GB"
        return text[:-1].decode(errors="replace")


def verdict(answer):
    """"" if the answer is correct."""
    if answer.startswith("read ") or answer.startswith("refused ") and "\n" not in answer:
        return ""
    return answer


CASE = """[[substructure]]
name = "body"
type = "{type}"
mesh = "{mesh}"
material = {{ young = 2.1e11, poisson = 0.3, density = 7800.0 }}
{more}
[analysis]
type = "modes"
"""
MATRICES_CASE = """[[substructure]]
name = "body"
type = "matrices"
file = "{mesh}"
[analysis]
type = "modes"
"""
PLATE = "thickness = 0.01\n"
BEAM = 'curve = "axis"\nsection = { width = 0.01, height = 0.01 }\n'


def check(program, folder, mesh):
    """Describes defects of `slideway check` of the mesh."""
    beam = mesh.startswith("curves")
    case = MATRICES_CASE if mesh.startswith("matrices") else CASE
    (folder / "case.toml").write_text(case.format(mesh=mesh, type="beam" if beam else "plane-stress",
                                                  more=BEAM if beam else PLATE))
    with subprocess.Popen([str(program), "check", "case.toml"], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as run:
        try:
            out, err = run.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGINT)
            try:
                run.communicate(timeout=1)
                return ""
            except subprocess.TimeoutExpired:
                run.kill()
                return "check: hang, also after SIGINT"
    text = err.decode(errors="replace")
    if run.returncode == 0:
        return "check: NaN\n" + out.decode() if re.search(rb"\bnan\b", out) and b"note:" not in out else ""
    if run.returncode not in (1, 2):
        return f"check: exit status {run.returncode}: {text}"
    if text.count("\n") != 1 or any(ord(c) < 32 for c in text[:-1]):
        return f"check: not one line: {text!r}"
    return ""


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    p.add_argument("--count", type=int, default=10000)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--only", type=int, help="reads only this mesh, prints and stores it")
    p.add_argument("--check-every", type=int, default=50, help="interval of meshes that `slideway check` reads too; 0: none")
    p.add_argument("--matrices", action="store_true", help="files of matrices in place of meshes")
    p.add_argument("--gmsh-limit", type=float, default=3, help="time limit of Gmsh for a mesh [s]")
    p.add_argument("--keep", type=pathlib.Path, help="folder for meshes with defects")
    options = p.parse_args()
    build = options.build.resolve()
    formats = MATRICES if options.matrices else FORMATS
    reader = Reader(build / "tests/fem/read_meshes", options.gmsh_limit)
    numbers = range(options.first, options.first + options.count) if options.only is None else [options.only]
    defects, counts, start = 0, collections.Counter(), time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in BESIDE.items():
            (folder / file).write_text(text)
        for number in numbers:
            mesh, text = spoilt(formats, options.seed, number)
            (folder / mesh).write_bytes(text)
            answer = reader.answer(folder / READ_AS.get(mesh, mesh))
            wrong = verdict(answer)
            if not wrong and mesh.startswith(("matrices", "mesh", "curves")) and (options.only is not None or
                              options.check_every and number % options.check_every == 0):
                wrong = check(build / "bin/slideway", folder, READ_AS.get(mesh, mesh))
                counts["also by slideway check"] += 1
            counts[f"{mesh}: {answer.split()[0]}"] += 1
            if options.only is not None:
                print(answer)
            if wrong:
                defects += 1
                print(f"mesh {number} ({mesh}): {wrong}", flush=True)
            if options.keep and (wrong or options.only is not None):
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{number}_{mesh}").write_bytes(text)
            if os.listdir(folder) and set(os.listdir(folder)) - {f for f, _, _ in formats} - {"case.toml"} - set(BESIDE):
                defects += 1
                print(f"mesh {number} ({mesh}) wrote {os.listdir(folder)}")
                break
        reader.end()
    for key, n in sorted(counts.items()):
        print(f"{n:6d} {key}")
    print(f"{len(numbers)} meshes in {time.monotonic() - start:.0f} s, seed {options.seed}: {defects} defects")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
