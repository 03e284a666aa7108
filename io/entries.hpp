#pragma once

#include "base/types.hpp"

#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace slideway::io {

class ArraySink;
class Hdf5Reader;

/// Description of an array or of a quantity of a result.
struct Entry {
    std::string name;
    std::string unit = {};      ///< "" if there is none
    std::string meaning = {};   ///< one line
    std::string shape = {};     ///< "n", "2 m x n"; "" for a single value
    std::string condition = {}; ///< "with `refine`"; an array with a condition is absent if it is
                                ///< empty
};

/// Type in which results store a value: double, int (also flags and enumerators) or text.
template <class T>
using Stored = std::conditional_t<
    std::is_floating_point_v<T>, double,
    std::conditional_t<std::is_constructible_v<std::string, T>, std::string, int>>;

/// Returns a value of each object, as results store it.
/// @param value  member of the objects, or function of an object
template <class Range, class Value>
[[nodiscard]] auto column(const Range& all, const Value& value)
{
    using T = std::decay_t<decltype(std::invoke(value, *std::begin(all)))>;
    std::vector<Stored<T>> values;
    for (const auto& one : all)
        values.push_back(static_cast<Stored<T>>(std::invoke(value, one)));
    return values;
}

/// Returns the names of several objects.
template <class Range>
[[nodiscard]] std::vector<std::string> names_of(const Range& all)
{
    std::vector<std::string> names;
    for (const auto& one : all)
        names.push_back(one.name);
    return names;
}

/// Walks the entries of a result: its arrays in results.h5, or its quantities in summary.json. The
/// struct of a result describes them once:
///
///   void arrays(io::Entries& a, OrbitResult& r)
///   {
///       a.array(r.period, "period", "s", "period of the drive");
///       a.named(r.points, "points", "P", "a recorded point", [&](PointResult& p) {
///           a.array(p.u, "displacement", "m", "mean over the port", "n");
///       });
///   }
///
/// Writers, the reader of files and the describer use it. The reader fills the struct. The
/// describer visits a struct with default values, with one member of each list.
class Entries {
public:
    enum class Purpose { write, read, describe };
    template <class T>
    using Members = std::type_identity_t<std::function<void(T&)>>; ///< visits one member of a list
    using Values = std::variant<Vector*, Matrix*, std::vector<double>*, std::vector<int>*,
                                std::vector<std::string>*>;

    virtual ~Entries() = default;
    Entries(const Entries&) = delete;
    Entries& operator=(const Entries&) = delete;

    /// Visits an array, or a single value: a number, a flag, an enumerator or a text. A missing
    /// optional value is absent from a file. Entry describes the arguments that are texts.
    template <class T>
    void array(T& values, std::string_view name, std::string_view unit, std::string_view meaning,
               std::string_view shape = {}, std::string_view condition = {})
    {
        visit_any(entry(name, unit, meaning, shape, condition), values);
    }
    /// Visits values that follow from others and are never read back. If `values` is a function
    /// that returns them, the describer does not call it.
    template <class T>
    void derived(T values, std::string_view name, std::string_view unit, std::string_view meaning,
                 std::string_view shape = {}, std::string_view condition = {})
    {
        if (purpose_ == Purpose::read)
            return;
        if constexpr (std::is_invocable_v<T>) {
            auto all = purpose_ == Purpose::write ? values() : decltype(values())();
            visit_any(entry(name, unit, meaning, shape, condition), all);
        } else {
            visit_any(entry(name, unit, meaning, shape, condition), values);
        }
    }
    /// Visits an array of numbers, or of texts if there are any. Its type and its unit are read
    /// back.
    void numbers_or_texts(std::vector<double>& numbers, std::vector<std::string>& texts,
                          std::string& unit, std::string_view name, std::string_view meaning,
                          std::string_view shape);
    /// Visits an attribute of the whole result. A temporary text is not read back.
    void attribute(std::string& text, std::string_view name, std::string_view meaning,
                   std::string_view condition = {})
    {
        visit_attribute(entry(name, "", meaning, "", condition), text);
    }
    void attribute(std::string&& text, std::string_view name, std::string_view meaning,
                   std::string_view condition = {})
    {
        attribute(text, name, meaning, condition);
    }

    /// Visits the members of a group.
    void group(const std::string& name, const std::function<void()>& members);
    /// Visits a group that may be absent. @param condition  "with `refine`"
    template <class T>
    void optional(std::optional<T>& one, const std::string& name, std::string_view condition,
                  const Members<T>& members)
    {
        if (!has(name, condition, one.has_value()))
            return;
        if (!one)
            one.emplace();
        group(name, [&] { members(*one); });
    }
    /// Visits numbered groups: orbits/0001, orbits/0002, ...
    /// @param symbol      symbol that stands for the numbers in documents, such as "K"
    /// @param stands_for  meaning of the symbol in words
    template <class T>
    void numbered(std::vector<T>& all, const std::string& name, std::string_view symbol,
                  std::string_view stands_for, const Members<T>& members)
    {
        all.resize(count(name, symbol, stands_for, all.size()));
        for (std::size_t k = 0; k < all.size(); ++k)
            group(path(name, symbol, group_number(k)), [&] { members(all[k]); });
    }
    /// Visits groups whose names are not fixed. The name of a group is the member `name` of its
    /// entry.
    template <class T>
    void named(std::vector<T>& all, const std::string& name, std::string_view symbol,
               std::string_view stands_for, const Members<T>& members)
    {
        const std::vector<std::string> own = names(name, symbol, stands_for, names_of(all));
        all.resize(own.size());
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (purpose_ == Purpose::read)
                all[k].name = own[k];
            group(path(name, symbol, own[k]), [&] { members(all[k]); });
        }
    }
    /// Visits entries with given names.
    /// @param members  receives the index of a name and its path. The describer has one symbol and
    ///                 an empty result. Values and units that depend on the result must therefore
    ///                 be functions
    void each_name(std::vector<std::string> own, const std::string& name, std::string_view symbol,
                   std::string_view stands_for,
                   const std::function<void(std::size_t k, const std::string& path)>& members);
    /// Visits groups with given names in the same way.
    void each_group(std::vector<std::string> own, const std::string& name, std::string_view symbol,
                    std::string_view stands_for, const std::function<void(std::size_t k)>& members);

    /// Visits the members of a list in groups with given names.
    template <class T>
    void each_member(std::vector<T>& all, std::vector<std::string> own, const std::string& name,
                     std::string_view symbol, std::string_view stands_for,
                     const Members<T>& members)
    {
        if (describes())
            all.resize(1);
        each_group(std::move(own), name, symbol, stands_for,
                   [&](std::size_t k) { members(all[k]); });
    }

    /// Returns the unit of a result that is written, otherwise the text `documented` with all units
    /// that it may have.
    /// @param own  unit, or a function that returns it
    template <class Unit>
    [[nodiscard]] std::string unit(const Unit& own, const std::string& documented) const
    {
        if (purpose_ != Purpose::write)
            return documented;
        if constexpr (std::is_invocable_v<Unit>)
            return own();
        else
            return own;
    }
    /// True if the entries are read. Other members can then be derived from the visited ones.
    [[nodiscard]] bool reads() const { return purpose_ == Purpose::read; }
    /// True if the entries are described, without a result.
    [[nodiscard]] bool describes() const { return purpose_ == Purpose::describe; }
    /// Explains symbols or several entries in the documents.
    virtual void note(const std::string& /*sentences*/) {}

    /// Returns "0001" for k = 0.
    [[nodiscard]] static std::string group_number(std::size_t k);

protected:
    /// @param separator  between the names of groups and members
    Entries(Purpose purpose, std::string separator)
        : purpose_(purpose), separator_(std::move(separator))
    {
    }

    /// Visits an array. @param single  true for an array with one entry that holds a single value
    virtual void visit(const Entry& entry, Values values, bool single) = 0;
    virtual void visit_attribute(const Entry& entry, std::string& text) = 0;
    // The defaults of these four visit what the result has, as writers do.

    /// Returns true if an optional group is visited. @param own  true if the result has it
    virtual bool has(const std::string& /*name*/, std::string_view /*condition*/, bool own)
    {
        return own;
    }
    /// Returns the number of numbered groups. @param own  the number that the result has
    virtual std::size_t count(const std::string& /*name*/, std::string_view /*symbol*/,
                              std::string_view /*stands_for*/, std::size_t own)
    {
        return own;
    }
    /// Returns the names of groups. @param own  the names that the result has
    virtual std::vector<std::string> names(const std::string& /*name*/, std::string_view /*symbol*/,
                                           std::string_view /*stands_for*/,
                                           std::vector<std::string> own)
    {
        return own;
    }

    /// Returns true if an array holds texts. The reader also returns its unit.
    /// @param own  true if the result has texts
    virtual bool holds_texts(const std::string& /*name*/, bool own, std::string& /*unit*/)
    {
        return own;
    }

    [[nodiscard]] std::string full(const std::string& name) const { return prefix_ + name; }
    /// Returns the path of one of several groups. The describer uses the symbol as its name.
    [[nodiscard]] std::string path(const std::string& groups, std::string_view symbol,
                                   const std::string& one) const;

private:
    static Entry entry(std::string_view name, std::string_view unit, std::string_view meaning,
                       std::string_view shape, std::string_view condition);
    template <class T>
    void visit_any(const Entry& entry, T& values)
    {
        if constexpr (std::is_constructible_v<Values, T*>)
            visit(entry, &values, false);
        else if constexpr (requires { values.has_value(); })
            visit_optional(entry, values);
        else
            visit_single(entry, values);
    }
    template <class T>
    void visit_single(const Entry& entry, T& value)
    {
        std::vector<Stored<T>> one = {static_cast<Stored<T>>(value)};
        visit(entry, &one, true);
        if (purpose_ == Purpose::read)
            value = static_cast<T>(one.front());
    }
    template <class T>
    void visit_optional(const Entry& entry, std::optional<T>& value)
    {
        std::vector<Stored<T>> one;
        if (value)
            one.push_back(static_cast<Stored<T>>(*value));
        visit(entry, &one, true);
        if (purpose_ == Purpose::read && !one.empty())
            value = static_cast<T>(one.front());
    }

    Purpose purpose_;
    std::string separator_, prefix_;
};

/// Describes values of the objects of a list: an array, or a quantity, with an entry per object.
///
///   const io::Columns column(q, nodes, "k", "if there are any");
///   column(&Node::frequency, "nodes.frequency", "Hz", "frequency of each node");
template <class Range>
class Columns {
public:
    /// @param shape, condition  of all arrays; see Entry
    Columns(Entries& a, const Range& all, std::string_view shape, std::string_view condition = {})
        : a_(a), all_(all), shape_(shape), condition_(condition)
    {
    }

    /// @param value  member of the objects, or function of an object
    template <class Value>
    void operator()(const Value& value, std::string_view name, std::string_view unit,
                    std::string_view meaning) const
    {
        a_.derived(column(all_, value), name, unit, meaning, shape_, condition_);
    }

private:
    Entries& a_;
    const Range& all_;
    std::string shape_, condition_;
};

/// Function that walks the entries of a result.
using Walk = std::function<void(Entries&)>;

/// Writes the arrays that `walk` visits.
void write_arrays(ArraySink& sink, const Walk& walk);

/// Reads the arrays that `walk` visits.
/// @throws std::runtime_error     an array without a condition is missing
/// @throws std::invalid_argument  a single value has several entries
void read_arrays(const Hdf5Reader& h5, const Walk& walk);

/// Documented entries of a result.
struct EntryDocs {
    struct Doc {
        Entry entry;            ///< with its full name
        bool attribute = false; ///< true for an attribute of the root
    };
    std::vector<Doc> entries;
    std::vector<std::string> notes; ///< sentences about symbols and entries
};

/// Returns the entries that `walk` visits. @param separator  "/" for arrays, "." for quantities
[[nodiscard]] EntryDocs describe_entries(const Walk& walk, const std::string& separator);

} // namespace slideway::io
