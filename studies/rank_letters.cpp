#include "studies/rank_letters.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace slideway::studies {

std::shared_ptr<const std::string> letter(const Head& head, std::string_view text)
{
    auto out = std::make_shared<std::string>(sizeof head + text.size(), '\0');
    std::memcpy(out->data(), &head, sizeof head);
    std::copy(text.begin(), text.end(), out->begin() + sizeof head);
    return out;
}

std::optional<Opened> received(Ranks& ranks)
{
    std::optional<Ranks::Letter> come = ranks.receive();
    if (!come)
        return std::nullopt;
    Opened out{come->from, {}, std::move(come->text)};
    if (out.text.size() < sizeof(Head))
        throw std::runtime_error("rank " + std::to_string(out.from) + " sent no letter");
    std::memcpy(&out.head, out.text.data(), sizeof(Head));
    if (out.head.kind == Kind::over)
        ranks.end();
    if (out.head.kind == Kind::bye)
        ranks.gone();
    return out;
}

void pass_on(Ranks& ranks, const std::shared_ptr<const std::string>& text)
{
    for (const int to : {2 * ranks.rank() + 1, 2 * ranks.rank() + 2})
        if (to < ranks.size())
            ranks.send(to, text);
}

void to_all(Ranks& ranks, const Head& head)
{
    const auto text = letter(head);
    for (int to = 1; to < ranks.size(); ++to)
        ranks.send(to, text);
}

} // namespace slideway::studies
