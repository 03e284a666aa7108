#pragma once

#include "contact/node_to_segment.hpp"

namespace slideway::contact {

/// Entries of a contact row on the slave node (x, y) and on the master nodes (x, y, x, y).
inline Eigen::Map<const Eigen::Vector2d> on_slave(const ContactRow& row)
{
    return Eigen::Map<const Eigen::Vector2d>(row.slave.data());
}
inline Eigen::Map<const Eigen::Vector4d> on_master(const ContactRow& row)
{
    return Eigen::Map<const Eigen::Vector4d>(row.master.data());
}

} // namespace slideway::contact
