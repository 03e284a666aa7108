#include "app/motions/over_parameter/keyed_models.hpp"

#include "app/case/joint_entry.hpp"
#include "app/motions/monitors.hpp"
#include "assembly/joint.hpp"
#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/modal/shared_modes.hpp"

#include <algorithm>
#include <optional>

namespace slideway::app {

namespace {

// Systems that are kept: of an evaluation three, and those of the point before and of its zeros.
constexpr std::size_t most_known = 12;

io::CaseNode resolved_tree(const Case& c)
{
    io::CaseNode root = parse_case(c).root;
    io::resolve_likes(root);
    return root;
}

std::string values_text(const std::vector<std::string>& keys, const std::vector<double>& values)
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < keys.size(); ++i)
        parts.push_back(keys[i] + " = " + number_text(values[i]));
    return join(parts);
}

bool of_bodies(const std::string& key)
{
    return key.starts_with("substructure.");
}

// Calls `work`; its errors state the value of the key.
template <class Work>
decltype(auto) name_values_in_errors(const std::vector<std::string>& keys,
                                     const std::vector<double>& values, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        throw InputError("at " + values_text(keys, values) + ": " + error.text());
    }
}

// A number of the law of a joint that no other joint has by its `like`; else none.
std::optional<dynamics::LawNumber> number_of(const std::string& key, const Case& c,
                                             const dynamics::JointedSystem& system)
{
    const std::size_t last = key.rfind('.');
    if (!key.starts_with("joint.") || last <= 5)
        return std::nullopt;
    const std::string name = key.substr(6, last - 6), number = key.substr(last + 1);
    for (const JointEntry& joint : c.joints)
        if (joint.like == name)
            return std::nullopt;
    for (std::size_t k = 0; k < system.joints.size(); ++k)
        for (const contact::LawParameter& p : system.joints[k].law->parameters())
            if (system.joints[k].name == name && p.name == number)
                return dynamics::LawNumber{k, number};
    return std::nullopt;
}

std::size_t rows_of(const dynamics::JointedSystem& system)
{
    std::size_t n = 0;
    for (const dynamics::ModalLaw& joint : system.joints)
        n += static_cast<std::size_t>(joint.on.rows.rows());
    return n;
}

} // namespace

void refuse_key(const Case& c, const std::string& table, const std::string& key)
{
    const std::vector<std::string> tables = {"substructure", "bond", "joint", "motion", "load"};
    const std::string first = key.substr(0, key.find('.'));
    if (std::find(tables.begin(), tables.end(), first) == tables.end() || first == key)
        throw InputError(table + ".key", "\"" + key + "\"",
                         "expected \"level\", or a key of " + join(tables) +
                             " that takes a number, as \"joint.stops.clearance\"");
    const io::CaseNode root = resolved_tree(c);
    const io::CaseNode* node = io::find_value(root, key);
    if (node && !std::holds_alternative<double>(node->value))
        throw InputError(table + ".key", "\"" + key + "\"",
                         "the case gives it " + node->text() +
                             "; expected a key that takes a number");
}

void refuse_value(const Case& c, const std::string& key, double value)
{
    CaseTree tree = parse_case(c);
    name_values_in_errors({key}, {value}, [&]() -> void {
        set_override(tree, key, value);
        (void)read_case(std::move(tree));
    });
}

dynamics::OrbitParameter parameter_of(const std::string& prefix, const std::string& key,
                                      double from, double to, const Case& c,
                                      const dynamics::JointedSystem& system)
{
    using Kind = dynamics::OrbitParameter::Kind;
    if (key == "Omega")
        return {Kind::Omega};
    if (key == "level")
        return {Kind::level};
    refuse_key(c, prefix, key);
    for_key(prefix, key, [&]() {
        for (const double end : {from, to})
            refuse_value(c, key, end);
    });
    if (const auto number = number_of(key, c, system))
        return {Kind::number, *number};
    return {Kind::key};
}

dynamics::SystemOfKeys systems_of(const std::shared_ptr<KeyedModels>& models)
{
    if (!models)
        return {};
    return [models](const std::vector<double>& values) { return models->system(values); };
}

std::optional<double> number_given(const Case& c, const std::string& key)
{
    const io::CaseNode root = resolved_tree(c);
    const io::CaseNode* node = io::find_value(root, key);
    const double* number = node ? std::get_if<double>(&node->value) : nullptr;
    return number ? std::optional(*number) : std::nullopt;
}

double value_of_key(const Case& c, const std::string& table, const std::string& key)
{
    if (const auto number = number_given(c, key))
        return *number;
    throw InputError(table + ".key", "\"" + key + "\"",
                     "the case does not give it; give its value there, at which labels begin");
}

KeyedModels::KeyedModels(Needs needs, std::vector<std::string> monitors, const Case& c,
                         const BuiltModel& own, std::shared_ptr<const dynamics::ModalModel> modal,
                         std::vector<std::string> keys)
    : monitors_(std::move(monitors)), trust_meshes_(c.trust_meshes), tree_(parse_case(c)),
      keys_(std::move(keys)), needs_(std::move(needs)),
      new_bodies_(std::any_of(keys_.begin(), keys_.end(), of_bodies)),
      modes_(std::make_shared<dynamics::SharedModes>()), modal_(std::move(modal))
{
    for (const BuiltBody& body : own.bodies)
        if (!body.reduced.T_rows.empty())
            throw InputError("substructure." + body.name + ".reduction" +
                             (body.distributed ? ".solver = \"distributed\"" : ".recover") +
                             " keeps a part of the shapes; branches over a key of the case take "
                             "them whole (" +
                             (body.distributed ? "\"embedded\", or a body of type matrices"
                                               : "leave recover out") +
                             ")");
        else
            T_.push_back(body.reduced.T);
    if (!new_bodies_)
        bodies_ = build_bodies(c, needs_);
    n_rows_ = rows_of(dynamics::jointed_system(own.model, *modal_));
}

Case KeyedModels::at(const std::vector<double>& values) const
{
    CaseTree tree = tree_;
    for (std::size_t i = 0; i < keys_.size(); ++i)
        set_override(tree, keys_[i], values[i]);
    Case c = read_case(std::move(tree));
    c.trust_meshes = trust_meshes_;
    for (SubstructureEntry& entry : c.substructures)
        entry.export_folder.clear(); // the model of the case itself has written it
    return c;
}

KeyedModels::Model KeyedModels::model(const std::vector<double>& values) const
{
    return name_values_in_errors(keys_, values, [&]() -> Model {
        Model out{at(values), {}, {}};
        out.built = new_bodies_ ? build_model(out.c, needs_) : couple(out.c, needs_, bodies_);
        if (!new_bodies_)
            out.built.modes = modes_;
        out.modal = modal_model(out.built);
        return out;
    });
}

// In the modes of the case itself, of the displacements of those at other values. Bodies keep the
// meaning of their dofs; reductions have bases of their own.
Matrix KeyedModels::to_states(const Model& model) const
{
    const dynamics::ModalModel& own = *modal_;
    Matrix out = Matrix::Zero(own.n_modes(), own.n_modes());
    Index first = 0;
    for (std::size_t k = 0; k < own.components.size(); ++k) {
        const assembly::PrimalModel& part = own.parts[k];
        Matrix shapes = model.modal->components[k].Phi;
        for (std::size_t b = 0; b < part.bodies.size(); ++b) {
            const std::size_t body = part.bodies[b];
            const std::shared_ptr<const Matrix>& T = model.built.bodies[body].reduced.T;
            if (T == T_[body])
                continue;
            auto rows = shapes.middleRows(part.offset[b], part.offset[b + 1] - part.offset[b]);
            const Matrix& matrix = *T_[body];
            rows = Cholesky(matrix.transpose() * matrix)
                       .solve(matrix.transpose() * (*T * rows))
                       .eval();
        }
        const Matrix& Phi = own.components[k].Phi;
        out.block(first, first, Phi.cols(), Phi.cols()) = Phi.transpose() * (part.M_u * shapes);
        first += Phi.cols();
    }
    return out;
}

dynamics::KeyedSystem KeyedModels::system_of(const Model& model) const
{
    const dynamics::ModalModel &own = *modal_, &modal = *model.modal;
    const auto same_sizes = [&]() -> bool {
        for (std::size_t k = 0; k < own.components.size(); ++k)
            if (modal.components[k].Phi.rows() != own.components[k].Phi.rows() ||
                modal.components[k].Phi.cols() != own.components[k].Phi.cols())
                return false;
        for (std::size_t b = 0; b < T_.size(); ++b) {
            const auto& T = model.built.bodies[b].reduced.T;
            if (!T != !T_[b] || (T && (T->rows() != T_[b]->rows() || T->cols() != T_[b]->cols())))
                return false;
        }
        return true;
    };
    dynamics::KeyedSystem out{dynamics::jointed_system(model.built.model, modal), {}, {}, {}};
    if (modal.components.size() != own.components.size() ||
        model.built.bodies.size() != T_.size() || !same_sizes() || rows_of(out.system) != n_rows_)
        throw InputError("the model has other dofs or joints than at the value of the case: " +
                         std::to_string(modal.n_modes()) + " modes in place of " +
                         std::to_string(own.n_modes()) +
                         "; expected a key that leaves their number alone");
    out.to_states = to_states(model);
    out.from_states = Lu(out.to_states).inverse();
    if (!out.from_states.allFinite())
        throw InputError("the modes of the model do not span those at the value of the case");
    return out;
}

std::shared_ptr<const dynamics::KeyedSystem> KeyedModels::system(const std::vector<double>& values)
{
    const auto found = std::find_if(known_.begin(), known_.end(),
                                    [&](const auto& known) { return known.first == values; });
    if (found != known_.end()) {
        std::rotate(found, found + 1, known_.end());
        return known_.back().second;
    }
    const Model keyed_model = model(values);
    auto made =
        name_values_in_errors(keys_, values, [&]() -> std::shared_ptr<const dynamics::KeyedSystem> {
            dynamics::KeyedSystem system = system_of(keyed_model);
            system.outputs =
                monitor_outputs(monitors_, keyed_model.c, keyed_model.built, *keyed_model.modal);
            return std::make_shared<const dynamics::KeyedSystem>(std::move(system));
        });
    if (known_.size() == most_known)
        known_.erase(known_.begin());
    known_.emplace_back(values, made);
    return made;
}

void KeyedModels::check(const std::vector<double>& values)
{
    std::optional<Model> keyed_model;
    try {
        keyed_model = model(values);
    } catch (const InputError&) {
        return;
    }
    name_values_in_errors(keys_, values, [&]() -> void { (void)system_of(*keyed_model); });
}

} // namespace slideway::app
