#include "app/bodies/body_kind.hpp"

namespace slideway::app {

std::string_view about(const BodyKind& kind)
{
    return std::visit([](const auto& k) -> std::string_view { return k.about; }, kind);
}

std::string_view supports(const BodyKind& kind)
{
    return std::visit([](const auto& k) -> std::string_view { return k.supports; }, kind);
}

bool is_made_at_once(const BodyKind& kind)
{
    return std::visit(
        []<class K>(const K&) -> bool {
            return requires
            {
                requires K::made_at_once;
            };
        },
        kind);
}

std::vector<std::filesystem::path> files_of(const BodyKind& kind,
                                            const std::filesystem::path& folder)
{
    return std::visit(
        [&](const auto& k) -> std::vector<std::filesystem::path> {
            if constexpr (requires { input_files(k, folder); })
                return input_files(k, folder);
            return {};
        },
        kind);
}

Drawing draw_body(const BodyKind& kind, const BodySource& source, const Monitor& monitor)
{
    return std::visit(
        [&](const auto& k) -> Drawing {
            if constexpr (requires { draw(k, source, monitor); })
                return draw(k, source, monitor);
            return {};
        },
        kind);
}

MadeBody make_body(const BodyKind& kind, const BodySource& source, Drawing drawing)
{
    return std::visit(
        [&](const auto& k) -> MadeBody { return make(k, source, std::move(drawing)); }, kind);
}

} // namespace slideway::app
