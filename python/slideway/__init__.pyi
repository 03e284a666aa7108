"""Made by `python3 -m slideway.stubs`; a test compares."""
from slideway.catalogue import keys as keys
from slideway.catalogue import list as list
from slideway.exchange.file_error import FileError as FileError
from slideway.exchange.mac import mac as mac
from slideway.exchange.matrix_reader import read_dmig as read_dmig
from slideway.exchange.matrix_reader import read_matrices as read_matrices
from slideway.exchange.matrix_reader import read_op4 as read_op4
from slideway.exchange.measured import read_responses as read_responses
from slideway.exchange.universal import read_universal as read_universal
from slideway.files import to_csv as to_csv
from slideway.friction_table import friction as friction
from slideway.law import Law as Law
from slideway.mesh import Mesh as Mesh
from slideway.model import InputError as InputError
from slideway.model import Interrupted as Interrupted
from slideway.model import Model as Model
from slideway.model import load as load
from slideway.model import run as run
from slideway.model import shipped as shipped
from slideway.model import span as span
from slideway.results import Results as Results
from slideway.results import read as read
from slideway.values import Array as Array
from slideway.values import Quantity as Quantity
from slideway.values import ResultsError as ResultsError
from slideway import backbone as backbone
from slideway import bifurcation_diagram as bifurcation_diagram
from slideway import long_motions as long_motions
from slideway import orbits as orbits
from slideway import plots as plots

__version__: str
