#pragma once

#include "app/analyses/backbone/backbone.hpp"
#include "app/analyses/basin_shares/basin_shares.hpp"
#include "app/analyses/basins/basins.hpp"
#include "app/analyses/bifurcation_diagram/bifurcation_diagram.hpp"
#include "app/analyses/complex_modes.hpp"
#include "app/analyses/forced_response/curves.hpp"
#include "app/analyses/frf.hpp"
#include "app/analyses/limit_directions/limit_directions.hpp"
#include "app/analyses/long_motions/long_motions.hpp"
#include "app/analyses/modes.hpp"
#include "app/analyses/periodic_orbits/orbit_results.hpp"
#include "app/analyses/regimes/regime_limits.hpp"
#include "app/analyses/regimes/regimes.hpp"
#include "app/analyses/static.hpp"
#include "app/analyses/transient/transient.hpp"

#include <variant>

namespace slideway::app {

/// Every analysis there is: the only list. An analysis X is a struct of its options with
///
///   static constexpr std::string_view type, about;
///   static constexpr Takes takes[];            which joint laws it takes, for the documents
///   std::string check(const X&, const Case&, const BuiltModel&, const Monitor&);  what it will do
///   Outcome run(const X&, const Case&, const BuiltModel&, const Monitor&);
///
/// and, where it has them,
///
///   using Result = R;                          struct of its results, with default values
///   void arrays(io::Entries&, R&);             describes the arrays of its results
///   void quantities(io::Entries&, R&);         describes the quantities of its summary
///   void fields(io::Fields&, X&);              its keys
///   Needs needs(const X&);                     what it needs from the model
///   std::vector<std::string> notes(const X&, const BuiltModel&);  what of the model it leaves out
///   void tell_units(X&, unit_of);              of keys that it names, by unit_of(key)
///   void refuse(const X&, const Case&);        what does not go together, before a model is built
///   std::vector<std::filesystem::path> input_files(const X&, const Case&);
///   void heed_laws(X&, const Case&);           what the laws of the case leave out
///   bool takes_own_laws(const X&);             joints whose law a script gives
///   static constexpr bool takes_smooth_own_laws;   the same, if its force is smooth
///   dynamics::RegimeBoundaries boundaries(const X&, const BuiltModel&, const Monitor&);
///   void curve_arrays(io::Entries&, const X*, const LimitCurves&, unit);  boundaries that a map
///                                              draws as curves over its first key
///   Outcome run(..., const OwnResults&);       in place of the other, if it continues with what an
///                                              interrupted run left
///   static constexpr bool shared_by_ranks;     its parts are computed by all ranks()
///   static constexpr bool has_histories;       that signals of [output] are made of
///   static constexpr bool sets_frequency;      of harmonic drives, which [excitation] then is not
///   static constexpr bool leaves_out_harmonic_drives;  which it then warns of
///
/// `check` and `run` refuse with the place of the key at fault; `run` throws Interrupted with
/// nothing to keep. The outcome refers to analysis, case and model.
using Analyses = std::variant<Modes, Static, ComplexModes, Frf, Regimes, Transient, ForcedResponse,
                              Backbone, PeriodicOrbits, LongMotions, BifurcationDiagram, Basins,
                              BasinShares, LimitDirections>;

/// One of them, by a name that can be declared: what hands it on (app/analyses/job.hpp) need not
/// compile them all.
struct Analysis : Analyses {};

} // namespace slideway::app
