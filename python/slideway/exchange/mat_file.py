"""Files of MATLAB and Octave, versions 5, 7 and 7.3."""
from __future__ import annotations

import numpy as np

from slideway.exchange.file_error import FileError, head_of, package
from slideway.exchange.mat5_check import fault_of
from slideway.values import hint

HDF5 = b"\x89HDF\r\n\x1a\n"


def is_mat(head: bytes) -> bool:
    """True if the first bytes are those of a file of MATLAB, or of text that Octave wrote."""
    return head.startswith((b"MATLAB", HDF5, b"# Created by Octave"))


def read_mat(file) -> dict:
    """Variables of a file by name; fields of structs have dotted names, "rotor.K".

    Sparse matrices are scipy.sparse, texts str, cells lists. Raises FileError.
    """
    head = head_of(file)
    if head.startswith(b"version https://git-lfs"):
        raise FileError(f"{file}: looks like a pointer of Git LFS; fetch the file with git lfs pull")
    if head.startswith(b"# Created by Octave"):
        raise FileError(f"{file}: text of Octave; expected a file of MATLAB: save -v7 in Octave")
    if not is_mat(head):
        raise FileError(f"{file}: not a file of MATLAB (.mat)")
    if head.startswith((b"MATLAB 7.3", HDF5)):
        return _flat(_read_hdf5(file))
    scipy_io = package("scipy.io", file)
    with open(file, "rb") as stream:
        fault = fault_of(stream.read())
    if fault:
        raise FileError(f"{file}: cannot be read: {fault}")
    try:
        return _flat(scipy_io.loadmat(file, simplify_cells=True))
    except Exception as error:  # scipy raises errors of many kinds for damaged files
        raise FileError(f"{file}: cannot be read: {error or type(error).__name__}") from None


def _flat(variables: dict, path: str = "") -> dict:
    flat = {}
    for name, value in variables.items():
        if name.startswith("__") and not path:
            continue
        if isinstance(value, dict):
            flat |= _flat(value, f"{path}{name}.")
        else:
            flat[path + name] = value
    return flat


def _read_hdf5(file) -> dict:
    h5py = package("h5py", file)
    try:
        with h5py.File(file, "r") as held:
            if not any("MATLAB_class" in item.attrs for item in held.values()):
                raise FileError(f"{file}: HDF5 without variables of MATLAB; expected save -v7 in Octave, or "
                                "save -v7.3 in MATLAB")
            return {name: _hdf5_value(item, file) for name, item in held.items() if not name.startswith("#")}
    except FileError:
        raise
    except Exception as error:  # h5py raises errors of many kinds for damaged files
        raise FileError(f"{file}: cannot be read: {error}") from None


def _hdf5_value(item, file):
    """Value of a variable: arrays are transposed in the file, sparse matrices are groups."""
    import h5py
    if "MATLAB_sparse" in item.attrs:
        sparse = package("scipy.sparse", file)
        begins = np.asarray(item["jc"][()], np.int64)
        shape = (int(item.attrs["MATLAB_sparse"]), len(begins) - 1)
        if "data" not in item:
            return sparse.csc_matrix(shape)
        return sparse.csc_matrix((_numbers(item["data"][()]), np.asarray(item["ir"][()], np.int64), begins),
                                 shape=shape)
    if isinstance(item, h5py.Group):
        return {name: _hdf5_value(part, file) for name, part in item.items()}
    values = item[()]
    kind = item.attrs.get("MATLAB_class", b"").decode()
    if "MATLAB_empty" in item.attrs:
        return "" if kind == "char" else np.zeros(tuple(int(n) for n in np.ravel(values)))
    if kind == "char":
        return "".join(map(chr, np.ravel(values.T, order="C" if values.shape[1:] == (1,) else "F")))
    if kind == "cell" or values.dtype == h5py.ref_dtype:
        return [_hdf5_value(item.file[reference], file) for reference in np.ravel(values)]
    values = _numbers(values).T
    return values.squeeze() if values.ndim == 2 and 1 in values.shape else values


def _numbers(values: np.ndarray) -> np.ndarray:
    """Numbers of a data set; complex ones are pairs of real and imag."""
    if values.dtype.names:
        return values["real"] + 1j * values["imag"]
    return values


def matrix_of(variables: dict, key: str, name: str | None, file):
    """(name, matrix) that a variable holds; (None, None) if none has the name that `key` has by default.

    name: name of the variable; None: M, K, and D or C, alone or in a struct. Raises FileError.
    """
    if name is not None:
        if name not in variables:
            raise FileError(f"{file}: no variable {name}{hint(name, _matrix_names(variables))}")
        return name, square(variables[name], f"{file}: {name}")
    wanted = {"C": ("D", "C")}.get(key, (key,))
    for among in ([v for v in variables if "." not in v], list(variables)):
        found = [v for v in among if v.rpartition(".")[2] in wanted and np.ndim(variables[v]) == 2
                 and variables[v].shape[0] == variables[v].shape[1]]
        if len(found) > 1:
            raise FileError(f"{file}: several variables may be {key}: {', '.join(found)}; choose one by "
                            f'names = {{"{key}": "{found[0]}"}}')
        if found:
            return found[0], square(variables[found[0]], f"{file}: {found[0]}")
    return None, None


def square(value, what: str):
    """Sparse matrix of a value. Raises FileError unless it is square, of finite numbers."""
    from scipy import sparse
    A = value if sparse.issparse(value) else np.atleast_2d(value)
    if A.ndim != 2 or A.dtype.kind not in "fiubc" or A.shape[0] != A.shape[1]:
        raise FileError(f"{what}: {_described(value)}; expected a square matrix of numbers")
    try:
        A = sparse.csc_matrix(A, dtype=complex if A.dtype.kind == "c" else float)
        A.check_format(full_check=True)
    except ValueError as error:
        raise FileError(f"{what}: damaged sparse matrix: {error}") from None
    A.sum_duplicates()
    if not np.all(np.isfinite(A.data)):
        raise FileError(f"{what}: an entry is not finite; expected finite numbers")
    return A


def _matrix_names(variables: dict) -> list[str]:
    return [name for name, value in variables.items() if np.ndim(value) == 2]


def described(variables: dict) -> str:
    """ "Mass (2 x 2), Stiffness (2 x 2), notes" """
    return ", ".join(f"{name}{_size(value)}" for name, value in variables.items()) or "nothing"


def _size(value) -> str:
    shape = getattr(value, "shape", ())
    return f" ({' x '.join(map(str, shape))})" if shape else ""


def _described(value) -> str:
    return f"a {type(value).__name__}{_size(value)}"
