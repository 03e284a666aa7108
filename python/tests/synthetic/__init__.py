"""Small results folders in the formats of docs/results.md, with numbers a test knows."""
from .folder import UNITS, seal, write
from .transients import CASE, fretting, stick_slip, stops, transient, wear
from .linear import complex_modes, frf, limit_directions, mode_bars, mode_shapes, modes, static
from .periodic import backbone, forced_response, free_motions, periodic_orbits
from .starts import basin_shares, basins, bifurcation_diagram, life_times, long_motion, many_basins
from .maps import force_map, lock_in_map, map_of_regimes, regime_map, regimes
