#include "app/analyses/bifurcation_diagram/diagram_results.hpp"
#include "app/motions/many_starts/kept_motion.hpp"
#include "app/results/interrupted_run.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace slideway {

void each_member(auto& record, Either<studies::DiagramSeries> auto& series)
{
    record(series.motions, series.joined);
}

} // namespace slideway

namespace slideway::app {

namespace {

void refuse_others(const studies::BifurcationDiagram& found, const BifurcationDiagram& e,
                   const DiagramModel& model)
{
    dynamics::LongMotionOptions options = e.options;
    options.watched = model.systems.at.front().watched;
    options.sections = model.sections;
    bool fit = found.series.size() == e.sweeps.size() * model.systems.at.front().starts.size();
    for (const studies::DiagramSeries& series : found.series) {
        fit = fit && series.motions.size() == model.systems.at.size() &&
              (series.joined.empty() || series.joined.size() + 1 == series.motions.size());
        for (const studies::StartedMotion& motion : series.motions)
            fit = fit && fits(motion, options);
    }
    if (!fit)
        throw std::invalid_argument("resume: arrays do not fit together");
}

} // namespace

void write_interrupted(io::ArraySink& sink, const studies::BifurcationDiagram& found,
                       const std::vector<std::string>& source)
{
    RecordWriter record;
    record(found.series);
    write_kept(sink, source, record.take());
}

studies::BifurcationDiagram read_interrupted(const OwnResults& own, const BifurcationDiagram& e,
                                             const DiagramModel& model, const Monitor& monitor)
{
    studies::BifurcationDiagram out;
    read_kept(own, monitor, [&](RecordReader& record) -> std::string {
        record(out.series);
        refuse_others(out, e, model);
        std::size_t n = 0;
        for (const studies::DiagramSeries& series : out.series)
            for (const studies::StartedMotion& motion : series.motions)
                n += motion.done() ? 1 : 0;
        return plural(n, "motion");
    });
    return out;
}

} // namespace slideway::app
