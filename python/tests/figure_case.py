"""What tests of figures share."""
import tempfile
import unittest
import warnings
from pathlib import Path

import slideway
from slideway.plots import standard


def lines(axes):
    """The curves of axes by their labels."""
    return {line.get_label(): line for line in axes.get_lines()}


class FigureCase(unittest.TestCase):
    """A folder of its own, and no warnings."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("error")  # as of an axis without extent

    def make(self, what, name="run", **options):
        return slideway.read(what(self.folder / name, **options))

    def drawn(self, *folders, formats=("png",)):
        """Names of the figures that the folders get together."""
        return {Path(line).name.partition(".{")[0].removesuffix(".png")
                for line in standard.draw_all([str(f) for f in folders], str(self.folder / "out"),
                                              formats, 40)}
