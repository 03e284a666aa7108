"""Made by `python3 -m slideway.stubs`; a test compares."""
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from _slideway import InputError as InputError
from matplotlib.figure import Figure
from scipy.sparse import spmatrix

from slideway.body import Body
from slideway.law import Law
from slideway.mesh import Mesh
from slideway.results import Results

Matrix = np.ndarray | Sequence[Sequence[float]] | spmatrix
Numbers = Sequence[float] | np.ndarray
Progress = bool | Callable[[float, str, str], object]
Table = Mapping[str, Any]

class Interrupted(KeyboardInterrupt):
    results: Results | None

def load(case: str | os.PathLike) -> Model:
    """Reads a shipped case by its name ("beam_on_beam/lock_in"), or a case file."""

def run(case: str | os.PathLike, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ...) -> Results:
    """Reads a case and runs its analysis: load(case).run()."""

def shipped(path: str) -> str:
    """Path of a shipped file or folder, for example "meshes/beam_on_beam/lower.geo"."""

def span(first: float, last: float, step: float | None = ...) -> dict[str, float]:
    """Returns a range, { from, to } or { from, to, step }, because `from` is a keyword of Python."""

class Model:
    def __init__(self, title: str = ...): ...
    @property
    def made(self) -> dict[str, int]:
        """Number of bodies that were built for this model and its copies, and number of their modal
        models in the cache. Analyses and loops share both if no value that enters them changes."""
    def copy(self) -> Model:
        """Returns an independent model with the same statements. It shares the cache of bodies."""
    def __setitem__(self, path: str, value: Any) -> None: ...
    def __getitem__(self, path: str) -> Any: ...
    def __contains__(self, path: str) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def keys(self) -> list[str]:
        """Paths of all keys of the case that are given."""
    def items(self) -> Iterator[tuple[str, Any]]:
        """Iterates over (path, value) of all keys that are given."""
    def get(self, path: str, default: Any = ...) -> Any:
        """Returns the value of a key, or `default` if it is not given."""
    def update(self, keys: Table) -> None:
        """Sets several keys by their paths: model.update({"load.push.force": 2.0})."""
    def to_toml(self) -> str:
        """Text of the case file. Matrices and meshes of the script are only described in it; `save`
        writes them to files."""
    def check(self, analysis: Table | None = ..., trust_meshes: bool = ...) -> str:
        """Builds the model and checks the case without computing it, as `slideway check` does.
        Returns a description in words."""
    def plot(self, ax: Any = ..., trust_meshes: bool = ...) -> Figure:
        """Draws bodies, supports, contacts, joints and loads, as `slideway draw` does."""
    def body(self, name: str, trust_meshes: bool = ...) -> Body:
        """Returns a body as analyses use it. Builds it unless the cache has an equal one."""
    def tables(self) -> dict[str, Any]:
        """Returns a copy of the whole case as dicts and lists. Matrices and meshes of the script
        compare equal to others with the same numbers."""
    def run(self, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ...) -> Results:
        """Runs the [analysis] of the case, at all points of its [map] if it has one."""
    def map(self, analysis: str, x: tuple[str, Numbers] | Table, y: tuple[str, Numbers] | Table | None = ..., *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., refine: int | None = ..., refine_on: str | None = ..., **keys: Any) -> Results:
        """An analysis for each value of a key, or each pair of values of two."""
    def save(self, file: str | os.PathLike, analysis: Table | None = ...) -> None:
        """Writes the case file, for `slideway run` and for `load`. Matrices and meshes of the
        script are written beside it: NAME.BODY.M.mtx, NAME.BODY.mesh.msh."""
    def plane_stress(self, name: str, /, *,
            like: str = ...,
            mesh: str | Mesh = ...,
            mesh_parameters: Mapping[str, float] = ...,
            scale: float = ...,
            units: Table | Literal["SI", "mm-t-s", "mm-kg-s", "mm-kg-ms", "mm-g-ms", "in-lbf-s", "ft-lbf-s"] = ...,
            material: Table = ...,
            materials: Mapping[str, Table] = ...,
            thickness: float = ...,
            thicknesses: Mapping[str, float] = ...,
            quadrilateral: Literal["qm6", "q4"] = ...,
            placement: Table = ...,
            fixed: str | Sequence[str] = ...,
            ports: Mapping[str, Table] = ...,
            damping: Table = ...,
            reduction: Table = ...,
            export: str = ...) -> None:
        """A meshed body. Every named group of the mesh is a port with components x and y."""
    def plane_strain(self, name: str, /, *,
            like: str = ...,
            mesh: str | Mesh = ...,
            mesh_parameters: Mapping[str, float] = ...,
            scale: float = ...,
            units: Table | Literal["SI", "mm-t-s", "mm-kg-s", "mm-kg-ms", "mm-g-ms", "in-lbf-s", "ft-lbf-s"] = ...,
            material: Table = ...,
            materials: Mapping[str, Table] = ...,
            thickness: float = ...,
            thicknesses: Mapping[str, float] = ...,
            quadrilateral: Literal["qm6", "q4"] = ...,
            placement: Table = ...,
            fixed: str | Sequence[str] = ...,
            ports: Mapping[str, Table] = ...,
            damping: Table = ...,
            reduction: Table = ...,
            export: str = ...) -> None:
        """A meshed body between rigid planes, a slice of a long part: no strain across the plane (e_zz = 0). Every named group of the mesh is a port with components x and y."""
    def axisymmetric(self, name: str, /, *,
            like: str = ...,
            mesh: str | Mesh = ...,
            mesh_parameters: Mapping[str, float] = ...,
            scale: float = ...,
            units: Table | Literal["SI", "mm-t-s", "mm-kg-s", "mm-kg-ms", "mm-g-ms", "in-lbf-s", "ft-lbf-s"] = ...,
            material: Table = ...,
            materials: Mapping[str, Table] = ...,
            quadrilateral: Literal["qm6", "q4"] = ...,
            placement: Table = ...,
            fixed: str | Sequence[str] = ...,
            ports: Mapping[str, Table] = ...,
            damping: Table = ...,
            reduction: Table = ...,
            export: str = ...) -> None:
        """A body of revolution about the axis x = 0, from the mesh of its half section: x is the radius and y the axis. Displacements do not vary around the ring, and nodes on the axis do not move along x. Masses, forces, and stiffnesses of joints are those of the full ring. Every named group of the mesh is a port with components x and y."""
    def solid(self, name: str, /, *,
            like: str = ...,
            mesh: str | Mesh = ...,
            mesh_parameters: Mapping[str, float] = ...,
            scale: float = ...,
            units: Table | Literal["SI", "mm-t-s", "mm-kg-s", "mm-kg-ms", "mm-g-ms", "in-lbf-s", "ft-lbf-s"] = ...,
            material: Table = ...,
            materials: Mapping[str, Table] = ...,
            elements: Table = ...,
            placement: Table = ...,
            fixed: str | Sequence[str] = ...,
            ports: Mapping[str, Table] = ...,
            damping: Table = ...,
            reduction: Table = ...,
            export: str = ...) -> None:
        """A meshed body of solid elements. Every named group of the mesh, and every node by its number ("n12"), is a port with components x, y and z when the case names it."""
    def beam(self, name: str, /, *,
            like: str = ...,
            length: float = ...,
            elements: int = ...,
            points: Mapping[str, float] = ...,
            mesh: str | Mesh = ...,
            mesh_parameters: Mapping[str, float] = ...,
            scale: float = ...,
            units: Table | Literal["SI", "mm-t-s", "mm-kg-s", "mm-kg-ms", "mm-g-ms", "in-lbf-s", "ft-lbf-s"] = ...,
            curve: str = ...,
            section: Table = ...,
            material: Table = ...,
            axial: bool = ...,
            placement: Table = ...,
            fixed: str | Sequence[str] = ...,
            ports: Mapping[str, Table] = ...,
            damping: Table = ...,
            reduction: Table = ...,
            export: str = ...) -> None:
        """A beam that bends in the plane, straight or along a curve of a mesh. Ports start, end, axis (touched from the left of its direction), axis_reversed (from the right) and named points, with components x, y and rotation."""
    def lumped(self, name: str, /, *,
            like: str = ...,
            masses: Mapping[str, Table] = ...,
            springs: Sequence[Table] = ...,
            dashpots: Sequence[Table] = ...,
            chain: Table = ...,
            fixed: str | Sequence[str] = ...,
            ports: Mapping[str, Table] = ...,
            damping: Table = ...,
            reduction: Table = ...,
            export: str = ...) -> None:
        """Masses, springs and dashpots. Every mass is a port."""
    def rigid(self, name: str, /, *,
            like: str = ...,
            mass: float = ...,
            inertia: float = ...,
            placement: Table = ...,
            points: Mapping[str, Table] = ...,
            polylines: Mapping[str, Table] = ...,
            thickness: float = ...,
            fixed: str | Sequence[str] = ...,
            ports: Mapping[str, Table] = ...,
            damping: Table = ...,
            reduction: Table = ...,
            export: str = ...) -> None:
        """A rigid body. Ports centre, named points and polylines, with components x, y and rotation. With all components fixed it is a place to push against."""
    def matrices(self, name: str, /, *,
            like: str = ...,
            folder: str = ...,
            file: str | Sequence[str] = ...,
            names: Table = ...,
            structural_damping: str = ...,
            M: str | Matrix = ...,
            C: str | Matrix = ...,
            K: str | Matrix = ...,
            mesh: str = ...,
            T: str | Matrix = ...,
            T_nodes: Numbers = ...,
            dofs: str | Sequence[str] = ...,
            nodes: Mapping[str, Numbers] = ...,
            groups: Mapping[str, Sequence[str]] = ...,
            faces: str = ...,
            scale: float = ...,
            units: Table | Literal["SI", "mm-t-s", "mm-kg-s", "mm-kg-ms", "mm-g-ms", "in-lbf-s", "ft-lbf-s"] = ...,
            fixed: str | Sequence[str] = ...,
            ports: Mapping[str, Table] = ...,
            damping: Table = ...,
            reduction: Table = ...,
            export: str = ...) -> None:
        """A body from matrices of another program, or from an export. Every group of the table is a port, and every node that the case names."""
    def bond(self, name: str, /, *,
            like: str = ...,
            between: Sequence[str] = ...,
            tolerance: float = ...) -> None:
        """Ties two ports: node to node, or two curves in the mean where their meshes do not match."""
    def joint(self, name: str, /, *,
            like: str = ...,
            law: Literal["linear", "coulomb", "elastic-coulomb", "iwan", "gap", "cubic", "polynomial", "table", "patch"] | Law = ...,
            between: Sequence[str] = ...,
            at: Numbers = ...,
            stiffness: float = ...,
            damping: float = ...,
            rotational_stiffness: float = ...,
            rotational_damping: float = ...,
            limit: Table | float = ...,
            smoothing: Table | float = ...,
            normal_deg: float = ...,
            k_t: float = ...,
            k_n: float = ...,
            friction: float = ...,
            preload: float = ...,
            chi: float = ...,
            beta: float = ...,
            sliders: int = ...,
            clearance: float = ...,
            both_sides: bool = ...,
            k3: float = ...,
            c3: float = ...,
            coefficients: Numbers = ...,
            terms: Sequence[Table] = ...,
            displacement: Numbers = ...,
            velocity: Numbers = ...,
            force: Numbers = ...,
            file: str = ...,
            over: Literal["displacement", "velocity"] = ...,
            interpolation: Literal["linear", "pchip"] = ...,
            pressure: Table = ...,
            frame: Literal["first-body", "fixed"] = ...,
            expand: Table = ...) -> None:
        """Joint: spring and dashpot."""
    def contact(self, name: str, /, *,
            like: str = ...,
            type: Literal["sliding"] = ...,
            slave: str = ...,
            master: str = ...,
            friction: Table | float = ...,
            restitution: float = ...) -> None:
        """Nodes of a body slide on a curve of another."""
    def motion(self, name: str, /, *,
            like: str = ...,
            on: str = ...,
            displacement: Table | float = ...,
            velocity: Table = ...) -> None:
        """Dofs of a port that move together as prescribed."""
    def load(self, name: str, /, *,
            like: str = ...,
            on: str = ...,
            force: Table | float = ...,
            pressure: float = ...,
            acceleration: Numbers = ...,
            noise: Table = ...) -> None:
        """A force on a port, a pressure on a surface, or an acceleration of a body."""
    def excitation(self, *,
            Omega: float = ...,
            frequency_hz: float = ...) -> None:
        """The frequency of all harmonic loads and motions."""
    def rotation(self, *,
            axis: Numbers = ...,
            point: Numbers = ...,
            omega: float = ...) -> None:
        """Steady rotation of the whole model: the centrifugal load on its bodies with meshes, in a static analysis."""
    def modes(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            of: Literal["coupled", "bodies", "free"] = ...,
            n_modes: int = ...) -> Results:
        """Natural frequencies and shapes about the undeformed positions."""
    def static(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...) -> Results:
        """Displacements and stress under the constant loads and the imposed displacements."""
    def complex_modes(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            about: Literal["undeformed", "deformed"] = ...,
            positions: Table | float | Numbers = ...,
            position: float = ...,
            t_start: float = ...,
            friction: Table | float | Numbers = ...,
            band_hz: Numbers = ...,
            resolution: float = ...,
            shapes_at: Table | float | Numbers = ...,
            method: Literal["auto", "determinant", "dense"] = ...) -> Results:
        """Eigenvalues of the bodies in sliding contact along the slide, and its unstable zones."""
    def frf(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            about: Literal["undeformed", "deformed"] = ...,
            positions: Table | float | Numbers = ...,
            position: float = ...,
            times: Table | float | Numbers = ...,
            t_start: float = ...,
            inputs: str | Sequence[str] = ...,
            outputs: str | Sequence[str] = ...,
            quantity: Literal["displacement", "velocity", "acceleration"] = ...,
            motion_quantity: Literal["displacement", "velocity", "acceleration"] = ...,
            frequency_hz: Table | float | Numbers = ...,
            friction: float = ...) -> Results:
        """Frequency responses of the bodies in sliding contact, frozen at places or times along the slide."""
    def regimes(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            method: Literal["closed-form", "steady-state", "simulation"] = ...,
            cycles: int = ...,
            boundaries: str | Sequence[str] = ...,
            Omega_range: Table | float | Numbers = ...) -> Results:
        """Whether a dry contact under harmonic drive slides without stops, sticks and slips, or stays at rest: the friction forces that part these regimes."""
    def transient(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            scheme: Literal["forward-increment", "modal-propagator", "event-driven", "runge-kutta", "taylor"] = ...,
            h: float = ...,
            start: Table | Literal["auto", "sliding-equilibrium", "static-equilibrium", "rest"] = ...,
            separation: Literal["stop", "follow"] = ...,
            sticking: Literal["stop", "follow"] = ...,
            statistics: Table = ...,
            t_start: float = ...,
            keep_at: Table | float | Numbers = ...,
            t_end: float = ...,
            cycles: float = ...,
            tolerance: float = ...,
            wear: str | Sequence[str] = ...,
            wear_cells: int = ...) -> Results:
        """Time integration of sliding contact."""
    def forced_response(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            n_h: int = ...,
            static_part: Literal["balanced", "excluded"] = ...,
            forces: Literal["exact", "sampled"] = ...,
            samples: int = ...,
            monitor: str | Sequence[str] = ...,
            level: Table | float | Numbers = ...,
            frequency_hz: Table = ...,
            Omega: Table = ...,
            max_step: float = ...,
            tolerance: float = ...,
            stability: bool = ...,
            branches: bool = ...,
            max_points: int = ...,
            restart: Table = ...) -> Results:
        """Periodic response to harmonic drives over frequency, with friction contacts, free play and cubic springs, by harmonic balance: one curve per level, through folds."""
    def backbone(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            method: str | Sequence[str] = ...,
            n_h: int = ...,
            static_part: Literal["balanced", "excluded"] = ...,
            forces: Literal["exact", "sampled"] = ...,
            samples: int = ...,
            monitor: str | Sequence[str] = ...,
            level: Table | float | Numbers = ...,
            over: Table = ...,
            responses: Table | float | Numbers = ...,
            shapes: Table | float | Numbers = ...,
            modes: Numbers = ...,
            frequency_hz: Table = ...,
            Omega: Table = ...,
            max_step: float = ...,
            tolerance: float = ...,
            stability: bool = ...,
            max_points: int = ...,
            energy: Table = ...,
            amplitude: Table = ...,
            at: Table = ...,
            max_curves: int = ...) -> Results:
        """Resonances of the periodic response over the level of harmonic drives, followed as curves, by harmonic balance; or free motions over their energy."""
    def periodic_orbits(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            monitor: str | Sequence[str] = ...,
            frequency_hz: Table = ...,
            Omega: Table = ...,
            over: Table = ...,
            start: Table = ...,
            curves: Table = ...,
            settle: int = ...,
            period: int = ...,
            half_period: bool = ...,
            max_step: float = ...,
            tolerance: float = ...,
            step_tolerance: float = ...,
            branches: bool = ...,
            max_periods: int = ...,
            max_points: int = ...,
            search: Table = ...,
            restart: Table = ...) -> Results:
        """Periodic motions under harmonic drives over frequency, level or another key, exactly, through contact and grazing: branches with their stability and bifurcations, by shooting."""
    def long_motions(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            monitor: str | Sequence[str] = ...,
            start: Table = ...,
            starts: Table = ...,
            sections: Mapping[str, Table] = ...,
            discard: int = ...,
            periods: int = ...,
            indicators: bool = ...,
            stop_when_settled: bool = ...,
            radius: float = ...,
            stay: int = ...,
            longest: int = ...,
            tolerance: float = ...,
            last: int = ...) -> Results:
        """Motions under harmonic drives over many periods, from one start or many: sections, extrema, Lyapunov exponent, 0-1 test, and on which periodic motion they settle, after what life time."""
    def bifurcation_diagram(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            monitor: str | Sequence[str] = ...,
            frequency_hz: Table | float | Numbers = ...,
            Omega: Table | float | Numbers = ...,
            over: Table = ...,
            sweeps: str | Sequence[str] = ...,
            start: Table = ...,
            starts: Table = ...,
            sections: Mapping[str, Table] = ...,
            discard: int = ...,
            periods: int = ...,
            exponent: bool = ...,
            radius: float = ...,
            stay: int = ...,
            longest: int = ...,
            tolerance: float = ...,
            branches: Table = ...) -> Results:
        """Motions under harmonic drives in the long run, over frequency, level or another key: points of sections and the period at each value, from the same starts or from the end of the value before, up and down, with branches of an earlier run."""
    def basins(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            monitor: str | Sequence[str] = ...,
            start: Table = ...,
            plane: Table = ...,
            refine: int = ...,
            orbits: Mapping[str, Table] = ...,
            periods: int = ...,
            radius: float = ...,
            stay: int = ...,
            longest: int = ...,
            tolerance: float = ...,
            sample: int = ...,
            all_again: bool = ...,
            lanes: bool = ...) -> Results:
        """Basins of attraction under harmonic drives: which starts of a plane lead to which periodic motion, how long they take, and how far this depends on the accuracy."""
    def basin_shares(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            frequency_hz: Table | float | Numbers = ...,
            Omega: Table | float | Numbers = ...,
            over: Table = ...,
            start: Table = ...,
            plane: Table = ...,
            random: Table = ...,
            orbits: Mapping[str, Table] = ...,
            periods: int = ...,
            radius: float = ...,
            stay: int = ...,
            longest: int = ...,
            tolerance: float = ...,
            sought: int = ...,
            sample: int = ...,
            lanes: bool = ...,
            jump: float = ...,
            max_step: float = ...) -> Results:
        """Shares of basins of attraction over frequency, level or another key: of a plane of starts or of random ones, under names that branches of periodic motions carry from value to value, with where these end, and their integrity."""
    def limit_directions(self, *, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., excitation: Table = ..., output: Table = ...,
            rho: float | Literal["kappa", "R"] = ...,
            diagram: Table = ...) -> Results:
        """In which directions of slip and spin a body can come to rest on its patch, or leave it, under the constant loads."""
    def output(self, *,
            history_rate_hz: float = ...,
            fields_rate_hz: float = ...,
            history: str | Sequence[str] = ...,
            spectrogram: Sequence[Table] = ...,
            spectrum: Sequence[Table] = ...,
            band_level: Sequence[Table] = ...) -> None:
        """Recorded quantities, and their rate."""
