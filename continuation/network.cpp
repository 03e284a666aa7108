#include "continuation/network.hpp"

#include "continuation/rescaled_trace.hpp"

#include <utility>

namespace slideway::continuation {

namespace {

// A point where other branches leave.
struct Junction {
    Place at;
    double p = 0;
    std::vector<Vector> solutions;
    Scales scales;
    bool met = false; ///< true if it is on another branch too
};

struct Junctions {
    const Network& network;
    std::vector<Junction> all = {};
    std::size_t n_branches = 0; ///< number of branches whose junctions are known

    void update();
    void add(Place place, const Branch& branch);
};

// Adds the junctions of new branches.
void Junctions::update()
{
    for (const auto branches = network.branches(); n_branches < branches.size(); ++n_branches) {
        const Branch& branch = *branches[n_branches];
        for (Index k = 0; k < branch.n_points(); ++k)
            if (network.leads_off ? network.leads_off({n_branches, k})
                                  : branch.kind_of(k) == PointKind::branch_point)
                add({n_branches, k}, branch);
    }
}

// Adds a junction. Labels of one branch may lie close together, so they are not compared.
void Junctions::add(Place place, const Branch& branch)
{
    const Vector x = branch.x.col(place.point);
    const double p = branch.p(place.point);
    const auto solutions = network.solutions ? network.solutions(place) : std::vector{x};
    Junction added{place, p, solutions, network.scales(solutions.front(), p)};
    for (Junction& other : all)
        for (const Vector& z : other.solutions)
            if (other.at.branch != place.branch &&
                are_one_point(z, other.p, solutions.front(), p, other.scales))
                added.met = other.met = true;
    all.push_back(std::move(added));
}

} // namespace

std::vector<Place> missing(const Network& network)
{
    Junctions junctions{network};
    junctions.update();
    std::vector<Place> out;
    for (const Junction& junction : junctions.all)
        if (!junction.met)
            out.push_back(junction.at);
    return out;
}

std::vector<NotFollowed> follow_all(const Network& network)
{
    Junctions junctions{network};
    junctions.update();
    std::vector<std::pair<std::size_t, std::string>> tried;
    for (std::size_t i = 0; i < junctions.all.size(); ++i) {
        if (junctions.all[i].met)
            continue;
        if (junctions.n_branches >= network.most) {
            tried.emplace_back(i, "there are " + std::to_string(junctions.n_branches) +
                                      " branches already");
            continue;
        }
        std::optional<std::string> why = network.follow(junctions.all[i].at);
        tried.emplace_back(i, why.value_or("interrupted"));
        if (!why)
            break;
        junctions.update();
    }
    std::vector<NotFollowed> out;
    for (auto& [i, why] : tried)
        if (!junctions.all[i].met)
            out.push_back({junctions.all[i].at, std::move(why)});
    return out;
}

} // namespace slideway::continuation
