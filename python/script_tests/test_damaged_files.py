"""Damaged files of other programs end in one line, never in a crash or another error."""
import random
import unittest
import warnings
from pathlib import Path

import slideway as sw
from support import ScriptTest

SAMPLES = Path(__file__).parent / "samples"
READERS = {".unv": sw.read_universal, ".csv": sw.read_responses, ".mat": sw.read_matrices, ".pch": sw.read_matrices}
CUTS, FLIPS = 12, 12  #: variants of each file


def variants(data, seed):
    """The file cut off, and with bytes replaced."""
    yield from (data[:k] for k in range(0, len(data), max(1, len(data) // CUTS)))
    draw = random.Random(seed)
    for _ in range(FLIPS):
        changed = bytearray(data)
        for _ in range(draw.randint(1, 4)):
            changed[draw.randrange(len(changed))] = draw.choice([draw.randrange(256), *b"9- \n"])
        yield bytes(changed)


class DamagedFilesTest(ScriptTest):
    def test_cut_off_and_changed_files(self):
        warnings.simplefilter("ignore")
        self.addCleanup(warnings.resetwarnings)
        refused = 0
        for sample in sorted(SAMPLES.iterdir()):
            if sample.suffix not in READERS:
                continue
            file = self.folder / sample.name
            for seed, data in enumerate(variants(sample.read_bytes(), sample.name)):
                file.write_bytes(data)
                with self.subTest(file=sample.name, variant=seed):
                    try:
                        READERS[sample.suffix](file)
                    except sw.FileError as error:
                        refused += 1
                        self.assertIn(sample.name, str(error))
                        self.assertNotIn("\n", str(error))
        self.assertGreater(refused, 100)


if __name__ == "__main__":
    unittest.main()
