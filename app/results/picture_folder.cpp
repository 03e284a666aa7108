#include "app/results/picture_folder.hpp"

#include <utility>

namespace slideway::app {

PictureFolder::PictureFolder(std::filesystem::path folder, std::function<bool()> go_on)
    : folder_(std::move(folder)), go_on_(std::move(go_on))
{
}

bool PictureFolder::takes_next() const
{
    if (!go_on_ || (left_out_ == 0 && go_on_()))
        return true;
    ++left_out_;
    return false;
}

} // namespace slideway::app
