#include "app/results/histories.hpp"

namespace slideway::app {

const std::vector<RecordedArray<dynamics::ProbeHistory>>& point_arrays()
{
    using History = dynamics::ProbeHistory;
    static const std::vector<RecordedArray<History>> list = {
        {"displacement", &History::u, "m", "mean over the port, fixed frame"},
        {"velocity", &History::v, "m/s", "central difference over two time steps"},
        {"acceleration", &History::a, "m/s^2", "second difference of the time step"},
    };
    return list;
}

const std::vector<RecordedArray<dynamics::ContactHistory>>& contact_arrays()
{
    using History = dynamics::ContactHistory;
    static const std::vector<RecordedArray<History>> list = {
        {"normal_force", &History::normal_force, "N", "lambda, > 0 compression"},
        {"friction_force", &History::friction_force, "N",
         "on the slave, along the segment from its first to its second node"},
        {"gap", &History::gap, "m", "> 0 open"},
        {"sliding_velocity", &History::sliding_velocity, "m/s",
         "slave minus master, along the segment"},
        {"slave_velocity_x", &History::slave_velocity_x, "m/s", "v_C, fixed frame"},
        {"slave_velocity_y", &History::slave_velocity_y, "m/s", "v_C, fixed frame"},
        {"contact_x", &History::contact_x, "m", "contact point, fixed frame"},
        {"contact_y", &History::contact_y, "m", "contact point, fixed frame"},
        {"slope", &History::slope, "rad", "gamma of the segment"},
    };
    return list;
}

const std::vector<RecordedArray<dynamics::JointHistory>>& joint_arrays()
{
    using History = dynamics::JointHistory;
    static const std::vector<RecordedArray<History>> list = {
        {"force", &History::force, "N",
         "of the first body on the second; samples x components (t, n with a normal)"},
        {"displacement", &History::displacement, "m",
         "first body minus second; samples x components"},
    };
    return list;
}

Matrix by_sample(const std::vector<double>& values, Index columns)
{
    return Eigen::Map<const dynamics::RowMatrix>(
        values.data(), static_cast<Index>(values.size()) / columns, columns);
}

} // namespace slideway::app
