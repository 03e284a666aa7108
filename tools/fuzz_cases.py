#!/usr/bin/env python3
"""Runs the program on damaged copies of the shipped cases and reports forbidden behaviour.

    tools/fuzz_cases.py build/release/tests/app/forked_program     # 2000 cases, seed 1
    tools/fuzz_cases.py PROGRAM --cases 20000 --runs 0.3 --seed 7 --keep findings
    tools/fuzz_cases.py PROGRAM --seed 7 --only 1234               # repeats one case, with its output

Every answer must be one of
    exit 0, stderr empty;
    exit 1, one line on stderr (none if an expectation of the case is not met);
    exit 2, one line on stderr without control characters.
The program must not crash, exceed the memory of --memory, or write NaN or infinity to summary.json and
results.h5 (checked if h5py is installed). It must end within --hang seconds of computing; otherwise it gets
SIGINT and must end within a second. A computation that takes longer than --budget is interrupted in the
same way. The exit status is 1 if anything was found.

The same seed and number give the same case, whatever the other options are.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import queue
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

try:
    import h5py
except ImportError:
    h5py = None

ROOT = pathlib.Path(__file__).resolve().parent.parent

MOST_OF_REFUSAL = 400  # bytes
NUMBERS = """0 -0.0 1 -1 2 0.5 -0.3 1e-3 1e3 1e-9 1e9 1e-30 1e30 1e-160 1e160 1e-300 -1e-300 1e300 -1e300
1e-320 5e-324 1.7e308 2.3e-308 nan -nan inf -inf 9223372036854775807 -9223372036854775808
9223372036854775808 2147483647 2147483648 4294967296 9007199254740993 1000000 100000000 0x7fffffff
1e400 17 360 90 0.1 1_000 true \"1\" [] {} [1.0] 1979-05-27""".split()

TEXTS = ['""', '" "', '"."', '".."', '"x"', '"a.b"', '"a.b.c"', '"a.b.c.d"', '"ground"', '"é☃"', '"\\u202Eabc"',
         '"a\\nb"', '"a\\tb"', '"a\\u0000b"', '"a\\u001B[31mb"', '"\\u007F"', '"a/b"', '"a/../b"', '"%s%n"',
         '"/dev/null"', '"/dev/zero"', '"fifo"', '"."', '"data"', '"nope.msh"', '"' + 'n' * 300 + '"',
         '"' + 'm' * 5000 + '"', "'''a\nb'''", '"x y"', '"="', '"status"', '"none"', '"auto"', '1', 'true',
         '[]', '[""]', '["x", "x"]', '{}', '{ x = 1 }']

NUMBER = re.compile(r'(?<![\w."])[+-]?(?:\d[\d_]*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w"])')
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
KEY = re.compile(r'(?m)(?<![\w"])([A-Za-z_][\w]*)(?=\s*=)')
TABLE = re.compile(r'(?m)^\[\[?[\w.]+\]?\].*$')
INNER = re.compile(r'bad_alloc|std::|vector::|basic_string|filesystem error|\bnan\b|JSON value|Eigen|HDF5')
CONTROL = re.compile(r'[\x00-\x08\x0b-\x1f\x7f]')


def body(text):
    """Returns a case without comments, so that their places are not chosen."""
    return re.sub(r'(?m)\s*#[^"\n]*$', '', text)


def blocks(text):
    """Returns [head, table, table, ...]."""
    starts = [m.start() for m in TABLE.finditer(text)]
    return [text[a:b] for a, b in zip([0] + starts, starts + [len(text)])]


def splice(text, match, new):
    return text[:match.start()] + new + text[match.end():]


def pick(rng, pattern, text):
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


def other_number(rng, old):
    kind = rng.random()
    try:
        value = float(old.replace('_', ''))
    except ValueError:
        value = 1.0
    if kind < 0.55:
        return rng.choice(NUMBERS)
    if kind < 0.65:
        return repr(-value)
    if kind < 0.8:
        return repr(value * 10 ** rng.uniform(-4, 4))
    if kind < 0.9:
        return repr(value * (1 + rng.choice([-1, 1]) * 10 ** rng.uniform(-16, -1)))
    return str(rng.randint(-3, 50))


def change_number(rng, text):
    m = pick(rng, NUMBER, text)
    return splice(text, m, other_number(rng, m.group())) if m else text


def change_text(rng, text):
    m = pick(rng, TEXT, text)
    if not m:
        return text
    own = rng.random() < 0.5
    new = pick(rng, TEXT, text).group() if own else rng.choice(TEXTS)
    if rng.random() < 0.1 and len(m.group()) > 3:
        at = rng.randrange(1, len(m.group()) - 1)
        new = m.group()[:at] + m.group()[at + 1:]
    return splice(text, m, new)


def change_key(rng, text):
    m = pick(rng, KEY, text)
    if not m:
        return text
    new = rng.choice([pick(rng, KEY, text).group(), '""', '"a b"', '"\\u001b"', '"a.b"', 'x',
                      m.group()[:-1] + 'z', '"a\\nb"', m.group() + '.' + m.group()])
    return splice(text, m, new)


def lines_of(text):
    return text.splitlines(keepends=True)


def delete_line(rng, text):
    lines = lines_of(text)
    if lines:
        del lines[rng.randrange(len(lines))]
    return ''.join(lines)


def repeat_line(rng, text):
    lines = lines_of(text)
    if lines:
        k = rng.randrange(len(lines))
        lines.insert(rng.choice([k, rng.randrange(len(lines))]), lines[k])
    return ''.join(lines)


def move_line(rng, text):
    lines = lines_of(text)
    if lines:
        lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
    return ''.join(lines)


def change_tables(rng, text):
    parts = blocks(text)
    k = rng.randrange(len(parts))
    kind = rng.randrange(4)
    if kind == 0:
        del parts[k]
    elif kind == 1:
        new = re.sub(r'(?m)^(name\s*=\s*")', r'\1again_', parts[k]) if rng.random() < 0.7 else parts[k]
        parts.insert(rng.randrange(k, len(parts) + 1), new)
    elif kind == 2:
        parts.insert(rng.randrange(1, len(parts) + 1), parts.pop(k))
    else:
        parts[k] = TABLE.sub(rng.choice(['[x]', '[[joint]]', '[[bond]]', '[map]', '[[load]]', '[a.b.c]']),
                             parts[k], count=1)
    return ''.join(parts)


def swap_values(rng, text):
    found = list(re.finditer(r'(?m)(?<==)[^=\n]*$', text))
    if len(found) < 2:
        return text
    a, b = sorted(rng.sample(found, 2), key=lambda m: m.start())
    return text[:a.start()] + b.group() + text[a.end():b.start()] + a.group() + text[b.end():]


def other_table(rng, text, others):
    """Returns a table of another case with its references changed to names of this one."""
    parts = blocks(others)
    return text + '\n' + rng.choice(parts[1:] or parts)


def nest(rng, text):
    depth = rng.choice([10, 70, 300, 50000])
    m = re.compile(r'(?m)(?<==)[^=\n]*$').search(text, rng.randrange(len(text) + 1))
    deep = rng.choice(['[' * depth + ']' * depth, '{ a = ' * min(depth, 5000) + '1' + ' }' * min(depth, 5000),
                       '{ ' + 'a.' * depth + 'a = 1 }'])
    if m and rng.random() < 0.5:
        return splice(text, m, ' ' + deep)
    return text + '\n' + '.'.join(['a'] * depth) + ' = 1\n'


def damage_bytes(rng, text):
    data = bytearray(text.encode())
    for _ in range(rng.choice([1, 1, 1, 2, 5, 20])):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(6)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1 and at < len(data):
            del data[at]
        elif kind == 2:
            data.insert(at, rng.choice(b'[]{}=.,"\'#\n\r\t 019eE+-_\\\0\x01\x1b\x7f\xc3\xff'))
        elif kind == 3:
            del data[at:at + rng.randrange(1, 30)]
        elif kind == 4:
            data[at:at] = data[rng.randrange(len(data) + 1):][:rng.randrange(1, 40)]
        elif rng.random() < 0.3:
            del data[at:]
    return bytes(data)


MUTATIONS = [(change_number, 40), (change_text, 14), (change_key, 6), (delete_line, 6), (repeat_line, 3),
             (move_line, 4), (change_tables, 5), (swap_values, 6), (other_table, 4), (nest, 0.6)]


class Cases:
    """The shipped cases, which damaged cases are made from."""

    def __init__(self, meshes):
        self.files = sorted(f for f in (ROOT / 'cases').rglob('*.toml') if f.parent.name != 'papers')  # manifests
        self.texts = {f: body(f.read_text()) for f in self.files}
        meshed = [f for f in self.files if '.geo' in self.texts[f]]
        self.plain = [f for f in self.files if f not in meshed]
        self.meshed = meshed
        self.meshes = meshes

    def damaged(self, seed, number):
        """Returns (original file, bytes, overrides)."""
        rng = random.Random(f'{seed}:{number}')
        meshed = rng.random() < self.meshes and self.meshed
        file = rng.choice(self.meshed if meshed else self.plain)
        text = self.texts[file]
        if rng.random() < 0.9:  # a damaged case does not meet the expectations
            text = re.split(r'(?m)^\[expected\]', text)[0]
        overrides = []
        if rng.random() < 0.08:
            overrides = [self.override(rng, text)]
        if rng.random() < 0.3:  # valid except for a number: passes the reader
            for _ in range(rng.choice([1, 1, 2])):
                text = change_number(rng, text)
            return file, text.encode(), overrides
        if rng.random() < 0.12:
            return file, damage_bytes(rng, text), overrides
        for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3]) if overrides else rng.choice([1, 1, 1, 2, 2, 3, 5])):
            change = rng.choices([m for m, _ in MUTATIONS], [w for _, w in MUTATIONS])[0]
            more = [self.texts[rng.choice(self.plain)]] if change is other_table else []
            text = change(rng, text, *more)
        return file, text.encode('utf-8', 'surrogateescape'), overrides

    def override(self, rng, text):
        part = rng.choice(blocks(text))
        table = re.match(r'\[\[?([\w.]+)', part)
        name = re.search(r'(?m)^name\s*=\s*"([^"\n]+)"', part)
        key = pick(rng, KEY, part)
        path = '.'.join(filter(None, [table and table.group(1), name and name.group(1), key and key.group()]))
        path = rng.choice([path] * 8 + ['a' + '.a' * 50000, '', 'a..b', 'substructure.1.name'])
        value = rng.choice([rng.choice(NUMBERS), rng.choice(TEXTS), '[' * 3000, 'a\nb = 1', '\x1b[31m', '"'])
        return f'{path}={value}'


class Folder:
    """A copy of the data files of cases/ and meshes/, which damaged cases may name."""

    def __init__(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix='fuzz_cases_'))
        for folder in ('cases', 'meshes'):
            shutil.copytree(ROOT / folder, self.top / folder, ignore=shutil.ignore_patterns('*.toml', '*.md', '*.py'))
        for group in (self.top / 'cases').iterdir():
            if group.is_dir():
                subprocess.run(['mkfifo', group / 'fifo'], check=True)

    def place(self, file, data):
        at = self.top / file.relative_to(ROOT).parent
        (at / 'case.toml').write_bytes(data)
        return at


Answer = collections.namedtuple('Answer', 'status out err seconds interrupted slow')


class Program:
    """The program, started many times by forks of one process (tests/app/forked_program.cpp)."""

    def __init__(self, forking):
        # Unbuffered, because `waited` checks whether a line can be read.
        self.process = subprocess.Popen([forking], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.pid = None

    def start(self, folder, arguments):
        words = [str(folder), *arguments]
        text = b''.join(w.encode() + b'\0' for w in [str(len(words)), *words])
        while text:
            text = text[self.process.stdin.write(text):]
        self.pid = int(self.process.stdout.readline())

    def cpu_time(self):
        try:
            words = pathlib.Path(f'/proc/{self.pid}/stat').read_text().rsplit(')')[-1].split()
        except (FileNotFoundError, ProcessLookupError):  # it has ended; `waited` will notice
            return 0
        return (int(words[11]) + int(words[12])) / os.sysconf('SC_CLK_TCK')

    def waited(self, seconds):
        """True if it ends within this CPU time; on a busy machine that may take ten times as long."""
        start = time.monotonic()
        before = self.cpu_time()
        while time.monotonic() < start + 10 * seconds:
            if select.select([self.process.stdout], [], [], min(0.2, seconds))[0]:
                return True
            if self.cpu_time() > before + seconds:
                return False
        return False

    def send(self, what):
        try:
            os.kill(self.pid, what)
        except ProcessLookupError:
            pass

    def status(self):
        """The exit status, or minus the signal that ended it, as in subprocess."""
        return os.waitstatus_to_exitcode(int(self.process.stdout.readline()))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def ask(program, folder, arguments, budget, hang):
    """Sends SIGINT after the budget; `slow` means that it did not end within a second."""
    start = time.monotonic()
    interrupted = slow = False
    program.start(folder, arguments)
    if not program.waited(budget):
        interrupted = True
        program.send(signal.SIGINT)
        slow = not program.waited(1)
        if slow:
            program.waited(max(1, hang - budget))
        program.send(signal.SIGKILL)
    status = program.status()
    return Answer(status, (folder / 'out.txt').read_bytes(), (folder / 'err.txt').read_bytes(),
                  time.monotonic() - start, interrupted, slow)


def not_finite(value, path=''):
    """Returns the paths of NaN and infinities in a result of json.load."""
    if isinstance(value, float) and not math.isfinite(value):
        return [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    return [p for key, child in items for p in not_finite(child, f'{path}.{key}')]


def wrong_numbers(results):
    """Describes defects in the files of a run."""
    wrong = []
    summary = results / 'summary.json'
    if summary.exists():
        try:
            wrong += ['summary.json: not finite: ' + p for p in not_finite(json.loads(summary.read_bytes()))]
        except ValueError as error:
            wrong.append(f'summary.json: {error}')
    arrays = results / 'results.h5'
    if h5py and arrays.exists():
        def look(name, item):
            if isinstance(item, h5py.Dataset) and item.dtype.kind == 'f' and item.size:
                values = item[()]
                if not (abs(values) < float('inf')).all():
                    wrong.append(f'results.h5: not finite: {name}')
        with h5py.File(arrays, 'r') as file:
            file.visititems(look)
    return wrong


def judged(answer, command, data):
    """Describes the defects of an answer."""
    wrong = []
    err = answer.err.decode('utf-8', 'replace')
    lines = err.split('\n')[:-1]
    if answer.slow:
        wrong.append('no end within 1 s of SIGINT')
    elif answer.interrupted and command == 'check':
        wrong.append(f'check takes {answer.seconds:.0f} s')
    if answer.slow or (answer.interrupted and answer.status in (-2, 1)):
        return wrong
    if answer.status not in (0, 1, 2):
        return wrong + [f'ended with status {answer.status}']
    if answer.status == 0 and err:
        wrong.append('exit 0 with a message')
    if answer.status == 1 and len(lines) != 1 and b'not met:' not in answer.out:
        wrong.append(f'exit 1 with {len(lines)} lines')
    if answer.status == 2 and len(lines) != 1:
        wrong.append(f'exit 2 with {len(lines)} lines')
    if CONTROL.search(err):
        wrong.append('control characters in the message')
    if answer.status == 2 and len(lines) == 1 and len(err.rstrip()) > MOST_OF_REFUSAL:
        wrong.append(f'a refusal of {len(err)} characters')
    if len(err) > 3000:
        wrong.append(f'a message of {len(err)} characters')
    for word in sorted(set(INNER.findall(err))):
        if word.encode() not in data and 'not valid TOML' not in err:
            wrong.append(f'message says {word}')
    return wrong


def trial(cases, folder, program, options, number):
    """Returns (file, bytes, end, defects, message) of one case."""
    file, data, overrides = cases.damaged(options.seed, number)
    command = 'run' if random.Random(f'run:{options.seed}:{number}').random() < options.runs else 'check'
    at = folder.place(file, data)
    results = at / 'out'
    shutil.rmtree(results, ignore_errors=True)
    line = [command, 'case.toml'] + [w for o in overrides for w in ('--set', o)]
    if command == 'run':
        line += ['--quiet', '--threads', '1', '--output', 'out']
    answer = ask(program, at, line, options.budget if command == 'run' else options.hang, options.hang)
    wrong = judged(answer, command, data + ' '.join(overrides).encode())
    if command == 'run' and answer.status in (0, 1):
        wrong += wrong_numbers(results)
    if options.only is not None:
        sys.stdout.buffer.write(data + f'\n----\n{overrides!r:.3000}\n'.encode() + answer.out + answer.err)
        print(f'{file}: {command}, exit {answer.status}, {answer.seconds:.2f} s', flush=True)
    kind = f'{command}: exit {answer.status}' + (', interrupted' if answer.interrupted else '')
    message = answer.err.decode('utf-8', 'replace').strip().replace('\n', ' | ')[:300]
    return file, data, kind, [f'{command}: {w}' for w in wrong], message


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program', type=pathlib.Path, help='tests/app/forked_program of a build')
    parser.add_argument('--cases', type=int, default=2000)
    parser.add_argument('--first', type=int, default=0, help='number of the first case')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--runs', type=float, default=0.05, help='part of the cases that is run, not only checked')
    parser.add_argument('--meshes', type=float, default=0.01, help='part of the cases that is meshed')
    parser.add_argument('--budget', type=float, default=2, help='seconds before a computation is interrupted')
    parser.add_argument('--hang', type=float, default=20, help='seconds after which it is killed')
    parser.add_argument('--memory', type=float, default=6, help='GB of address space; 0: no limit')
    parser.add_argument('--jobs', type=int, default=len(os.sched_getaffinity(0)), help='at a time')
    parser.add_argument('--keep', type=pathlib.Path, help='folder for the cases with findings')
    parser.add_argument('--only', type=int, help='one case, with its output')
    options = parser.parse_args()

    if options.memory > 0:  # inherited by the program
        limit = int(options.memory * 1e9)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    cases = Cases(options.meshes)
    free = queue.SimpleQueue()
    for _ in range(options.jobs):
        free.put((Folder(), Program(options.program.resolve())))

    def tried(number):
        folder, program = free.get()
        try:
            return number, *trial(cases, folder, program, options, number)
        finally:
            free.put((folder, program))

    counts, found, start = collections.Counter(), 0, time.monotonic()
    numbers = [options.only] if options.only is not None else range(options.first, options.first + options.cases)
    try:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for number, file, data, kind, wrong, message in pool.map(tried, numbers):
                counts[kind] += 1
                for what in wrong:
                    found += 1
                    print(f'{number}: {file.relative_to(ROOT)}: {what}: {message!r}', flush=True)
                if wrong and options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f'{number}.toml').write_bytes(data)
    finally:
        while not free.empty():
            folder, program = free.get()
            program.end()
            shutil.rmtree(folder.top, ignore_errors=True)
    print(f'{len(numbers)} cases of seed {options.seed} in {time.monotonic() - start:.0f} s: ' +
          ', '.join(f'{k} {v}' for k, v in sorted(counts.items())) + f'; {found} findings')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
