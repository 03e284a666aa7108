"""The pages with code do what they say: README, docs/python.md, docs/exchange.md and the tutorials, block by block.

A block of Python runs in this process; one of `sh` line by line in a scratch folder; one with a name after its language
(`toml case.toml`) is written to that file. The block `text` behind it is the output: all of it for Python, lines in
this order for commands. In it, … stands for any characters."""
import contextlib
import io
import os
import re
import subprocess
from pathlib import Path
import unittest

from support import PROGRAM, ScriptTest, needs

DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```\n(?:\n?```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)


def pattern(line):
    return ".*".join(re.escape(part) for part in line.split("…"))


class DocumentsTest(ScriptTest):
    def run_lines(self, code):
        path = f"{Path(PROGRAM).parent}:{os.environ['PATH']}"
        output = ""
        for line in code.splitlines():
            done = subprocess.run(["bash", "-c", line], cwd=self.folder, capture_output=True, text=True, check=False,
                                  env={**os.environ, "PATH": path})
            self.assertEqual(done.returncode, 0, f"{line}\n{done.stderr}")
            output += done.stdout
        return output

    def check_page(self, page):
        names = {}
        blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
        self.assertGreaterEqual(len(blocks), 3)
        for language, file, code, said in blocks:
            if file:
                (self.folder / file).write_text(code, encoding="utf-8")
            elif language == "sh":
                output = self.run_lines(code)
                self.assertRegex(output, "(?s)" + ".*".join(
                    "(?m:^)(?-s:" + pattern(line) + ")(?m:$)" for line in said.splitlines()), code)
            elif language == "python":
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    exec(compile(code, str(page), "exec"), names)
                self.assertRegex(out.getvalue(), r"\A" + pattern(said) + r"\Z", code)

    def check_pages(self, pages):
        self.addCleanup(os.chdir, os.getcwd())
        for page in pages:
            with self.subTest(page=page.name):
                folder = self.folder
                self.folder = folder / page.stem
                self.folder.mkdir()
                os.chdir(self.folder)
                self.check_page(page)
                self.folder = folder

    def test_tutorials(self):
        pages = sorted((DOCS / "tutorials").glob("*.md"))
        self.assertEqual(len(pages), 9)
        self.check_pages(pages)

    def test_readme_after_the_first_case(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        variants = re.findall(r"^slideway run .*modal-propagator.*$", (DOCS.parent / "README.md").read_text("utf-8"),
                              re.MULTILINE)
        self.assertEqual(len(variants), 1)
        self.run_lines(variants[0])  # the first case, by the faster scheme
        self.check_page(DOCS.parent / "README.md")

    @needs("pandas", "xarray")
    def test_models_in_python(self):
        self.check_pages([DOCS / "python.md"])

    def test_exchange(self):
        self.check_pages([DOCS / "exchange.md"])


if __name__ == "__main__":
    unittest.main()
