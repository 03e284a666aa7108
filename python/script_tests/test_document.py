"""The code of docs/python.md prints what the page says."""
import contextlib
import io
import os
import re
import unittest
from pathlib import Path

from support import ScriptTest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"```python\n(.*?)```\n(?:```text\n(.*?)```\n)?", re.DOTALL)


class DocumentTest(ScriptTest):
    def test_the_code_of_the_page_prints_what_the_page_says(self):
        blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
        self.assertGreater(len(blocks), 5)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        names = {}
        for code, said in blocks:
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(code, str(PAGE), "exec"), names)
            self.assertEqual(out.getvalue(), said, code)


if __name__ == "__main__":
    unittest.main()
