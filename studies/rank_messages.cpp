#include "studies/rank_messages.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace slideway::studies {

std::shared_ptr<const std::string> encode(const MessageHeader& head, std::string_view text)
{
    auto out = std::make_shared<std::string>(sizeof head + text.size(), '\0');
    std::memcpy(out->data(), &head, sizeof head);
    std::copy(text.begin(), text.end(), out->begin() + sizeof head);
    return out;
}

std::optional<ReceivedMessage> received(Ranks& ranks)
{
    std::optional<Ranks::Message> message = ranks.receive();
    if (!message)
        return std::nullopt;
    ReceivedMessage out{message->sender, {}, std::move(message->text)};
    if (out.text.size() < sizeof(MessageHeader))
        throw std::runtime_error("rank " + std::to_string(out.sender) +
                                 " sent an incomplete message");
    std::memcpy(&out.head, out.text.data(), sizeof(MessageHeader));
    if (out.head.kind == MessageKind::end)
        ranks.end();
    if (out.head.kind == MessageKind::farewell)
        ranks.gone();
    return out;
}

void forward_to_children(Ranks& ranks, const std::shared_ptr<const std::string>& text)
{
    for (const int child : {2 * ranks.rank() + 1, 2 * ranks.rank() + 2})
        if (child < ranks.size())
            ranks.send(child, text);
}

void broadcast(Ranks& ranks, const MessageHeader& head)
{
    const auto text = encode(head);
    for (int receiver = 1; receiver < ranks.size(); ++receiver)
        ranks.send(receiver, text);
}

} // namespace slideway::studies
