#include "dynamics/modal/modal_model.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/other_parts.hpp"
#include "base/error.hpp"
#include "dynamics/modal/modal_source.hpp"

namespace slideway::dynamics {

namespace {

// Static response of a component to a unit of one motion, with its free rigid modes at rest.
Vector static_follower(const assembly::PrimalModel& part, const reduction::ModalForm& form,
                       std::size_t k)
{
    const Vector lift = part.lift.col(static_cast<Index>(k));
    const Vector load = form.Phi.transpose() * (part.K_u * lift);
    const Vector q =
        (form.omega.array() > 0).select(load.array() / form.omega.array().square(), 0.0).matrix();
    return lift - form.Phi * q;
}

// Modal rows and matrices of the motions of a component, whose followers are known.
void add_motion_matrices(ModalModel& modal, const assembly::PrimalModel& part,
                         const reduction::ModalForm& form, const std::vector<bool>& is_rigid)
{
    const auto n_motions = static_cast<Index>(modal.motions.size());
    const SparseMatrix C_absolute = part.C_u - part.C_relative;
    for (std::size_t k = 0; k < part.motions.size(); ++k) {
        ModalMotion& motion = modal.motions[part.motions[k]];
        const Vector& e = motion.follower;
        const Vector Me = part.M_u * e, Ke = part.K_u * e;
        const Vector Ce = C_absolute * e;
        motion.inertia = form.Phi.transpose() * Me;
        // The damping of a rigid motion is only round-off if C_absolute has only a part that is
        // proportional to K, because K e = 0. It is then set to zero.
        const Vector size = e.cwiseAbs();
        const double terms = size.dot((part.C_u.cwiseAbs() + part.C_relative.cwiseAbs()) * size);
        const bool damped = std::abs(e.dot(Ce)) > 1e-14 * terms;
        if (damped)
            motion.drag = form.Phi.transpose() * Ce;
        motion.mass = motion.damping = motion.stiffness = Vector::Zero(n_motions);
        for (std::size_t l = 0; l <= k; ++l) {
            ModalMotion& other = modal.motions[part.motions[l]];
            const auto row = static_cast<Index>(part.motions[k]),
                       column = static_cast<Index>(part.motions[l]);
            motion.mass(column) = other.mass(row) = other.follower.dot(Me);
            if (damped && other.drag.size() > 0)
                motion.damping(column) = other.damping(row) = other.follower.dot(Ce);
            if (!is_rigid[k] && !is_rigid[l])
                motion.stiffness(column) = other.stiffness(row) = other.follower.dot(Ke);
        }
    }
}

// Refuses motions that strain the parts of a body beside the symmetric ones.
void refuse_followers(const assembly::CoupledModel& model, const ModalModel& modal,
                      const assembly::PrimalModel& part)
{
    constexpr double round_off = 1e-6;
    for (const std::size_t k : part.motions)
        for (std::size_t b = 0; b < part.bodies.size(); ++b) {
            const fem::Substructure& body = model.bodies[part.bodies[b]];
            const Vector e = modal.motions[k].follower.segment(part.offset[b], body.n());
            for (const SparseMatrix* A : {&body.C_skew, &body.K_skew, &body.H})
                if (A->nonZeros() > 0 && ((*A * e).cwiseAbs().array() >
                                          round_off * (A->cwiseAbs() * e.cwiseAbs()).array())
                                             .any())
                    throw InputError("motion " + model.motions[k].name + " strains body " +
                                     body.name +
                                     ", which has unsymmetric matrices or structural damping; not "
                                     "done. Motions that move it rigidly are");
        }
}

} // namespace

Index ModalModel::n_modes() const
{
    Index n = 0;
    for (const reduction::ModalForm& component : components)
        n += component.n_modes();
    return n;
}

bool ModalModel::classical() const
{
    for (const reduction::ModalForm& component : components)
        if (!component.classical())
            return false;
    return true;
}

ModalRows ModalModel::rows(std::size_t body, const SparseMatrix& rows) const
{
    const std::size_t c = component_of[body];
    ModalRows result{c, rows * components[c].Phi.middleRows(offset[body], rows.cols()),
                     Matrix::Zero(rows.rows(), static_cast<Index>(motions.size()))};
    for (std::size_t k = 0; k < motions.size(); ++k)
        if (motions[k].component == c)
            result.follow.col(static_cast<Index>(k)) =
                rows * motions[k].follower.segment(offset[body], rows.cols());
    return result;
}

Vector ModalModel::displacement(const assembly::CoupledModel& model, std::size_t body,
                                const Vector& q, const Vector& x) const
{
    const std::size_t c = component_of[body];
    const Index n = model.bodies[body].n();
    Vector u = components[c].Phi.middleRows(offset[body], n) * q;
    for (std::size_t k = 0; k < motions.size(); ++k)
        if (motions[k].component == c)
            u += x(static_cast<Index>(k)) * motions[k].follower.segment(offset[body], n);
    return u;
}

std::vector<Index> ModalModel::first_modes() const
{
    std::vector<Index> first = {0};
    for (const reduction::ModalForm& form : components)
        first.push_back(first.back() + form.n_modes());
    return first;
}

std::vector<Vector> ModalModel::displacements(const assembly::CoupledModel& model, const Vector& q,
                                              const Vector& x) const
{
    const std::vector<Index> first = first_modes();
    std::vector<Vector> u;
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        const std::size_t c = component_of[b];
        u.push_back(displacement(model, b, q.segment(first[c], components[c].n_modes()), x));
    }
    return u;
}

ModalModel modal_model(const assembly::CoupledModel& model, const Progress& progress)
{
    assembly::refuse_other_parts(model);
    return modal_model(ModalSource(model), progress);
}

ModalModel modal_model(const ModalSource& source, const Progress& progress)
{
    const assembly::CoupledModel& model = source.model();
    ModalModel modal;
    modal.parts = assembly::components(model);
    modal.component_of.resize(model.bodies.size());
    modal.offset.resize(model.bodies.size());
    modal.motions.resize(model.motions.size());
    for (std::size_t c = 0; c < modal.parts.size(); ++c) {
        const assembly::PrimalModel& part = modal.parts[c];
        for (std::size_t k = 0; k < part.bodies.size(); ++k) {
            modal.component_of[part.bodies[k]] = c;
            modal.offset[part.bodies[k]] = part.offset[k];
        }
        fem::Substructure joined;
        joined.name = part.name;
        joined.M = part.M;
        joined.C = part.C;
        joined.K = part.K;
        joined.C_skew = part.C_skew;
        joined.K_skew = part.K_skew;
        joined.H = part.H;
        reduction::ModalForm form = reduction::modal_form(joined, {}, progress);
        form.Phi = (part.L * form.Phi).eval();

        std::vector<bool> is_rigid;
        for (std::size_t k = 0; k < part.motions.size(); ++k) {
            const std::optional<Vector> rigid = assembly::rigid_follower(part, k);
            is_rigid.push_back(rigid.has_value());
            ModalMotion& motion = modal.motions[part.motions[k]];
            motion.component = c;
            motion.follower = rigid ? *rigid : static_follower(part, form, k);
        }
        if (!part.motions.empty())
            refuse_followers(model, modal, part);
        add_motion_matrices(modal, part, form, is_rigid);
        modal.components.push_back(std::move(form));
    }

    for (const assembly::Load& load : model.loads) {
        const ModalRows row = modal.rows(load.body, load.row.transpose().sparseView(0, 0));
        modal.loads.push_back(
            {row.component, row.rows.row(0).transpose(), row.follow.row(0).transpose()});
    }
    for (const assembly::Sliding& sliding : model.sliding)
        modal.contacts.push_back({modal.rows(sliding.slave_body, sliding.slave_rows),
                                  modal.rows(sliding.master_body, sliding.master_rows)});
    for (const assembly::Joint& joint : model.joints) {
        if (joint.law->is_linear()) {
            modal.joints.emplace_back();
            continue;
        }
        ModalJoint rows{modal.rows(joint.first.body, joint.first.rows), std::nullopt};
        if (joint.second)
            rows.second = modal.rows(joint.second->body, joint.second->rows);
        modal.joints.emplace_back(std::move(rows));
    }
    return modal;
}

} // namespace slideway::dynamics
