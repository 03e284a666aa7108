"""Files are written whole, and never over files of somebody else."""
import errno
import os
import resource
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from slideway.files import whole


class WholeFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_links_under_temporary_names_are_not_followed(self):
        other = self.folder / "other"
        planted = self.folder / f".a.{os.getpid()}.png"
        for plant in (planted.symlink_to, planted.hardlink_to):
            with self.subTest(plant=plant.__name__):
                other.write_text("of somebody else")
                planted.unlink(missing_ok=True)
                plant(other)
                with whole(self.folder / "a.png") as temporary:
                    temporary.write_text("mine")
                self.assertEqual((self.folder / "a.png").read_text(), "mine")
                self.assertEqual(other.read_text(), "of somebody else")
                self.assertTrue(planted.exists())

    def test_temporary_files_of_killed_processes_are_removed(self):
        ended = subprocess.Popen(["true"])
        ended.wait()
        left = [self.folder / f".a.{ended.pid}{k}.png" for k in ("", "_2")]
        kept = [self.folder / name for name in (f".a.{os.getppid()}.png", f".b.{ended.pid}.png", ".a.x.png")]
        for file in [*left, *kept]:
            file.write_text("part")
        with whole(self.folder / "a.png") as temporary:
            temporary.write_text("mine")
        self.assertEqual(sorted(self.folder.iterdir()), sorted([*kept, self.folder / "a.png"]))

    def test_a_full_disk_is_named_and_leaves_nothing(self):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
        try:
            with self.assertRaises(OSError) as raised, whole(self.folder / "a.png") as temporary:
                temporary.write_bytes(bytes(100))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, handler)
        self.assertEqual(raised.exception.errno, errno.EFBIG)
        self.assertEqual(raised.exception.strerror, "it is larger than files may be here (ulimit -f)")
        self.assertEqual(raised.exception.filename, str(self.folder / "a.png"))
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
