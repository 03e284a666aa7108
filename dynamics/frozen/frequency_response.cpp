#include "dynamics/frozen/frequency_response.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "base/to_vector.hpp"
#include "dynamics/frozen/receptances.hpp"
#include "dynamics/sliding/slide.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

constexpr Index block_columns = 2048; // sums over modes at once: 2 MB with their results
RowMatrix rows_of(const ResponseModel& fixed, const std::vector<Probe>& probes,
                  const std::string& key)
{
    RowMatrix rows = RowMatrix::Zero(static_cast<Index>(probes.size()), fixed.n_modes());
    for (std::size_t p = 0; p < probes.size(); ++p) {
        const ModalRows row =
            fixed.modal.rows(probes[p].body, probes[p].row.transpose().sparseView(0, 0));
        const Matrix& Phi = fixed.modal.components[row.component].Phi;
        const double scale =
            Phi.size() > 0 ? probes[p].row.cwiseAbs().sum() * Phi.cwiseAbs().maxCoeff() : 0;
        if (!(row.rows.squaredNorm() > 1e-26 * scale * scale))
            throw InputError(key, "\"" + probes[p].name + "\"",
                             "a support or an imposed motion holds it");
        rows.row(static_cast<Index>(p)).segment(fixed.first[row.component], row.rows.cols()) =
            row.rows.row(0);
    }
    return rows;
}

ResponseModel fixed_part(const ModalModel& modal, const FrequencyResponseOptions& options)
{
    if (options.inputs.empty() || options.outputs.empty())
        throw InputError(options.inputs.empty() ? "inputs" : "outputs", "[]",
                         "expected at least one \"substructure.port.component\"");
    if (options.frequencies_hz.empty())
        throw InputError("frequencies_hz", "[]", "expected at least one frequency");
    for (const double f : options.frequencies_hz)
        if (!(f >= 0) || !std::isfinite(f))
            throw InputError("frequencies_hz", number_text(f), "expected a number >= 0");
    if (options.threads < 1)
        throw std::invalid_argument("frequency_response: threads < 1");
    ResponseModel fixed(modal);
    fixed.first = fixed.modal.first_modes();
    fixed.omega.resize(fixed.n_modes());
    for (std::size_t c = 0; c < fixed.modal.components.size(); ++c) {
        const Vector& omega = fixed.modal.components[c].omega;
        fixed.omega.segment(fixed.first[c], omega.size()) = omega;
        const auto elastic = std::upper_bound(omega.begin(), omega.end(), 0.0); // ascending
        fixed.stiffness.push_back(elastic == omega.end() ? 1 : *elastic * *elastic);
    }
    fixed.inputs = rows_of(fixed, options.inputs, "inputs");
    fixed.outputs = rows_of(fixed, options.outputs, "outputs");
    return fixed;
}

std::vector<double> positions_of(const Slide& slide, const assembly::CoupledModel& model,
                                 const FrequencyResponseOptions& options)
{
    const bool timed = !options.times.empty();
    const std::vector<double>& given = timed ? options.times : options.positions;
    if (given.empty())
        return {slide.has_contact() ? slide.start() : 0.0};
    const auto [low, high] = std::minmax_element(given.begin(), given.end());
    const std::string key = timed               ? "times"
                            : given.size() == 1 ? "position"
                                                : "positions",
                      from = key + (key == "position" ? "" : ".from"),
                      to = key + (key == "position" ? "" : ".to");
    if (!slide.has_contact())
        throw InputError(from, number_text(*low), "the model has no sliding contact to place");
    const std::string& contact = model.sliding.front().name;
    const double tolerance = 1e-9 * slide.length();
    const bool elsewhere =
        timed || *low < slide.start() - tolerance || *high > slide.start() + tolerance;
    if (elsewhere && !slide.moves())
        throw InputError(from, number_text(*low),
                         "no motion slides the slave of contact " + contact +
                             " along its master; it stands at " + number_text(slide.start(), 8) +
                             " m");
    if (timed && *low < options.slide.t_start)
        throw InputError(from, number_text(*low),
                         "the motions begin at t_start = " + number_text(options.slide.t_start) +
                             " s");
    std::vector<double> positions = given;
    if (timed)
        for (double& value : positions)
            value = slide.position(value);
    for (const double end :
         {timed ? slide.position(*low) : *low, timed ? slide.position(*high) : *high})
        if (end < -tolerance || end > slide.length() + tolerance)
            throw InputError(
                timed || end > slide.length() ? to : from,
                number_text(timed || end > slide.length() ? *high : *low),
                "the master surface of contact " + contact + " reaches from 0 to " +
                    number_text(slide.length(), 8) + " m" +
                    (timed ? ", and the slave would be at " + number_text(end, 8) + " m" : ""));
    return positions;
}

FrequencyResponsePlan plan_of(const Slide& slide, const assembly::CoupledModel& model,
                              const FrequencyResponseOptions& options, double available)
{
    FrequencyResponsePlan plan;
    plan.positions = positions_of(slide, model, options);
    if (slide.moves())
        for (const double position : plan.positions)
            plan.times.push_back(slide.time(position));
    const double map = static_cast<double>(plan.positions.size()) *
                       static_cast<double>(options.frequencies_hz.size()) * sizeof(double);
    const double pairs = static_cast<double>(options.inputs.size() * options.outputs.size());
    plan.bytes = (2 * pairs + 1) * map; // one more, row by row, while a file is written
    if (plan.bytes > available)
        throw InputError(
            "frequencies_hz", std::to_string(options.frequencies_hz.size()) + " values",
            "with " + std::to_string(plan.positions.size()) + " positions and " +
                number_text(pairs) + " responses the result would take " +
                number_text(plan.bytes / 1073741824, 3) + " GiB of memory, and " +
                number_text(available / 1073741824, 3) + " GiB are free; take larger steps");
    return plan;
}

// The first positions and frequencies.
void keep(FrequencyResponse& result, Index n_positions, Index n_frequencies)
{
    result.position.conservativeResize(n_positions);
    if (result.time.size() > 0)
        result.time.conservativeResize(n_positions);
    result.frequency_hz.conservativeResize(n_frequencies);
    for (Response& response : result.responses) {
        response.real.conservativeResize(n_positions, n_frequencies);
        response.imag.conservativeResize(n_positions, n_frequencies);
    }
}

} // namespace

std::string response_unit(ResponseQuantity quantity, Measure output, Measure input)
{
    const std::string rate = quantity == ResponseQuantity::displacement ? ""
                             : quantity == ResponseQuantity::velocity   ? "/s"
                                                                        : "/s^2";
    return unit_on("m", output) + rate + (input == Measure::rotation ? "/(N m)" : "/N");
}

FrequencyResponsePlan check_frequency_response(const assembly::CoupledModel& model,
                                               const ModalModel& modal,
                                               const FrequencyResponseOptions& options,
                                               double available)
{
    (void)fixed_part(modal, options);
    Slide slide(model, modal, options.slide);
    FrequencyResponsePlan plan = plan_of(slide, model, options, available);
    for (const double position : plan.positions)
        (void)slide.at(position);
    return plan;
}

FrequencyResponse frequency_response(const assembly::CoupledModel& model,
                                     const FrequencyResponseOptions& options,
                                     const Progress& progress)
{
    const OneThread alone;
    return frequency_response(model, modal_model(model, progress), options, progress);
}

FrequencyResponse frequency_response(const assembly::CoupledModel& model, const ModalModel& modal,
                                     const FrequencyResponseOptions& options,
                                     const Progress& progress)
{
    const OneThread alone; // but for those of the options; the numbers do not depend on them
    const ResponseModel fixed = fixed_part(modal, options);
    Slide slide(model, modal, options.slide);
    const FrequencyResponsePlan plan = plan_of(slide, model, options, available_memory());
    FrequencyResponse result;
    result.position = to_vector(plan.positions);
    result.time = to_vector(plan.times);
    result.frequency_hz = to_vector(options.frequencies_hz);
    for (const Probe& output : options.outputs)
        result.outputs.push_back(output.name);
    for (const Probe& input : options.inputs)
        result.inputs.push_back(input.name);
    result.n_modes = fixed.n_modes();
    result.classical = fixed.modal.classical();
    const Index n = result.position.size(), n_f = result.frequency_hz.size();
    result.responses.assign(result.outputs.size() * result.inputs.size(),
                            {Matrix(n, n_f), Matrix(n, n_f)});

    auto asked = [&](double done) -> bool {
        return !progress || progress(done / static_cast<double>(n));
    };
    Index done = 0, n_done = 0; // positions; frequencies of the block that follows
    Index first_block = 0;      // positions
    try {
        while (done < n) {
            ResponseBlock block;
            block.first = done;
            n_done = 0;
            for (Index x = done; x < n; ++x) {
                if (!asked(static_cast<double>(done)))
                    throw Interrupted();
                block.at.push_back(slide.at(result.position(x)));
                block.n_rows = std::max(block.n_rows, block.at.back().n_rows());
                block.rates = block.rates || block.at.back().P_rate.rows() > 0;
                const auto kinds = static_cast<Index>(
                    kinds_of(block.n_rows, fixed.inputs.rows(), fixed.outputs.rows(), block.rates)
                        .size());
                if ((block.n_positions() + 1) * kinds > block_columns)
                    break;
            }
            if (done == 0)
                first_block = block.n_positions();
            prepare(fixed, block);
            result.n_rows = std::max(result.n_rows, block.n_rows);
            const auto n_x = static_cast<double>(block.n_positions());
            const std::optional<InfiniteResponse> bad = solve(
                fixed, options, block, result,
                [&](double part) { return asked(static_cast<double>(done) + part * n_x); }, n_done);
            if (bad)
                throw InputError(
                    "frequencies_hz: at " + number_text(result.frequency_hz(bad->frequency)) +
                    " Hz" +
                    (slide.has_contact()
                         ? ", position " + number_text(1e3 * result.position(bad->position), 8) +
                               " mm"
                         : "") +
                    " the response is infinite: the model resonates there without damping, or "
                    "moves freely; leave this frequency out, or damp or support the bodies");
            done += block.n_positions();
        }
    } catch (const Interrupted&) {
        result.interrupted = true;
        // Of a first block what is there at all its positions.
        keep(result, done > 0 ? done : first_block, done > 0 ? n_f : n_done);
    }
    return result;
}

} // namespace slideway::dynamics
