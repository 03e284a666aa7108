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

/// A kind of body with its keys, one of body_kinds.hpp. A value: copies share what does not change.
struct BodyKind {
    BodyKind(); ///< the first of the list
    std::shared_ptr<const ChosenBody> chosen;
};

/// Every kind with its defaults, in the order of the list.
[[nodiscard]] std::vector<BodyKind> body_kinds();
/// The key `type`, and the keys of that kind.
void fields(io::Fields& f, BodyKind& kind);

[[nodiscard]] std::string_view type_of(const BodyKind& kind);
[[nodiscard]] std::string_view about(const BodyKind& kind);
/// What the key `fixed` means to it.
[[nodiscard]] std::string_view supports(const BodyKind& kind);
/// Angle that its placement turns a body of this kind by [rad]; 0: it has no placement.
[[nodiscard]] double placement_angle(const BodyKind& kind);
/// Whether it takes so little time to make one that a curve may take thousands.
[[nodiscard]] bool is_made_at_once(const BodyKind& kind);
/// The files that its keys name, relative to that folder, and those of folders.
[[nodiscard]] std::vector<std::filesystem::path> files_of(const BodyKind& kind,
                                                          const std::filesystem::path& folder);

/// Reads the files of a body and finds its place. @throws InputError of the key at fault
[[nodiscard]] Drawing draw_body(const BodyKind& kind, const BodySource& source,
                                const Monitor& monitor);
/// Makes the body in coordinates that count from source.origin, about which its rigid motions turn.
/// @throws InputError of the key at fault
[[nodiscard]] MadeBody make_body(const BodyKind& kind, const BodySource& source, Drawing drawing);

} // namespace slideway::app
