#pragma once

#include "app/model/shared_bodies.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace slideway::script {

/// A body of a model as analyses use it: reduced, damped, with supports eliminated. Its arrays are
/// read-only views without a copy. Each view keeps the body alive.
class LiveBody {
public:
    LiveBody(std::shared_ptr<const app::Bodies> bodies, std::size_t b);

    /// Returns M, C or K in compressed columns: (values, rows, beginnings of columns, n).
    [[nodiscard]] pybind11::tuple matrix(const std::string& name) const;
    [[nodiscard]] pybind11::object T() const;     ///< n_full x n; None if the body is not reduced
    [[nodiscard]] pybind11::object omega() const; ///< frequencies of the added modes [rad/s]
    /// One tuple per port: (name, components, W as (values, columns, beginnings, n_rows, n), X,
    /// share, area).
    [[nodiscard]] pybind11::list ports() const;
    [[nodiscard]] std::string text() const; ///< description as `slideway check` prints it
    /// Writes the body into a folder, as the key `export` does.
    /// @param loads  load cases by name, n forces each, which become ports
    void save(const std::string& folder,
              const std::vector<std::pair<std::string, std::vector<double>>>& loads) const;

private:
    [[nodiscard]] const app::BuiltBody& body() const { return bodies_->built[b_]; }
    [[nodiscard]] pybind11::capsule owner() const;

    std::shared_ptr<const app::Bodies> bodies_;
    std::size_t b_;
};

} // namespace slideway::script
