#pragma once

#include <filesystem>
#include <functional>

namespace slideway::app {

/// Folder of the pictures for ParaView. Pictures are left out, and counted, as soon as `go_on`
/// returns false.
class PictureFolder {
public:
    /// @param go_on  asked before each picture; empty: there is always time
    explicit PictureFolder(std::filesystem::path folder, std::function<bool()> go_on = {});

    [[nodiscard]] std::filesystem::path operator/(const std::filesystem::path& file) const
    {
        return folder_ / file;
    }

    /// Returns whether there is time for the next picture; false counts it as left out.
    [[nodiscard]] bool takes_next() const;
    [[nodiscard]] int left_out() const { return left_out_; }

private:
    std::filesystem::path folder_;
    std::function<bool()> go_on_;
    mutable int left_out_ = 0;
};

} // namespace slideway::app
