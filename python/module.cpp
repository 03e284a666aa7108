// The extension module _slideway: models of scripts, and the results of their analyses. The package
// python/slideway is the interface for users.

#include "app/analyses/job.hpp"
#include "app/analyses/keys.hpp"
#include "app/case/joint_entry.hpp"
#include "app/case/not_offered.hpp"
#include "app/case/shipped.hpp"
#include "app/case/version.hpp"
#include "app/computation/checked_job.hpp"
#include "app/computation/computation.hpp"
#include "app/model/describe.hpp"
#include "app/model/drawing.hpp"
#include "app/model/shared_bodies.hpp"
#include "app/results/results_folder.hpp"
#include "app/results/summary_file.hpp"
#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "io/case_text.hpp"
#include "python/arrays.hpp"
#include "python/case_state.hpp"
#include "python/gil.hpp"
#include "python/live_body.hpp"
#include "python/matrix_files.hpp"
#include "python/script_law.hpp"
#include "python/script_monitor.hpp"
#include "python/values.hpp"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

namespace slideway::script {

namespace {

namespace py = pybind11;

// Converts (file, line) of a script.
SourceLine line_of(const py::tuple& place)
{
    return {place[0].cast<std::string>(), place[1].cast<int>()};
}

io::CaseNode::Table& tables_of(io::CaseNode& root)
{
    return std::get<io::CaseNode::Table>(root.value);
}

void put(io::CaseNode& root, const std::string& table, io::CaseNode node)
{
    if (io::CaseNode* known = root.find(table))
        *known = std::move(node);
    else
        tables_of(root).emplace_back(table, std::move(node));
}

/// A case that a script builds and changes, stored as a tree.
class Statements {
public:
    explicit Statements(const std::string& script)
    {
        tree_.file = script;
        tree_.root.value = io::CaseNode::Table{};
        changed_ = true;
    }
    /// Calls `work` for a line of the script. Errors without a place get this line.
    template <class Work>
    decltype(auto) at(const SourceLine& where, Work&& work) const
    {
        try {
            return std::forward<Work>(work)();
        } catch (const InputError& error) {
            if (error.has_place() && error.place() != SourceLine{tree_.file.string(), 0})
                throw;
            throw error.moved(where, "");
        }
    }

    /// Reads a shipped case or a case file.
    static Statements load(const std::string& name, const py::tuple& place)
    {
        Statements loaded("");
        const SourceLine where = line_of(place);
        loaded.at(where, [&] {
            try {
                loaded.tree_ = app::parse_case(app::find_case(name));
            } catch (const InputError& error) {
                if (error.place() == SourceLine{name, 0})
                    throw error.moved(where, name + ": ");
                throw;
            }
        });
        loaded.changed_ = false;
        return loaded;
    }

    /// Adds an entry to a list of entries, such as "joint".
    void add(const std::string& table, const py::dict& entry, const py::tuple& place)
    {
        const SourceLine where = line_of(place);
        at(where, [&] {
            const py::object name = entry["name"];
            io::CaseNode node =
                node_of(entry, where,
                        table + (py::isinstance<py::str>(name) ? "." + std::string(py::str(name))
                                                               : std::string()));
            change(where);
            io::CaseNode* list = tree_.root.find(table);
            if (list == nullptr) {
                put(tree_.root, table, {where, io::CaseNode::Array{}});
                list = tree_.root.find(table);
            }
            if (!list->is_array())
                throw InputError(list->where, table + " is a list of entries");
            std::get<io::CaseNode::Array>(list->value).push_back(std::move(node));
        });
    }
    /// Adds keys to a table that exists once, such as "excitation".
    void update(const std::string& table, const py::dict& keys, const py::tuple& place)
    {
        const SourceLine where = line_of(place);
        at(where, [&] {
            io::CaseNode node = node_of(keys, where, table);
            change(where);
            io::CaseNode* known = tree_.root.find(table);
            if (known == nullptr || !known->is_table())
                return put(tree_.root, table, std::move(node));
            for (auto& [key, child] : tables_of(node))
                put(*known, key, std::move(child));
        });
    }
    void set(const std::string& path, const py::object& value, const py::tuple& place)
    {
        const SourceLine where = line_of(place);
        at(where, [&] {
            if (path.empty() || path.front() == '.' || path.back() == '.' ||
                path.find("..") != std::string::npos)
                throw InputError(where, "\"" + path +
                                            "\" is no path; expected one such as "
                                            "\"contact.rub.friction\"");
            const io::CaseNode node = node_of(value, where, path);
            change(where);
            io::set_value(tree_.root, path, node);
        });
    }
    py::object get(const std::string& path, const py::tuple& place) const
    {
        if (const io::CaseNode* node = io::find_value(tree_.root, path))
            return value_of(*node);
        throw InputError(line_of(place), path + " is not given" + hint(path));
    }
    [[nodiscard]] py::object all() const { return value_of(tree_.root); }
    [[nodiscard]] bool has_analysis() const { return tree_.root.find("analysis") != nullptr; }

    /// Text of the case file that save() writes, without files of matrices and meshes.
    [[nodiscard]] std::string text() const { return io::case_text(tree_.root); }

    /// State for pickle.
    [[nodiscard]] py::tuple state() const { return py::make_tuple(state_of(tree_), changed_); }
    static Statements of_state(const py::tuple& state)
    {
        Statements statements("");
        statements.tree_ = tree_of(state[0].cast<py::tuple>());
        statements.changed_ = state[1].cast<bool>();
        return statements;
    }

    /// Writes the case file, with `analysis` in place of its [analysis] unless None. Matrices and
    /// meshes of the script are written beside the file.
    void save(const std::string& file, const py::object& analysis, const py::tuple& place) const
    {
        at(line_of(place), [&] {
            app::CaseTree tree = asked(analysis, {}, line_of(place));
            refuse_laws(tree.root);
            app::move_case(tree.root, tree.file.parent_path(),
                           std::filesystem::absolute(file).parent_path());
            app::write_given(tree.root, file);
            write_text_atomically(file, io::case_text(tree.root));
        });
    }

    /// The model of the case, without its analysis.
    [[nodiscard]] app::Case model(const SourceLine& where) const
    {
        return at(where, [&]() -> app::Case {
            app::refuse_not_offered(tree_.root);
            return app::read_case(tree_);
        });
    }

    /// The job of the case's own [analysis], or of `analysis` unless None.
    [[nodiscard]] app::Job job(const py::object& analysis, const py::dict& sections,
                               const SourceLine& where, RunningLaws& laws) const
    {
        return at(where, [&]() -> app::Job {
            app::CaseTree tree = asked(analysis, sections, where);
            laws.take(tree.root);
            app::refuse_not_offered(tree.root);
            return app::read_job(std::move(tree));
        });
    }

    int n_computing = 0; ///< computations that have not ended

private:
    void change(const SourceLine& where)
    {
        if (n_computing > 0)
            throw InputError(where, "the model is being computed; change it before or after");
        changed_ = true;
    }

    [[nodiscard]] app::CaseTree asked(const py::object& analysis, const py::dict& sections,
                                      const SourceLine& where) const
    {
        app::CaseTree tree = tree_;
        bool changed = changed_;
        if (!analysis.is_none()) {
            std::erase_if(tables_of(tree.root), [](const auto& table) -> bool {
                return table.first == "map" || table.first == "expected";
            });
            put(tree.root, "analysis", node_of(analysis, where, "analysis"));
            changed = true;
        }
        for (const auto& [table, keys] : sections) {
            const std::string name = py::str(table);
            put(tree.root, name, node_of(keys, where, name));
            changed = true;
        }
        if (changed) {
            tree.text = io::case_text(tree.root);
            tree.overrides.clear();
        }
        return tree;
    }

    // Suggests names for the first part of a path that does not exist.
    [[nodiscard]] std::string hint(const std::string& path) const
    {
        std::string known;
        const io::CaseNode* node = &tree_.root;
        for (std::size_t begin = 0; begin <= path.size();) {
            const std::size_t end = std::min(path.find('.', begin), path.size());
            const std::string part = path.substr(begin, end - begin);
            const std::string next = (known.empty() ? "" : known + ".") + part;
            const io::CaseNode* child = io::find_value(tree_.root, next);
            if (child == nullptr) {
                std::vector<std::string> names;
                if (const auto* table = std::get_if<io::CaseNode::Table>(&node->value))
                    for (const auto& [key, value] : *table)
                        names.push_back(key);
                else if (const auto* items = std::get_if<io::CaseNode::Array>(&node->value))
                    for (const io::CaseNode& item : *items)
                        if (const io::CaseNode* name = item.find("name"))
                            names.push_back(std::get<std::string>(name->value));
                return names.empty() ? "" : name_hint(part, names);
            }
            node = child;
            known = next;
            begin = end + 1;
        }
        return "";
    }

    app::CaseTree tree_;
    bool changed_ = false; ///< true if the tree differs from the file it was read from
};

/// Results of a computation in memory.
class ComputedResults {
public:
    explicit ComputedResults(app::Computation done) : done_(std::move(done)) {}

    [[nodiscard]] std::string summary() const
    {
        return app::summary_text(done_.job->c, *done_.built, done_.outcome.summary);
    }
    [[nodiscard]] py::object array(const std::string& name)
    {
        const auto& arrays = memory().arrays();
        const auto found = arrays.find(name);
        return found == arrays.end() ? py::object(py::none()) : array_of(found->second);
    }
    [[nodiscard]] py::list names()
    {
        py::list list;
        for (const auto& [name, array] : memory().arrays())
            list.append(py::str(name));
        return list;
    }
    [[nodiscard]] py::dict attributes()
    {
        py::dict dict;
        for (const auto& [name, text] : memory().attributes())
            dict[py::str(name)] = text;
        return dict;
    }
    /// Writes a folder of results, as `slideway run` does. Holds the GIL, because h5py uses the
    /// same HDF5 library, which is serial.
    void write(const std::string& folder) const
    {
        app::ResultsFolder results(folder);
        app::write_results(results.staging(), done_.job->c, *done_.built, done_.outcome);
        results.replace();
    }

private:
    const io::ArraysInMemory& memory()
    {
        const py::gil_scoped_release free;
        std::call_once(filled_,
                       [this] { app::write_arrays(memory_, done_.job->c, done_.outcome); });
        return memory_;
    }

    app::Computation done_;
    std::once_flag filled_;
    io::ArraysInMemory memory_;
};

// Returns the result of `work`. If a law of the script failed, its error is raised instead.
template <class Work>
auto with_law_errors(const RunningLaws& laws, Work&& work)
{
    try {
        auto done = std::forward<Work>(work)();
        laws.raise();
        return done;
    } catch (const py::error_already_set&) {
        throw;
    } catch (const std::exception&) {
        laws.raise();
        throw;
    }
}

// Returns (results or None, the exception that stopped the computation or None).
py::tuple compute(Statements& model, const std::shared_ptr<app::SharedBodies>& shared,
                  const py::object& analysis, const py::dict& sections, const py::tuple& place,
                  int threads, bool trust_meshes, const py::object& progress)
{
    static std::once_flag planner;
    std::call_once(planner, share_fft_planner);
    const auto start = std::chrono::steady_clock::now();
    const SourceLine where = line_of(place);
    RunningLaws laws;
    const auto job = std::make_shared<app::Job>(model.job(analysis, sections, where, laws));
    job->c.trust_meshes = trust_meshes;
    ScriptMonitor script_monitor(progress);
    app::RunControl control = script_monitor.control();
    control.interrupted = [&, ask = control.interrupted]() -> bool {
        if (laws.failed())
            script_monitor.stop();
        return ask();
    };
    std::optional<app::Computation> done = with_law_errors(laws, [&] {
        return model.at(
            where, [&]() -> auto{
                struct Counted {
                    int& n;
                    explicit Counted(int& counter) : n(++counter) {}
                    ~Counted() { --n; }
                    Counted(const Counted&) = delete;
                    Counted& operator=(const Counted&) = delete;
                } const counted(model.n_computing);
                const py::gil_scoped_release free;
                return app::compute(job, {.threads = threads, .exports = false, .shared = shared},
                                    control);
            });
    });
    if (!done)
        laws.stop(); // stops a computation that still runs
    if (!done)
        return py::make_tuple(py::none(), script_monitor.error());
    app::Summary& summary = done->outcome.summary;
    summary.wall_time =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!laws.empty())
        summary.used.emplace_back(
            "share of the time in own laws",
            number_text(std::min(1.0, laws.seconds() / (summary.wall_time * threads)), 3));
    return py::make_tuple(std::make_shared<ComputedResults>(*std::move(done)),
                          script_monitor.error());
}

// Returns (result of `work` or none, the exception that stopped it or None). `work` takes a Monitor
// and owns its data, because it runs in a thread that may be abandoned.
template <class Work>
auto waited(const Statements& model, const SourceLine& where, Work work)
{
    using Result = std::invoke_result_t<Work, const Monitor&>;
    ScriptMonitor script_monitor{py::none()};
    const app::RunControl control = script_monitor.control();
    const auto result = std::make_shared<std::optional<Result>>();
    const bool done = model.at(where, [&]() -> bool {
        const py::gil_scoped_release free;
        return done_or_left(
            [result, work = std::move(work), monitor = control.monitor] {
                try {
                    *result = work(*monitor);
                } catch (const Interrupted&) {
                }
            },
            control.interrupted, control.can_leave);
    });
    if (!done || !*result)
        return std::make_pair(std::optional<Result>(), script_monitor.error());
    return std::make_pair(std::move(*result), py::object(py::none()));
}

std::shared_ptr<app::Case> case_of(const Statements& model, const SourceLine& where,
                                   bool trust_meshes)
{
    const auto c = std::make_shared<app::Case>(model.model(where));
    c->trust_meshes = trust_meshes;
    return c;
}

// Returns (body or None, the exception that stopped its construction or None).
py::tuple body(const Statements& model, const std::shared_ptr<app::SharedBodies>& shared,
               const std::string& name, const py::tuple& place, bool trust_meshes)
{
    const SourceLine where = line_of(place);
    const auto c = case_of(model, where, trust_meshes);
    std::vector<std::string> names;
    for (const app::SubstructureEntry& entry : c->substructures)
        names.push_back(entry.name);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw InputError(where, "no body " + name + name_hint(name, names));
    const auto [made, error] = waited(
        model, where, [c, shared](const Monitor& monitor) { return shared->of(*c, {}, monitor); });
    if (!made)
        return py::make_tuple(py::none(), error);
    return py::make_tuple(LiveBody(*made, static_cast<std::size_t>(found - names.begin())), error);
}

// Returns (lines of `slideway check` or None, the exception that stopped it or None). Without an
// analysis only the model is checked.
py::tuple check(const Statements& model, const std::shared_ptr<app::SharedBodies>& shared,
                const py::object& analysis, const py::tuple& place, bool trust_meshes)
{
    const SourceLine where = line_of(place);
    if (analysis.is_none() && !model.has_analysis()) {
        const auto c = case_of(model, where, trust_meshes);
        return py::cast(waited(model, where, [c, shared](const Monitor& monitor) -> std::string {
            return app::describe_model(*c, shared->build(*c, {}, monitor));
        }));
    }
    RunningLaws laws;
    const auto job = std::make_shared<app::Job>(model.job(analysis, {}, where, laws));
    job->c.trust_meshes = trust_meshes;
    return py::cast(with_law_errors(laws, [&] {
        return waited(model, where, [job, shared](const Monitor& monitor) -> std::string {
            std::string text;
            app::check_job(*job, shared, monitor, [&](const std::string& lines) { text += lines; });
            return text;
        });
    }));
}

// Returns (description of the model for a drawing or None, the exception that stopped it or None).
py::tuple drawing(const Statements& model, const std::shared_ptr<app::SharedBodies>& shared,
                  const py::tuple& place, bool trust_meshes)
{
    const SourceLine where = line_of(place);
    const auto c = case_of(model, where, trust_meshes);
    return py::cast(waited(model, where, [c, shared](const Monitor& monitor) -> std::string {
        return app::drawing_json(*c, shared->build(*c, {}, monitor));
    }));
}

// Returns (name, title) of each shipped case.
py::list cases()
{
    py::list list;
    for (const std::string& name : app::shipped_cases())
        list.append(py::make_tuple(name, app::shipped_title(name)));
    return list;
}

py::list topics()
{
    py::list list;
    for (const app::Topic& topic : app::topics()) {
        py::list keys;
        for (const io::KeyDoc& key : topic.keys)
            keys.append(py::make_tuple(key.path, key.type, key.unit, key.range, key.default_text,
                                       key.required, key.help));
        list.append(py::make_tuple(topic.table, topic.name, topic.entries, topic.about, keys));
    }
    return list;
}

} // namespace

} // namespace slideway::script

PYBIND11_MODULE(_slideway, m)
{
    using namespace slideway;
    using namespace slideway::script;
    namespace py = pybind11;

    m.attr("version") = app::version;
    add_arrays(m);
    register_shutdown_hook();
    py::register_exception<InputError>(m, "InputError", PyExc_ValueError);
    py::class_<ScriptLaw>(m, "ScriptLaw")
        .def(
            py::init([](py::object function, std::uintptr_t address, std::vector<double> parameters,
                        bool check_slopes, bool smooth, bool spring, bool odd, std::string name) {
                return ScriptLaw(std::move(function), address, std::move(parameters),
                                 {check_slopes, smooth, spring, odd}, std::move(name));
            }))
        .def("__repr__", [](const ScriptLaw& law) { return "<slideway." + law.text() + ">"; });
    py::class_<Statements>(m, "Statements")
        .def(py::init<std::string>())
        .def_static("load", &Statements::load)
        .def("copy",
             [](const Statements& original) {
                 Statements copied = original;
                 copied.n_computing = 0;
                 return copied;
             })
        .def("add", &Statements::add)
        .def("update", &Statements::update)
        .def("set", &Statements::set)
        .def("get", &Statements::get)
        .def("all", &Statements::all)
        .def("save", &Statements::save)
        .def("text", &Statements::text)
        .def(py::pickle([](const Statements& model) -> py::tuple { return model.state(); },
                        [](const py::tuple& state) { return Statements::of_state(state); }));
    py::class_<app::SharedBodies, std::shared_ptr<app::SharedBodies>>(m, "Shared")
        .def(py::init<>())
        .def("made", [](const app::SharedBodies& shared) {
            return py::make_tuple(shared.made(), shared.modes()->size());
        });
    py::class_<ComputedResults, std::shared_ptr<ComputedResults>>(m, "ComputedResults")
        .def("summary", &ComputedResults::summary)
        .def("array", &ComputedResults::array)
        .def("names", &ComputedResults::names)
        .def("attributes", &ComputedResults::attributes)
        .def("write", &ComputedResults::write);
    py::class_<LiveBody>(m, "LiveBody")
        .def("matrix", &LiveBody::matrix)
        .def("T", &LiveBody::T)
        .def("omega", &LiveBody::omega)
        .def("ports", &LiveBody::ports)
        .def("text", &LiveBody::text)
        .def("save", &LiveBody::save);
    m.def("compute", &compute);
    m.def("body", &body);
    m.def("check", &check);
    m.def("drawing", &drawing);
    m.def("cases", &cases);
    m.def("keys", &app::keys_text);
    m.def("topics", &topics);
    m.def("read_matrix_files", &read_matrix_files);
    m.def("read_rows", &read_rows);
    m.def("read_nodes", &read_nodes);
    m.def("unit_systems", &unit_systems);
    m.def("shipped",
          [](const std::string& name) { return slideway::app::shipped_folder(name).string(); });
}
