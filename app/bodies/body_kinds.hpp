#pragma once

#include "app/bodies/axisymmetric.hpp"
#include "app/bodies/beam.hpp"
#include "app/bodies/lumped.hpp"
#include "app/bodies/matrices.hpp"
#include "app/bodies/plane_strain.hpp"
#include "app/bodies/plane_stress.hpp"
#include "app/bodies/rigid.hpp"
#include "app/bodies/solid.hpp"

#include <variant>

namespace slideway::app {

/// All kinds of bodies. This is the only list, and only body_kind.cpp reads it. The rest of the
/// program uses BodyKind. A kind X is a struct of its keys with
///
///   static constexpr std::string_view type, about;
///   static constexpr std::string_view supports;             meaning of the key `fixed`
///   void fields(io::Fields&, X&);                           its keys, without `fixed`
///   MadeBody make(const X&, const BodySource&, Drawing);    in coordinates from source.origin
///
/// and, if needed,
///
///   Drawing draw(const X&, const BodySource&, const Monitor&);    reads files, determines the
///   place std::vector<std::filesystem::path> input_files(const X&, const std::filesystem::path&
///   folder); static constexpr bool made_at_once;    fast enough for thousands of bodies per curve
///
/// `draw` and `make` throw InputError that names the wrong key, without a place.
using BodyKinds =
    std::variant<PlaneStress, PlaneStrain, Axisymmetric, Solid, Beam, Lumped, Rigid, Matrices>;

/// The kind that a BodyKind holds.
struct ChosenBody {
    BodyKinds kind;
};

} // namespace slideway::app
