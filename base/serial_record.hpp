#pragma once

#include "base/types.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace slideway {

/// True if U is T or const T.
template <class U, class T>
concept Either = std::same_as<std::remove_const_t<U>, T>;

/// Exact numbers and texts of objects, one after another. The function `each_member(record,
/// object)` in this namespace lists the members of a type once. RecordWriter and RecordReader
/// both use it.
struct SerialRecord {
    std::vector<double> numbers;
    std::vector<std::string> texts;
};
/// Returns the record as one text, for another process on a machine of the same kind.
[[nodiscard]] std::string text_of(const SerialRecord& record);
/// Reads a record back from its text.
/// @throws std::invalid_argument  any other text
[[nodiscard]] SerialRecord record_of(std::string_view text);

class RecordWriter {
public:
    template <class... T>
    void operator()(const T&... all)
    {
        (put(all), ...);
    }
    [[nodiscard]] SerialRecord take() { return std::move(record_); }

private:
    void put(const std::string& text) { record_.texts.push_back(text); }
    void put(const Matrix& x)
    {
        (*this)(x.rows(), x.cols());
        record_.numbers.insert(record_.numbers.end(), x.data(), x.data() + x.size());
    }
    void put(const Vector& x)
    {
        put(x.size());
        record_.numbers.insert(record_.numbers.end(), x.data(), x.data() + x.size());
    }
    template <class T, std::size_t n>
    void put(const std::array<T, n>& all)
    {
        for (const T& one : all)
            put(one);
    }
    template <class T>
    void put(const std::vector<T>& all)
    {
        put(all.size());
        for (const T& one : all)
            put(one);
    }
    void put(const std::vector<bool>& all) { put(std::vector<int>(all.begin(), all.end())); }
    template <class T>
    void put(const std::optional<T>& one)
    {
        put(one.has_value());
        if (one)
            put(*one);
    }
    template <class T>
    void put(const T& one)
    {
        if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
            record_.numbers.push_back(static_cast<double>(one)); // whole numbers below 2^53
        else
            each_member(*this, one);
    }

    SerialRecord record_;
};

class RecordReader {
public:
    explicit RecordReader(SerialRecord record) : record_(std::move(record)) {}

    /// @throws std::invalid_argument  the record ends too early
    template <class... T>
    void operator()(T&... all)
    {
        (get(all), ...);
    }
    /// @throws std::invalid_argument  the record continues
    void end() const { expect(n_ == record_.numbers.size() && t_ == record_.texts.size()); }

private:
    static void expect(bool fits)
    {
        if (!fits)
            throw std::invalid_argument("resume: arrays are inconsistent");
    }
    [[nodiscard]] double number()
    {
        expect(n_ < record_.numbers.size());
        return record_.numbers[n_++];
    }
    // Number of objects that follow. Each has at least one number or text, so there are not
    // more than remain.
    [[nodiscard]] std::size_t count()
    {
        const double n = number();
        expect(n >= 0 && n <= static_cast<double>(record_.numbers.size() + record_.texts.size()));
        return static_cast<std::size_t>(n);
    }
    void numbers(double* target, std::size_t n)
    {
        expect(n <= record_.numbers.size() - n_);
        std::copy_n(record_.numbers.data() + n_, n, target);
        n_ += n;
    }
    void get(std::string& text)
    {
        expect(t_ < record_.texts.size());
        text = record_.texts[t_++];
    }
    void get(Matrix& x)
    {
        const std::size_t rows = count(), cols = count();
        expect(rows == 0 || cols <= (record_.numbers.size() - n_) / rows);
        x.resize(static_cast<Index>(rows), static_cast<Index>(cols));
        numbers(x.data(), rows * cols);
    }
    void get(Vector& x)
    {
        x.resize(static_cast<Index>(count()));
        numbers(x.data(), static_cast<std::size_t>(x.size()));
    }
    template <class T, std::size_t n>
    void get(std::array<T, n>& all)
    {
        for (T& one : all)
            get(one);
    }
    template <class T>
    void get(std::vector<T>& all)
    {
        all.resize(count());
        for (T& one : all)
            get(one);
    }
    void get(std::vector<bool>& all)
    {
        std::vector<int> numbers;
        get(numbers);
        all.assign(numbers.begin(), numbers.end());
    }
    template <class T>
    void get(std::optional<T>& one)
    {
        bool there = false;
        get(there);
        one.reset();
        if (there)
            get(one.emplace());
    }
    template <class T>
    void get(T& one)
    {
        if constexpr (std::is_same_v<T, bool>)
            one = number() != 0;
        else if constexpr (std::is_enum_v<T>)
            one = static_cast<T>(static_cast<std::underlying_type_t<T>>(number()));
        else if constexpr (std::is_arithmetic_v<T>)
            one = static_cast<T>(number());
        else
            each_member(*this, one);
    }

    SerialRecord record_;
    std::size_t n_ = 0, t_ = 0;
};

} // namespace slideway
