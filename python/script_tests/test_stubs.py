"""Types and docstrings come from the keys of case files."""
import ast
import unittest
from pathlib import Path

import slideway as sw
from slideway import stubs
from support import ScriptTest

FOLDER = Path(sw.__file__).resolve().parent
FILE = FOLDER / "model.pyi"


class StubsTest(ScriptTest):
    def test_the_stubs_are_those_of_the_keys(self):
        for name, types in stubs.FILES.items():
            self.assertEqual((FOLDER / name).read_text(), types(),
                             f"run python3 -m slideway.stubs {name} > python/slideway/{name}")

    def test_every_public_method_has_its_types_and_its_words(self):
        tree = ast.parse(FILE.read_text())
        [model] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Model"]
        typed = {node.name for node in model.body if isinstance(node, ast.FunctionDef)}
        public = {name for name in vars(sw.Model) if not name.startswith("_")}
        self.assertEqual({name for name in typed if not name.startswith("_")}, public)
        for name in public:
            self.assertTrue(getattr(sw.Model, name).__doc__, name)

    def test_keys_have_the_types_that_case_files_take(self):
        for words, expected in [
                ("number", "float"), ("table, or number", "Table | float"),
                ("table, number, or list of numbers", "Table | float | Numbers"),
                ("text, or list of texts", "str | Sequence[str]"),
                ("number, or one of a, b", 'float | Literal["a", "b"]'),
                ("one of a-b", 'Literal["a-b"]')]:
            self.assertEqual(stubs.type_of(words), expected)
        self.assertIn("friction: Table | float = ...", FILE.read_text())
        self.assertIn("friction: table, or number >= 0", sw.Model.contact.__doc__)


if __name__ == "__main__":
    unittest.main()
