#include "base/interruptible.hpp"

#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

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
    released->set_value(); // the data of the work still exist
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

TEST_CASE("a process that ends waits for calls that it left", "[base]")
{
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    std::fflush(nullptr);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        try {
            (void)interruptible(
                [to = ends[1]] {
                    std::this_thread::sleep_for(std::chrono::milliseconds(100));
                    return write(to, "done", 4);
                },
                [] { return false; });
        } catch (const Interrupted&) {
            std::exit(0);
        }
        std::_Exit(1);
    }
    close(ends[1]);
    char reported[4];
    CHECK(read(ends[0], reported, 4) == 4);
    close(ends[0]);
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}
