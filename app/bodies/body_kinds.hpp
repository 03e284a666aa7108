#pragma once

#include "app/bodies/beam.hpp"
#include "app/bodies/lumped.hpp"
#include "app/bodies/matrices.hpp"
#include "app/bodies/plane_stress.hpp"
#include "app/bodies/rigid.hpp"

#include <variant>

namespace slideway::app {

/// Every kind of body there is: the only list, which body_kind.cpp alone reads; the rest of the
/// program sees BodyKind. A kind X is a struct of its keys with
///
///   static constexpr std::string_view type, about;
///   static constexpr std::string_view supports;             what the key `fixed` means
///   void fields(io::Fields&, X&);                           its keys, without `fixed`
///   MadeBody make(const X&, const BodySource&, Drawing);    in coordinates from source.origin
///
/// and, where it has them,
///
///   Drawing draw(const X&, const BodySource&, const Monitor&);    reads its files, finds its place
///   std::vector<std::filesystem::path> input_files(const X&, const std::filesystem::path& folder);
///   static constexpr bool made_at_once;    cheap: curves over its keys take thousands of them
///
/// `draw` and `make` throw InputError of the key at fault, without a place.
using BodyKinds = std::variant<PlaneStress, Beam, Lumped, Rigid, Matrices>;

/// The one that a BodyKind holds.
struct ChosenBody {
    BodyKinds kind;
};

} // namespace slideway::app
