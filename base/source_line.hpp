#pragma once

#include <string>

namespace slideway {

/// Place where a user wrote something: "cases/brake.toml" line 14, or "--set" line 0.
struct SourceLine {
    std::string file;
    int line = 0; ///< 1-based; 0: no line

    [[nodiscard]] std::string text() const;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

} // namespace slideway
