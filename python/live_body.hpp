#pragma once

#include "app/model/shared_bodies.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <string>

namespace slideway::script {

/// A body of a model as its analyses see it: reduced, damped, supports eliminated. What it gives
/// are views without copy, read-only, which keep the body as long as they are there.
class LiveBody {
public:
    LiveBody(std::shared_ptr<const app::Bodies> bodies, std::size_t b);

    /// M, C or K as (values, rows, beginnings of columns, n): compressed columns.
    [[nodiscard]] pybind11::tuple matrix(const std::string& name) const;
    [[nodiscard]] pybind11::object T() const;     ///< n_full x n; None: not reduced
    [[nodiscard]] pybind11::object omega() const; ///< of the added modes [rad/s]
    /// (name, components, W as (values, rows, beginnings, n_rows, n), X, share, area) of each.
    [[nodiscard]] pybind11::list ports() const;
    [[nodiscard]] std::string text() const; ///< as `slideway check` tells it
    /// As the key `export`.
    void save(const std::string& folder) const;

private:
    [[nodiscard]] const app::BuiltBody& body() const { return bodies_->built[b_]; }
    [[nodiscard]] pybind11::capsule owner() const;

    std::shared_ptr<const app::Bodies> bodies_;
    std::size_t b_;
};

} // namespace slideway::script
