#pragma once

#include "app/bodies/body.hpp"
#include "base/monitor.hpp"
#include "io/fields.hpp"

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace slideway::app {

struct ChosenBody;

/// A kind of body with its keys, one of body_kinds.hpp. Copies share the immutable content.
struct BodyKind {
    BodyKind(); ///< first kind of the list
    std::shared_ptr<const ChosenBody> chosen;
};

/// All kinds with their defaults, in the order of the list.
[[nodiscard]] std::vector<BodyKind> body_kinds();
/// Reads the key `type` and the keys of that kind.
void fields(io::Fields& f, BodyKind& kind);

[[nodiscard]] std::string_view type_of(const BodyKind& kind);
[[nodiscard]] std::string_view about(const BodyKind& kind);
/// Meaning of the key `fixed` for this kind.
[[nodiscard]] std::string_view supports(const BodyKind& kind);
/// Angle by which its placement rotates the body [rad]; 0 if the kind has no placement.
[[nodiscard]] double placement_angle(const BodyKind& kind);
/// True if making a body is so fast that a curve may make thousands.
[[nodiscard]] bool is_made_at_once(const BodyKind& kind);
/// Files that its keys name, relative to `folder`, including the files of named folders.
[[nodiscard]] std::vector<std::filesystem::path> files_of(const BodyKind& kind,
                                                          const std::filesystem::path& folder);

/// Reads the files of a body and determines its place. @throws InputError  names the wrong key
[[nodiscard]] Drawing draw_body(const BodyKind& kind, const BodySource& source,
                                const Monitor& monitor);
/// Makes the body in coordinates from source.origin, which is also the pole of its rigid motions.
/// @throws InputError  names the wrong key
[[nodiscard]] MadeBody make_body(const BodyKind& kind, const BodySource& source, Drawing drawing);

} // namespace slideway::app
