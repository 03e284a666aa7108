#include "app/motions/many_starts/basin_options.hpp"

#include "base/text.hpp"
#include "dynamics/lanes/lane_run.hpp"

namespace slideway::app {

using io::Range;

namespace {

constexpr int most_periods = 1000000;

} // namespace

void settling_fields(io::Fields& f, studies::BasinOptions& o)
{
    f.integer({"periods", "", "of the drive that a start has to settle", false,
               Range::between(1, most_periods)},
              o.periods);
    f.number({"radius",
              "",
              "a motion so near to a stable periodic one, at phase 0, may have settled: energy "
              "norm of the distance, "
              "share of its size",
              false,
              {.min = 0, .max = 1, .min_open = true, .max_open = true}},
             o.capture.radius);
    f.integer({"stay", "", "further periods in a row that it has to be as near", false,
               Range::between(0, 1000)},
              o.capture.stay);
    f.integer({"longest", "", "periods of a motion that is found on the way", false,
               Range::between(1, 1000)},
              o.longest);
    f.number({"tolerance", "", "of the error of a Taylor step, relative", false,
              Range::between(1e-16, 1e-3)},
             o.tolerance);
}

void lanes_field(io::Fields& f, studies::BasinOptions& o)
{
    f.flag({"lanes", "",
            "several motions at once in the lanes of the processor (AVX2, AVX-512), where model "
            "and processor have it"},
           o.lanes);
}

Settings settling_settings(const studies::BasinOptions& options,
                           const dynamics::OrbitFamily& family)
{
    const std::string_view kernel = studies::kernel_name(family, options);
    const std::string why = dynamics::lanes_refuse(family.system());
    return {{"method", "Taylor steps from event to event, " +
                           (kernel.empty()
                                ? "one motion after another" + (why.empty() ? "" : " (" + why + ")")
                                : "motions side by side in lanes of " + std::string(kernel))},
            {"modes", std::to_string(family.m())},
            {"tolerance", number_text(options.tolerance)},
            {"settled", "within " + number_text(options.capture.radius) +
                            " of the size of a stable orbit, and for " +
                            plural(options.capture.stay, "period") + " more"},
            {"periods", std::to_string(options.periods) + " at most"}};
}

std::vector<std::string> with_kernel(std::vector<std::string> source,
                                     const dynamics::OrbitFamily& family,
                                     const studies::BasinOptions& options)
{
    source.push_back("lanes of " + std::string(studies::kernel_name(family, options)));
    return source;
}

} // namespace slideway::app
