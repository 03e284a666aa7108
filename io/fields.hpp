#pragma once

#include "base/choice.hpp"
#include "base/source_line.hpp"
#include "io/given.hpp"

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace slideway::io {

/// Allowed range of a number; it also gives the message: "expected a number > 0 and <= 0.5".
struct Range {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool min_open = false; ///< value must be greater than min
    bool max_open = false;

    [[nodiscard]] static Range any() { return {}; }
    [[nodiscard]] static Range positive() { return {.min = 0, .min_open = true}; }
    [[nodiscard]] static Range not_negative() { return {.min = 0}; }
    [[nodiscard]] static Range between(double low, double high)
    {
        return {.min = low, .max = high};
    }

    /// Limits in words, "> 0 and <= 0.5"; "" for any number.
    [[nodiscard]] std::string text() const;
};

/// Description of a key, used for reading, for `slideway keys` and for the documents.
struct Key {
    std::string name;
    std::string unit = {}; ///< "m", "Pa", "" for none
    std::string help = {}; ///< one line
    bool required = false;
    Range range = {};              ///< numbers only
    std::string default_text = {}; ///< text in place of the plain default, e.g. "0.9 of the limit"
    bool file = false;             ///< true for a text that names a file or a folder
    std::string former = {};       ///< earlier name of the key, which case files may still use
};

/// Walks the keys of one table of a case file. A case struct describes its keys once:
///
///   void fields(io::Fields& f, ContactEntry& c) {
///       f.text({"slave", "", "port of the slave node", true}, c.slave);
///       f.number({"friction", "", "Coulomb coefficient", true, Range::not_negative()},
///       c.friction);
///   }
///
/// Two implementations use it. The reader fills the struct from the file; values that are not given
/// keep the default of the struct. The describer lists the keys.
class Fields {
public:
    using Range = io::Range; ///< for descriptions outside namespace io

    virtual ~Fields() = default;

    virtual void number(const Key& key, double& value) = 0; ///< finite, in range
    /// Reads a number or a table; `table` is set to true for a table.
    virtual void number_or_table(const Key& key, double& value, bool& table,
                                 const std::function<void(Fields&)>& fields) = 0;
    virtual void integer(const Key& key, int& value) = 0;
    virtual void flag(const Key& key, bool& value) = 0;
    virtual void text(const Key& key, std::string& value) = 0;
    virtual void choice(const Key& key, std::string& value,
                        const std::vector<std::string>& allowed) = 0;
    /// Reads one of choices(value). If the key has no help, the help of the choices explains it.
    template <Choosable E>
    void choice(const Key& key, E& value)
    {
        choice_by(
            key, value,
            [this](const Key& explained, std::string& name, const std::vector<std::string>& names) {
                choice(explained, name, names);
            });
    }
    /// Reads one of choices(value) or a table; `table` is set to true for a table.
    template <Choosable E>
    void choice_or_table(const Key& key, E& value, bool& table,
                         const std::function<void(Fields&)>& fields)
    {
        choice_by(
            key, value,
            [&](const Key& explained, std::string& name, const std::vector<std::string>& names) {
                choice_or_table(explained, name, names, table, fields);
            });
    }
    virtual void choice_or_table(const Key& key, std::string& value,
                                 const std::vector<std::string>& allowed, bool& table,
                                 const std::function<void(Fields&)>& fields) = 0;
    /// Reads a number or one of choices(value); `number` is set to true for a number.
    template <Choosable E>
    void choice_or_number(const Key& key, E& value, bool& number, double& given)
    {
        choice_by(
            key, value,
            [&](const Key& explained, std::string& name, const std::vector<std::string>& names) {
                choice_or_number(explained, name, names, number, given);
            });
    }
    /// Reads a file name, or a T from a program in its place, whose `name` is its kind. Names can
    /// be a list in a case file, too.
    template <class T>
    void file_or(const Key& key, FileOr<T>& value)
    {
        std::shared_ptr<const Given> given;
        file_or_given(key, T::name, value.file, given);
        value.given = std::dynamic_pointer_cast<const T>(given);
    }
    virtual void file_or_given(const Key& key, const std::string& kind, std::string& file,
                               std::shared_ptr<const Given>& given) = 0;
    virtual void numbers(const Key& key, std::vector<double>& values) = 0; ///< range of each number
    /// Reads the name of a file, relative to the case file, and from it two columns of numbers
    /// (read_two_columns).
    virtual void columns(const Key& key, std::vector<double>& first,
                         std::vector<double>& second) = 0;
    /// Reads a number, a list of numbers, or a table; `table` is set to true for a table.
    virtual void numbers_or_table(const Key& key, std::vector<double>& values, bool& table,
                                  const std::function<void(Fields&)>& fields) = 0;
    virtual void pair(const Key& key, double& first, double& second) = 0; ///< [first, second]
    virtual void texts(const Key& key, std::vector<std::string>& values) = 0;
    /// Reads one text or a list of texts.
    virtual void text_or_texts(const Key& key, std::vector<std::string>& values) = 0;
    /// Reads one or several of the allowed names, each once.
    void several(const Key& key, std::vector<std::string>& names,
                 const std::vector<std::string>& allowed);
    /// Reads one or several of choices(E), each once. If the key has no help, the help of the
    /// choices explains it.
    template <Choosable E>
    void several(const Key& key, std::vector<E>& values)
    {
        std::vector<std::string> names;
        for (const E value : values)
            names.emplace_back(name_of(value));
        several(explained<E>(key, "one or several of "), names, choice_names<E>());
        values.clear();
        for (const std::string& name : names)
            for (const Choice<E>& one : choices(E()))
                if (one.name == name)
                    values.push_back(one.value);
    }
    /// Reads free names with numbers: mesh_parameters = { nx = 150 }
    virtual void named_numbers(const Key& key, std::map<std::string, double>& values) = 0;
    /// Reads free names with lists of numbers: nodes = { tip = [0.1, 0] }
    virtual void named_lists(const Key& key,
                             std::map<std::string, std::vector<double>>& values) = 0;
    /// Reads free names with lists of texts: groups = { face = ["n1", "n2"] }
    virtual void named_lists(const Key& key,
                             std::map<std::string, std::vector<std::string>>& values) = 0;
    /// Reads an inline table or sub-table. `present` is set if the file has
    /// it (describing: unchanged).
    virtual void table(const Key& key, bool& present,
                       const std::function<void(Fields&)>& fields) = 0;
    /// Reads an array of tables without names, e.g. springs = [{...}, {...}]. `add` is called per
    /// entry (describing: once).
    virtual void tables(const Key& key, const std::function<void(Fields&)>& add) = 0;
    /// Reads a table of tables under free names, e.g. masses = { blade = {...}
    /// } (describing: once).
    virtual void named_tables(const Key& key,
                              const std::function<void(const std::string& name, Fields&)>& add) = 0;

    /// Returns the value of this kind that a program gives under a key; null if there is none.
    [[nodiscard]] virtual std::shared_ptr<const Given> given(const std::string& key,
                                                             const std::string& kind) = 0;

    /// True if the file gives this key (describing: false). For rules such as "exactly one of".
    [[nodiscard]] virtual bool has(const std::string& key) const = 0;
    /// Place of a key, or of the table if the key is not given.
    [[nodiscard]] virtual SourceLine where(const std::string& key) const = 0;
    /// Dotted path of a key for messages: contact.rub.friction
    [[nodiscard]] virtual std::string path(const std::string& key) const = 0;
    /// Refuses the value of `key`: "FILE:LINE: PATH = VALUE; allowed".
    [[noreturn]] virtual void refuse(const std::string& key, const std::string& allowed) const = 0;
    /// Refuses a value that a list holds twice.
    void refuse_repeated(const std::string& key, const std::vector<std::string>& values) const;
    void refuse_repeated(const std::string& key, const std::vector<double>& values) const;
    virtual void choice_or_number(const Key& key, std::string& value,
                                  const std::vector<std::string>& allowed, bool& number,
                                  double& given) = 0;

private:
    template <Choosable E>
    [[nodiscard]] static std::vector<std::string> choice_names()
    {
        std::vector<std::string> names;
        for (const Choice<E>& one : choices(E()))
            names.emplace_back(one.name);
        return names;
    }
    // Returns the key, if it has no help with that of its choices behind some words.
    template <Choosable E>
    [[nodiscard]] static Key explained(const Key& key, const std::string& words)
    {
        Key explained = key;
        for (const Choice<E>& one : choices(E()))
            if (key.help.empty() && !one.about.empty())
                explained.help += (explained.help.empty() ? words : "; ") + std::string(one.name) +
                                  ": " + std::string(one.about);
        return explained;
    }
    template <Choosable E, class Read>
    static void choice_by(const Key& key, E& value, const Read& read)
    {
        std::string name(name_of(value));
        read(explained<E>(key, ""), name, choice_names<E>());
        for (const Choice<E>& one : choices(value))
            if (one.name == name)
                value = one.value;
    }
};

} // namespace slideway::io
