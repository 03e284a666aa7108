"""python3 -m slideway plot DIR [DIR ...]"""
import sys

from slideway.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
