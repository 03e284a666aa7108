#include "app/analyses/basin_shares/share_results.hpp"
#include "app/results/interrupted_run.hpp"
#include "base/text.hpp"
#include "studies/orbit_record.hpp"

#include <algorithm>
#include <stdexcept>

namespace slideway {

void each_member(auto& record, Either<studies::ValueOutcome> auto& outcome)
{
    record(outcome.label, outcome.found, outcome.sample, outcome.wrong, outcome.uncertain,
           outcome.periods, outcome.failures);
}

} // namespace slideway

namespace slideway::app {

void write_outcomes(io::ArraySink& sink, const std::vector<studies::ValueOutcome>& outcomes,
                    const std::vector<std::string>& source)
{
    RecordWriter record;
    record(outcomes);
    write_kept(sink, source, record.take());
}

std::vector<studies::ValueOutcome> read_outcomes(const OwnResults& own, const ShareModel& model,
                                                 const Monitor& monitor)
{
    std::vector<studies::ValueOutcome> out;
    read_kept(own, monitor, [&](RecordReader& record) -> std::string {
        record(out);
        const auto fits = [&](const studies::ValueOutcome& outcome) -> bool {
            return static_cast<Index>(outcome.label.size()) == model.at.cols();
        };
        if (out.size() > model.values.size() || !std::all_of(out.begin(), out.end(), fits))
            throw std::invalid_argument("resume: arrays do not fit together");
        return plural(out.size(), "value");
    });
    return out;
}

} // namespace slideway::app
