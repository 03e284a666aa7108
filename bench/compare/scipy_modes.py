"""Computes the 20 lowest modes by scipy.sparse.linalg.eigsh(sigma=0) with its defaults.

usage: scipy_modes.py FOLDER   FOLDER holds K.petsc and M.petsc
"""

import sys
import time

import numpy as np
import scipy.sparse
import scipy.sparse.linalg


def load(path):
    with open(path, "rb") as file:
        _, rows, columns, entries = np.fromfile(file, ">i4", 4)
        counts = np.fromfile(file, ">i4", rows)
        indices = np.fromfile(file, ">i4", entries).astype(np.int32)
        values = np.fromfile(file, ">f8", entries).astype(float)
    pointers = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return scipy.sparse.csc_matrix((values, indices, pointers), shape=(rows, columns))


K, M = load(sys.argv[1] + "/K.petsc"), load(sys.argv[1] + "/M.petsc")
start = time.process_time()
values, vectors = scipy.sparse.linalg.eigsh(K, 20, M, sigma=0)
print(f"scipy {time.process_time() - start:.2f} s CPU")
hz = np.sqrt(np.sort(values)) / (2 * np.pi)
print(f"modes {hz[0]:.12g} to {hz[-1]:.12g} Hz")
