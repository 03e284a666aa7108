#include "base/interruptible.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <stdexcept>

using namespace slideway;

TEST_CASE("a call that does not end is left when it is asked to", "[base]")
{
    const auto released = std::make_shared<std::promise<void>>();
    const auto left = std::make_shared<std::promise<int>>();
    std::future<int> result = left->get_future();
    auto endless = [released, left]() -> int {
        released->get_future().wait();
        left->set_value(7);
        return 7;
    };
    int asked = 0;
    CHECK_THROWS_AS(interruptible(endless, [&asked] { return ++asked < 3; }), Interrupted);
    CHECK(asked == 3);
    CHECK(result.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
    released->set_value(); // what it uses is still there
    CHECK(result.get() == 7);
}

TEST_CASE("a call gives what it gives, or throws it, also without anybody to ask", "[base]")
{
    const std::function<bool()> nobody, on = [] { return true; };
    for (const auto& go_on : {nobody, on}) {
        CHECK(interruptible([] { return 2; }, go_on) == 2);
        CHECK_THROWS_AS(
            interruptible([]() -> int { throw std::domain_error("indefinite"); }, go_on),
            std::domain_error);
    }
}
