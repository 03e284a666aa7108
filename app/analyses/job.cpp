#include "app/analyses/job.hpp"

#include "app/analyses/analysis.hpp"
#include "app/analyses/keys.hpp"
#include "app/analyses/result_pages.hpp"
#include "app/case/joint_entry.hpp"
#include "app/case/version.hpp"
#include "app/model/pressure_source.hpp"
#include "app/motions/start/unnamed_dofs.hpp"
#include "app/results/quantities.hpp"
#include "base/error.hpp"
#include "base/sort_unique.hpp"
#include "base/text.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/modal/unbounded_potential.hpp"
#include "io/alternatives.hpp"
#include "io/checksum.hpp"
#include "io/reader.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace slideway::app {

namespace {

// Harmonic drives have one frequency.
void refuse_no_frequency(const Case& c)
{
    if (c.excitation.Omega > 0)
        return;
    for (const LoadEntry& load : c.loads)
        if (load.harmonic)
            throw InputError(load.places.of("force"),
                             "load." + load.name +
                                 ".force is harmonic: give its frequency in [excitation]");
    for (const MotionEntry& motion : c.motions)
        if (motion.harmonic)
            throw InputError(motion.places.of("displacement"),
                             "motion." + motion.name +
                                 ".displacement is harmonic: give its frequency in [excitation]");
}

// Other analyses would need the stress and the gyroscopic forces of the rotation.
template <class E>
void refuse_rotation(const Case& c)
{
    if constexpr (!requires { requires E::takes_rotation; })
        if (c.rotation.omega > 0)
            throw InputError(c.rotation.where, "rotation: a centrifugal load belongs to a static "
                                               "analysis; analysis.type is \"" +
                                                   c.analysis.type + "\"");
}

void refuse_signals(const Case& c)
{
    for (const SignalEntry& e : c.output.signals)
        throw InputError(e.places.table, e.table() +
                                             ": signals are made of the histories of a transient; "
                                             "analysis.type is \"" +
                                             c.analysis.type + "\"");
}

// A sentence about the harmonic drives of a case whose analysis has none; "": there are none.
std::string left_out(const Job& job)
{
    const bool leaves_out = std::visit(
        []<class E>(const E& /*analysis*/) -> bool {
            return requires
            {
                requires E::leaves_out_harmonic_drives;
            };
        },
        *job.analysis);
    std::vector<std::string> names;
    for (const LoadEntry& load : job.c.loads)
        if (leaves_out && load.harmonic)
            names.push_back("load " + load.name);
    for (const MotionEntry& motion : job.c.motions)
        if (leaves_out && motion.harmonic)
            names.push_back("motion " + motion.name);
    if (names.empty())
        return "";
    const std::size_t n = names.size();
    constexpr std::size_t most = 5; // named
    names.resize(std::min(n, most));
    return job.c.analysis.type + " leaves out what is harmonic: " + join(names) +
           (n > most ? ", and " + std::to_string(n - most) + " more" : "") +
           "; forced-response and frf have it";
}

// Laws of scripts have neither phases nor exact Fourier coefficients, unless they are smooth.
template <class E>
void refuse_own_laws(const E& e, const Case& c)
{
    if constexpr (requires { takes_own_laws(e); })
        if (takes_own_laws(e))
            return;
    for (const JointEntry& joint : c.joints)
        if (joint.chosen->is_of_script() &&
            !(joint.chosen->is_smooth() && requires { requires E::takes_smooth_own_laws; }))
            throw InputError(joint.places.of("law"), "joint." + joint.name + ".law",
                             "a law of a script",
                             "transient takes it with scheme = \"forward-increment\" or "
                             "\"runge-kutta\", forced-response with forces = \"sampled\"; one with "
                             "smooth = True or spring = True also forced-response, backbone and "
                             "periodic-orbits; " +
                                 std::string(E::type) + " with these keys does not");
}

void refuse(const Job& job)
{
    std::visit(
        [&c = job.c]<class E>(const E& e) {
            refuse_own_laws(e, c);
            refuse_rotation<E>(c);
            if constexpr (
                !requires { requires E::sets_frequency; } &&
                !requires { requires E::leaves_out_harmonic_drives; })
                refuse_no_frequency(c);
            if constexpr (!requires { requires E::has_histories; })
                refuse_signals(c);
            if constexpr (requires { refuse(e, c); })
                refuse(e, c);
        },
        *job.analysis);
}

// Potentials without a lower bound, unless the analysis linearises the laws. Models with sliding
// contacts are left out, because their modes depend on where the contact is.
std::vector<std::string> potential_notes(const Job& job, const BuiltModel& built)
{
    const Analysis& e = *job.analysis;
    const bool linearises = std::holds_alternative<Modes>(e) || std::holds_alternative<Frf>(e) ||
                            std::holds_alternative<ComplexModes>(e);
    if (linearises || !built.model.sliding.empty() || !dynamics::may_be_unbounded(built.model))
        return {};
    return dynamics::unbounded_potentials(built.model, *modal_model(built));
}

// Adds the place of a key of [analysis] under its present name.
void add_present_name(Places& places, const io::FormerKey& key)
{
    const std::string below = key.path.substr(std::string("analysis.").size());
    const std::size_t last = below.rfind('.') + 1; // 0 if there is no dot
    places.keys[below.substr(0, last) + key.name] = key.where;
}

// Components that the starts of an analysis name, whichever of these tables it has.
template <class E>
std::vector<NamedStart> named_starts(const E& e)
{
    std::vector<NamedStart> all;
    if constexpr (requires { e.plane; }) {
        all.push_back(named_in("plane", e.plane, e.start));
    } else if constexpr (requires { e.starts_key(); }) {
        all.push_back(named_in(e.starts_key(), e.starts, e.start));
    } else if constexpr (requires { e.start.displacement; }) {
        all.push_back(named_in("start", e.start));
        if constexpr (requires { e.starts->displacement; })
            if (e.starts)
                all = {named_in("starts", *e.starts)};
        if constexpr (requires { e.search->starts; })
            if (e.search)
                all = {named_in("search.starts", e.search->starts)};
    }
    if constexpr (requires { e.orbits.front().start.displacement; })
        for (const auto& orbit : e.orbits)
            all.push_back(named_in("orbit " + orbit.name + ", start", orbit.start));
    return all;
}

std::vector<std::string> unnamed_dofs(const Analysis& analysis, const BuiltModel& built)
{
    return std::visit(
        [&built](const auto& e) -> std::vector<std::string> {
            std::vector<std::string> all;
            for (const NamedStart& start : named_starts(e))
                for (std::string& sentence : unnamed_dofs(start, built))
                    all.push_back(std::move(sentence));
            return all;
        },
        analysis);
}

// Adds the errors of tables that replace functions of a script.
void add_friction(Summary& s, const Case& c)
{
    for (const ContactEntry& entry : c.contacts)
        if (const auto* table = std::get_if<contact::FrictionTable>(&entry.friction);
            table && table->error > 0)
            s.used.emplace_back("friction of " + entry.name,
                                "a table of " + std::to_string(table->mu.size()) +
                                    " speeds, within " + number_text(table->error, 3) +
                                    " of its function");
}

} // namespace

std::vector<Analysis> analyses()
{
    std::vector<Analysis> all;
    for (Analyses& analysis : io::alternatives<Analyses>())
        all.push_back({std::move(analysis)});
    return all;
}

std::string_view type_of(const Analysis& analysis)
{
    return io::type_of(analysis);
}

std::string_view about(const Analysis& analysis)
{
    return std::visit([](const auto& e) { return e.about; }, analysis);
}

std::vector<Takes> takes(const Analysis& analysis)
{
    return std::visit(
        [](const auto& e) -> std::vector<Takes> {
            return {std::begin(e.takes), std::end(e.takes)};
        },
        analysis);
}

std::vector<ResultPage> analysis_pages()
{
    std::vector<ResultPage> pages;
    for (const Analyses& analysis : io::alternatives<Analyses>())
        std::visit(
            [&pages]<class E>(const E& /*analysis*/) {
                pages.push_back(result_page<typename E::Result>(E::type, E::about));
            },
            analysis);
    pages.push_back(result_page<SmoothedJoints>(
        "smoothing", "A joint with `smoothing` adds quantities to the results of any analysis."));
    return pages;
}

void fields(io::Fields& f, Analysis& analysis)
{
    io::fields_of_type(f, "the question", analysis);
}

Job read_job(const std::filesystem::path& file, const std::vector<std::string>& overrides)
{
    return read_job(parse_case(file, overrides));
}

Job read_job(CaseTree tree)
{
    const io::CaseNode* given = tree.root.find("analysis");
    if (!given)
        throw InputError({tree.file.string(), 0}, "missing table [analysis]");
    const io::CaseNode node = *given;
    Job job{read_case(std::move(tree)), {}};
    Analysis analysis;
    std::vector<io::FormerKey> former_keys;
    io::read_table(
        node, "analysis", [&analysis](io::Fields& f) { fields(f, analysis); }, &former_keys);
    for (const io::FormerKey& key : former_keys)
        add_present_name(job.c.analysis.places, key);
    job.c.former_keys.insert(job.c.former_keys.end(), former_keys.begin(), former_keys.end());
    job.c.analysis.type = type_of(analysis);
    std::visit(
        [&c = job.c](auto& e) {
            if constexpr (requires { set_units(e, [](const std::string& k) { return k; }); })
                set_units(e, [&c](const std::string& key) { return key_unit(c, key); });
            if constexpr (requires { heed_laws(e, c); })
                heed_laws(e, c);
        },
        analysis);
    job.analysis = std::make_shared<const Analysis>(std::move(analysis));
    refuse(job);
    return job;
}

bool shared_by_ranks(const Job& job)
{
    return job.c.map || std::visit(
                            []<class E>(const E& /*analysis*/) -> bool {
                                return requires
                                {
                                    requires E::shared_by_ranks;
                                };
                            },
                            *job.analysis);
}

InputError nothing_to_share(const Job& job, int n_ranks)
{
    const auto& analysis = job.c.analysis;
    return {analysis.places.of("type"), "analysis.type", "\"" + analysis.type + "\"",
            "has nothing that " + std::to_string(n_ranks) +
                " processes could share; expected a [map], a body with reduction.solver = "
                "\"distributed\", or start one process"};
}

bool offers_boundaries(const Job& job)
{
    return std::visit(
        [](const auto& e) -> bool {
            return requires(const BuiltModel& built, const Monitor& monitor)
            {
                boundaries(e, built, monitor);
            };
        },
        *job.analysis);
}

dynamics::RegimeBoundaries boundaries(const Job& job, const BuiltModel& built,
                                      const Monitor& monitor)
{
    return std::visit(
        [&](const auto& e) -> dynamics::RegimeBoundaries {
            if constexpr (requires { boundaries(e, built, monitor); })
                return boundaries(e, built, monitor);
            throw std::logic_error("an analysis without boundaries");
        },
        *job.analysis);
}

void boundary_arrays(io::Entries& a, const Analysis& analysis, const LimitCurves& curves,
                     const std::string& unit)
{
    std::visit(
        [&](const auto& e) {
            if constexpr (requires { curve_arrays(a, &e, curves, unit); })
                curve_arrays(a, &e, curves, unit);
            else
                throw std::logic_error("an analysis without boundaries");
        },
        analysis);
}

std::vector<std::filesystem::path> input_files(const Job& job)
{
    std::vector<std::filesystem::path> files = std::visit(
        [&c = job.c](const auto& e) -> std::vector<std::filesystem::path> {
            if constexpr (requires { input_files(e, c); })
                return input_files(e, c);
            return {};
        },
        *job.analysis);
    const std::filesystem::path folder = job.c.file.parent_path();
    for (const SubstructureEntry& entry : job.c.substructures)
        for (const std::filesystem::path& file : files_of(entry.kind, folder))
            files.push_back(file);
    for (const std::filesystem::path& file : pressure_files(job.c))
        files.push_back(file);
    sort_unique(files);
    return files;
}

std::vector<std::string> source_of(const Job& job)
{
    const Case& c = job.c;
    std::vector<std::string> source = {version, c.text};
    source.insert(source.end(), c.overrides.begin(), c.overrides.end());
    for (const std::filesystem::path& file : input_files(job))
        if (std::filesystem::is_regular_file(file)) // others are refused where they are read
            source.push_back(file.filename().string() + " " + io::checksum_of(file).text());
    return source;
}

Needs needs(const Job& job)
{
    Needs all = std::visit(
        [](const auto& e) -> Needs {
            if constexpr (requires { needs(e); })
                return needs(e);
            return {};
        },
        *job.analysis);
    all.all_ranks = shared_by_ranks(job);
    return all;
}

BuiltModel build_model(const Job& job, const Monitor& monitor)
{
    return build_model(job.c, needs(job), monitor);
}

std::string check(const Job& job, const BuiltModel& built, const Monitor& monitor)
{
    std::string text =
        std::visit([&](const auto& e) -> std::string { return check(e, job.c, built, monitor); },
                   *job.analysis);
    for (const std::string& sentence : unnamed_dofs(*job.analysis, built))
        text += sentence + "\n";
    return text;
}

std::vector<std::string> notes(const Job& job, const BuiltModel& built)
{
    std::vector<std::string> all;
    for (const io::FormerKey& key : job.c.former_keys)
        all.push_back(key.note());
    for (std::string& note : std::visit(
             [&](const auto& e) -> std::vector<std::string> {
                 if constexpr (requires { notes(e, built); })
                     return notes(e, built);
                 return {};
             },
             *job.analysis))
        all.push_back(std::move(note));
    for (std::string& note : potential_notes(job, built))
        all.push_back(std::move(note));
    if (std::string note = left_out(job); !note.empty())
        all.push_back(std::move(note));
    return all;
}

Outcome run(const Job& job, const BuiltModel& built, const Monitor& monitor,
            const std::filesystem::path& folder)
{
    Outcome outcome = std::visit(
        [&](const auto& e) -> Outcome {
            if constexpr (requires(const OwnResults& own) { run(e, job.c, built, monitor, own); })
                return run(e, job.c, built, monitor,
                           {folder.empty() ? folder : folder / "results.h5", source_of(job)});
            else
                return run(e, job.c, built, monitor);
        },
        *job.analysis);
    for (std::string& sentence : unnamed_dofs(*job.analysis, built))
        outcome.summary.lines.push_back(std::move(sentence));
    add_smoothing(outcome.summary, built);
    add_friction(outcome.summary, job.c);
    add_places(outcome.summary, job.c, built);
    return outcome;
}

} // namespace slideway::app
