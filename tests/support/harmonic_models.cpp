#include "support/harmonic_models.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/lumped.hpp"
#include "reduction/craig_bampton.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::test {

namespace {

HarmonicModel on_modes(const assembly::CoupledModel& model,
                       const std::vector<std::pair<std::size_t, Vector>>& outputs)
{
    const dynamics::ModalModel modal = dynamics::modal_model(model);
    HarmonicModel result{dynamics::driven_joints(model, modal), {}, {}, {}, {}, {}, {}, {}};
    std::vector<Index> dof = {0};
    for (const fem::Substructure& body : model.bodies)
        dof.push_back(dof.back() + body.n());
    for (Matrix* matrix : {&result.M, &result.C, &result.K})
        matrix->setZero(dof.back(), dof.back());
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        const fem::Substructure& body = model.bodies[b];
        for (const auto& [matrix, of] :
             {std::pair{&result.M, &body.M}, std::pair{&result.C, &body.C},
              std::pair{&result.K, &body.K}})
            matrix->block(dof[b], dof[b], body.n(), body.n()) = Matrix(*of);
    }
    Index rows = 0;
    for (const assembly::Joint& joint : model.joints)
        rows += joint.n_rows();
    result.B.setZero(rows, dof.back());
    rows = 0;
    for (const assembly::Joint& joint : model.joints) {
        auto add = [&](const assembly::RowsOn& side, double sign) {
            result.B.block(rows, dof[side.body], side.rows.rows(), side.rows.cols()) +=
                sign * Matrix(side.rows);
        };
        add(joint.first, 1);
        if (joint.second)
            add(*joint.second, -1);
        rows += joint.n_rows();
    }
    auto on_dofs = [&](std::size_t body, const Vector& row) -> Vector {
        Vector stacked = Vector::Zero(dof.back());
        stacked.segment(dof[body], row.size()) = row;
        return stacked;
    };
    result.load = on_dofs(model.loads.front().body, model.loads.front().row);
    result.monitor = on_dofs(outputs.front().first, outputs.front().second);
    std::vector<Index> first = {0};
    for (const reduction::ModalForm& form : modal.components)
        first.push_back(first.back() + form.n_modes());
    for (const auto& [body, row] : outputs) {
        const dynamics::ModalRows rows = modal.rows(body, row.transpose().sparseView(0, 0));
        Vector stacked = Vector::Zero(modal.n_modes());
        stacked.segment(first[rows.component], rows.rows.cols()) = rows.rows.row(0).transpose();
        result.outputs.push_back({stacked, 0});
    }
    return result;
}

Vector mean(const fem::Substructure& body, const std::string& port, const std::string& component)
{
    const fem::Port& p = fem::port(body, port);
    return fem::mean_row(p, fem::component(p, component));
}

} // namespace

dynamics::JointedSystem without_contacts(const dynamics::DrivenJoints& system)
{
    const Index m = system.n_modes();
    return {{system, {Matrix::Zero(0, m), Vector::Zero(0), {}, ComplexVector::Zero(0)}},
            system.joints};
}

HarmonicModel blade_damper_blade(double beta, bool mirrored)
{
    const double k = 3.95e5;
    const fem::LumpedOptions blade{
        {{"blade", {{"x", 0.1}}}, {"shroud", {{"x", 0.1}, {"y", 0.1}}}},
        {{"blade.x", "shroud.x", k}, {"shroud.x", "ground", k}, {"shroud.y", "ground", k}},
        {},
        {}};
    const fem::LumpedOptions wedge{{{"wedge", {{"x", 0.0044}, {"y", 0.0044}}}},
                                   {{"wedge.x", "ground", 2e5}, {"wedge.y", "ground", 1e5}},
                                   {},
                                   {}};
    assembly::CoupledModel model;
    model.bodies = {fem::lumped("left", blade), fem::lumped("right", blade),
                    fem::lumped("damper", wedge)};
    for (fem::Substructure& body : model.bodies)
        fem::add_rayleigh(body, 0, beta);
    const contact::ElasticCoulomb law({1e5, 1e5, 0.3, 50});
    auto face = [&](const std::string& name, std::size_t body, double normal_deg) {
        const double angle = normal_deg * std::numbers::pi / 180;
        Matrix directions(2, 2); // t is n turned by -90 degrees
        directions << std::sin(angle), -std::cos(angle), std::cos(angle), std::sin(angle);
        auto rows = [&](const fem::Substructure& body, const std::string& port) -> SparseMatrix {
            return (directions * Matrix(fem::port(body, port).W)).sparseView();
        };
        model.joints.push_back({name,
                                {},
                                {body, rows(model.bodies[body], "shroud")},
                                assembly::RowsOn{2, rows(model.bodies[2], "wedge")},
                                law});
    };
    face("left", 0, -60);
    face("right", 1, mirrored ? -120 : -60);
    const Vector row = mean(model.bodies[1], "blade", "x");
    model.loads.push_back({"engine_order", {}, 1, row, assembly::Harmonic{1, 0}});
    return on_modes(model, {{1, row}, {0, mean(model.bodies[0], "blade", "x")}});
}

HarmonicModel beam_with_pad(int elements, int n_modes)
{
    const fem::Mesh mesh = fem::beam_line({0.2, elements, {{"pad", 0.5}}});
    fem::BeamOptions options;
    options.material.young = 210e9;
    options.material.density = 7830;
    options.section = fem::rectangle_section(0.01, 0.01);
    options.axial = false;
    options.fixed = {"start"};
    assembly::CoupledModel model;
    fem::Substructure beam = fem::beam("beam", mesh, options);
    fem::add_rayleigh(beam, 0, 3e-6);
    if (n_modes > 0) {
        std::vector<Index> boundary = {reduction::port_dofs(fem::port(beam, "pad"), 1)[0],
                                       reduction::port_dofs(fem::port(beam, "end"), 1)[0]};
        std::sort(boundary.begin(), boundary.end());
        beam = reduction::craig_bampton(beam, boundary, n_modes).substructure;
    }
    model.bodies = {beam};
    const fem::Port& pad = fem::port(beam, "pad");
    Matrix directions = Matrix::Zero(2, 3); // tangential: across the beam; normal: along it
    directions(0, 1) = 1;
    directions(1, 0) = 1;
    model.joints.push_back({"pad",
                            {},
                            {0, (directions * Matrix(pad.W)).sparseView()},
                            {},
                            contact::ElasticCoulomb({2e8, 0, 0.3, 40})});
    const Vector tip = mean(beam, "end", "y");
    model.loads.push_back({"shaker", {}, 0, tip, assembly::Harmonic{1, 0}});
    return on_modes(model, {{0, tip}});
}

} // namespace slideway::test
