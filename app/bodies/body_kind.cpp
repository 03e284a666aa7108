#include "app/bodies/body_kind.hpp"

#include "app/bodies/body_kinds.hpp"
#include "io/alternatives.hpp"

#include <utility>

namespace slideway::app {

BodyKind::BodyKind() : chosen(std::make_shared<const ChosenBody>()) {}

std::vector<BodyKind> body_kinds()
{
    std::vector<BodyKind> kinds;
    for (BodyKinds& kind : io::alternatives<BodyKinds>())
        kinds.emplace_back().chosen =
            std::make_shared<const ChosenBody>(ChosenBody{std::move(kind)});
    return kinds;
}

void fields(io::Fields& f, BodyKind& kind)
{
    ChosenBody chosen = *kind.chosen;
    io::fields_of_type(f, "kind of body", chosen.kind);
    kind.chosen = std::make_shared<const ChosenBody>(std::move(chosen));
}

std::string_view type_of(const BodyKind& kind)
{
    return io::type_of(kind.chosen->kind);
}

std::string_view about(const BodyKind& kind)
{
    return std::visit([](const auto& k) -> std::string_view { return k.about; }, kind.chosen->kind);
}

std::string_view supports(const BodyKind& kind)
{
    return std::visit([](const auto& k) -> std::string_view { return k.supports; },
                      kind.chosen->kind);
}

double placement_angle(const BodyKind& kind)
{
    return std::visit(
        [](const auto& k) -> double {
            if constexpr (requires { k.placement.angle(); })
                return k.placement.angle();
            return 0;
        },
        kind.chosen->kind);
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
        kind.chosen->kind);
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
        kind.chosen->kind);
}

Drawing draw_body(const BodyKind& kind, const BodySource& source, const Monitor& monitor)
{
    return std::visit(
        [&](const auto& k) -> Drawing {
            if constexpr (requires { draw(k, source, monitor); })
                return draw(k, source, monitor);
            return {};
        },
        kind.chosen->kind);
}

MadeBody make_body(const BodyKind& kind, const BodySource& source, Drawing drawing)
{
    return std::visit(
        [&](const auto& k) -> MadeBody { return make(k, source, std::move(drawing)); },
        kind.chosen->kind);
}

} // namespace slideway::app
