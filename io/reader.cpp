#include "io/reader.hpp"

#include "base/error.hpp"
#include "base/override.hpp"
#include "base/printable.hpp"
#include "base/refusal.hpp"
#include "base/text.hpp"
#include "io/given_names.hpp"
#include "io/two_columns.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

namespace slideway::io {

namespace {

std::string expected_number(const Key& key, const std::string& noun)
{
    const std::string range = key.range.text();
    return "expected " + noun + (range.empty() ? "" : " " + range) +
           (key.unit.empty() ? "" : " [" + key.unit + "]");
}

// Path of item i of a list for set_override, "springs.1" for the first; a table by its name.
std::string item_path(const std::string& list, std::size_t i, const CaseNode& item)
{
    const CaseNode* name = item.find("name");
    const auto* text = name ? std::get_if<std::string>(&name->value) : nullptr;
    return list + "." + (text ? *text : std::to_string(i + 1));
}

bool in_range(const Range& range, double value)
{
    return std::isfinite(value) && (range.min_open ? value > range.min : value >= range.min) &&
           (range.max_open ? value < range.max : value <= range.max);
}

// Returns a value with one that was set later in its place. A table keeps its place, and the keys
// that were not set later.
CaseNode overridden(const CaseNode& first, const CaseNode& later)
{
    CaseNode node = later;
    const auto* kept = std::get_if<CaseNode::Table>(&first.value);
    if (auto* table = std::get_if<CaseNode::Table>(&node.value); table && kept) {
        node.where = first.where;
        for (const auto& [key, child] : *kept)
            if (!later.find(key))
                table->emplace_back(key, child);
    }
    return node;
}

class Reader final : public Fields {
public:
    Reader(const CaseNode& table, std::string path, std::vector<FormerKey>* former_keys)
        : table_(table), path_(std::move(path)), former_keys_(former_keys)
    {
        if (!table.is_table())
            throw InputError(table.where, path_, table.text(), "expected a table { ... }");
    }

    void number(const Key& key, double& value) override
    {
        if (const CaseNode* node = find(key))
            value = number_of(key, key.name, *node, "a number");
    }

    void number_or_table(const Key& key, double& value, bool& table,
                         const std::function<void(Fields&)>& fields) override
    {
        if (const CaseNode* node = read_if_table(key, table, fields))
            value = single_number(key, *node, ", or a table");
    }

    void integer(const Key& key, int& value) override
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        const double number = number_of(key, key.name, *node, "a whole number");
        if (number != std::round(number))
            refuse(key.name, expected_number(key, "a whole number"));
        if (std::abs(number) > std::numeric_limits<int>::max())
            refuse(key.name,
                   expected_number(key, "a whole number") + ", at most 2147483647 in size");
        value = static_cast<int>(number);
    }

    void flag(const Key& key, bool& value) override
    {
        if (const CaseNode* node = find(key))
            value = get<bool>(key.name, *node, "expected true or false");
    }

    void text(const Key& key, std::string& value) override
    {
        if (const CaseNode* node = find(key))
            value = text_of(key.name, *node);
    }

    void choice(const Key& key, std::string& value,
                const std::vector<std::string>& allowed) override
    {
        const CaseNode* node = find(key);
        if (!node && key.required) // it determines which other keys exist
            refuse_without(key, allowed);
        if (!node)
            return;
        const auto* word = std::get_if<std::string>(&node->value);
        if (!word || std::find(allowed.begin(), allowed.end(), *word) == allowed.end()) {
            const std::string near = word ? nearest_name(*word, allowed) : "";
            refuse(key.name, (near.empty() ? "" : "did you mean " + near + "? ") +
                                 "Allowed: " + name_list(word ? *word : "", allowed));
        }
        value = *word;
    }

    void choice_or_table(const Key& key, std::string& value,
                         const std::vector<std::string>& allowed, bool& table,
                         const std::function<void(Fields&)>& fields) override
    {
        (void)read_if_table(key, table, fields);
        if (!table)
            choice(key, value, allowed);
    }

    void choice_or_number(const Key& key, std::string& value,
                          const std::vector<std::string>& allowed, bool& number,
                          double& given) override
    {
        const CaseNode* node = find(key);
        number = node && std::holds_alternative<double>(node->value);
        const auto* word = node ? std::get_if<std::string>(&node->value) : nullptr;
        if (number)
            given = number_of(key, key.name, *node, "a number");
        else if (node &&
                 (!word || std::find(allowed.begin(), allowed.end(), *word) == allowed.end()))
            refuse(key.name, expected_number(key, "a number") + ", or one of " + join(allowed));
        else
            choice(key, value, allowed);
    }

    void numbers(const Key& key, std::vector<double>& values) override
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        const auto& items =
            get<CaseNode::Array>(key.name, *node, expected_number(key, "a list of numbers"));
        values.clear();
        for (std::size_t i = 0; i < items.size(); ++i)
            values.push_back(
                number_of(key, item_path(key.name, i, items[i]), items[i], "a number"));
    }

    void numbers_or_table(const Key& key, std::vector<double>& values, bool& table,
                          const std::function<void(Fields&)>& fields) override
    {
        const CaseNode* node = read_if_table(key, table, fields);
        if (node && node->is_array())
            numbers(key, values);
        else if (node)
            values = {single_number(key, *node, ", a list of them, or a table")};
    }

    void pair(const Key& key, double& first, double& second) override
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        const auto& items =
            get<CaseNode::Array>(key.name, *node, expected_number(key, "two numbers [a, b]"));
        if (items.size() != 2)
            refuse(key.name, expected_number(key, "two numbers [a, b]"));
        first = number_of(key, item_path(key.name, 0, items[0]), items[0], "a number");
        second = number_of(key, item_path(key.name, 1, items[1]), items[1], "a number");
    }

    void texts(const Key& key, std::vector<std::string>& values) override
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        const auto& items =
            get<CaseNode::Array>(key.name, *node, "expected a list of texts, e.g. [\"a\", \"b\"]");
        values.clear();
        for (std::size_t i = 0; i < items.size(); ++i)
            values.push_back(text_of(item_path(key.name, i, items[i]), items[i]));
    }

    void text_or_texts(const Key& key, std::vector<std::string>& values) override
    {
        const CaseNode* node = find(key);
        if (node && std::holds_alternative<std::string>(node->value))
            values = {text_of(key.name, *node)};
        else if (node && !node->is_array())
            refuse(key.name, "expected a text in quotes, or a list of texts");
        else
            texts(key, values);
    }

    void columns(const Key& key, std::vector<double>& first, std::vector<double>& second) override
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        const std::filesystem::path file = text_of(key.name, *node);
        try { // names on the command line are relative to the working directory
            read_two_columns(is_override(node->where)
                                 ? file
                                 : std::filesystem::path(node->where.file).parent_path() / file,
                             first, second);
        } catch (const InputError& error) {
            refuse(key.name, error.what());
        }
    }

    void file_or_given(const Key& key, const std::string& kind, std::string& file,
                       std::shared_ptr<const Given>& given) override
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        if (const auto* value = std::get_if<std::shared_ptr<const Given>>(&node->value);
            value && (*value)->kind() == kind)
            given = *value;
        else if (std::holds_alternative<std::string>(node->value))
            file = text_of(key.name, *node);
        else if (kind != GivenNames::name || !node->is_array())
            refuse(key.name, "expected a text in quotes, or a " + in_words(kind));
        else {
            std::vector<std::string> names;
            texts(key, names);
            given = std::make_shared<const GivenNames>(std::move(names));
        }
    }

    void named_lists(const Key& key, std::map<std::string, std::vector<double>>& values) override
    {
        read_lists(key, "numbers { a = [1, 2] }",
                   [&](Reader& lists, const Key& name) { lists.numbers(name, values[name.name]); });
    }

    void named_lists(const Key& key,
                     std::map<std::string, std::vector<std::string>>& values) override
    {
        read_lists(key, "texts { a = [\"b\", \"c\"] }",
                   [&](Reader& lists, const Key& name) { lists.names(name, values[name.name]); });
    }

    // Reads texts, or labels of nodes, which are whole numbers.
    void names(const Key& key, std::vector<std::string>& values)
    {
        const CaseNode* node = find(key);
        if (!node || !node->is_array()) {
            text_or_texts(key, values);
            return;
        }
        constexpr double most = 1e15; // whole numbers below are exact
        values.clear();
        const auto& items = std::get<CaseNode::Array>(node->value);
        for (std::size_t i = 0; i < items.size(); ++i)
            if (const auto* label = std::get_if<double>(&items[i].value);
                label && *label > 0 && *label < most && *label == std::floor(*label))
                values.push_back(std::to_string(static_cast<long long>(*label)));
            else
                values.push_back(text_of(item_path(key.name, i, items[i]), items[i]));
    }

    void named_numbers(const Key& key, std::map<std::string, double>& values) override
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        values.clear();
        for (const auto& [name, child] :
             get<CaseNode::Table>(key.name, *node, "expected a table of numbers { a = 1 }"))
            values[name] = number_of(key, key.name + "." + name, child, "a number");
    }

    void table(const Key& key, bool& present, const std::function<void(Fields&)>& fields) override
    {
        const CaseNode* node = find(key);
        present = node != nullptr;
        if (node)
            read_table(*node, path(key.name), fields, former_keys_);
    }

    void tables(const Key& key, const std::function<void(Fields&)>& add) override
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        const auto& items =
            get<CaseNode::Array>(key.name, *node, "expected a list of tables [{ ... }]");
        for (std::size_t i = 0; i < items.size(); ++i)
            read_table(items[i], path(item_path(key.name, i, items[i])), add, former_keys_);
    }

    void named_tables(const Key& key,
                      const std::function<void(const std::string&, Fields&)>& add) override
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        for (const auto& [name, child] :
             get<CaseNode::Table>(key.name, *node, "expected a table of tables { a = { ... } }"))
            read_table(
                child, path(key.name) + "." + name,
                [&, &label = name](Fields& f) { add(label, f); }, former_keys_);
    }

    [[nodiscard]] std::shared_ptr<const Given> given(const std::string& key,
                                                     const std::string& kind) override
    {
        const CaseNode* node = find(Key{key});
        const auto* value =
            node ? std::get_if<std::shared_ptr<const Given>>(&node->value) : nullptr;
        return value && (*value)->kind() == kind ? *value : nullptr;
    }

    [[nodiscard]] bool has(const std::string& key) const override { return value(key); }

    [[nodiscard]] SourceLine where(const std::string& key) const override
    {
        const CaseNode* node = value(key);
        return node ? node->where : table_.where;
    }

    [[nodiscard]] std::string path(const std::string& key) const override
    {
        const auto renamed = renamed_.find(key);
        const std::string& written = renamed == renamed_.end() ? key : renamed->second.written;
        return path_.empty() ? written : path_ + "." + written;
    }

    [[noreturn]] void refuse(const std::string& key, const std::string& allowed) const override
    {
        const CaseNode* node = value(key);
        throw InputError(where(key), path(key), node ? node->text() : "(not given)", allowed);
    }

    // Missing keys come last, so that a misspelt key is not reported as missing.
    void refuse_unknown_and_missing() const
    {
        for (const auto& [name, child] : std::get<CaseNode::Table>(table_.value))
            if (std::find(asked_.begin(), asked_.end(), name) == asked_.end() &&
                std::find(formers_.begin(), formers_.end(), name) == formers_.end())
                throw InputError(child.where,
                                 "unknown key " + path(name) + name_hint(name, asked_));
        if (!missing_.empty())
            throw InputError(table_.where,
                             (path_.empty() ? "" : path_ + ": ") + "missing key " + missing_);
    }

private:
    // Reads the value of a key if it is a table. Returns any other value, or null.
    const CaseNode* read_if_table(const Key& key, bool& table,
                                  const std::function<void(Fields&)>& fields)
    {
        const CaseNode* node = find(key);
        table = node && node->is_table();
        if (!table)
            return node;
        read_table(*node, path(key.name), fields, former_keys_);
        return nullptr;
    }

    // Returns a number. @param others  other values that the key may have, for the message
    double single_number(const Key& key, const CaseNode& node, const std::string& others) const
    {
        const auto* number = std::get_if<double>(&node.value);
        if (!number || !in_range(key.range, *number))
            refuse(key.name, expected_number(key, "a number") + others);
        return *number;
    }

    // Reads a table of lists under free names.
    void read_lists(const Key& key, const std::string& items,
                    const std::function<void(Reader&, const Key&)>& read)
    {
        const CaseNode* node = find(key);
        if (!node)
            return;
        const auto& table =
            get<CaseNode::Table>(key.name, *node, "expected a table of lists of " + items);
        Reader lists(*node, path(key.name), former_keys_);
        for (const auto& [name, child] : table)
            read(lists, {.name = name, .unit = key.unit});
    }

    [[noreturn]] void refuse_without(const Key& choice,
                                     const std::vector<std::string>& allowed) const
    {
        for (const auto& [name, child] : std::get<CaseNode::Table>(table_.value))
            if (nearest_name(name, std::vector<std::string>{choice.name}) == choice.name &&
                std::find(asked_.begin(), asked_.end(), name) == asked_.end())
                throw InputError(child.where, "unknown key " + path(name) + "; did you mean " +
                                                  choice.name +
                                                  "? Values: " + name_list("", allowed));
        throw InputError(table_.where, (path_.empty() ? "" : path_ + ": ") + "missing key " +
                                           choice.name + " (" + choice.help +
                                           "); allowed: " + name_list("", allowed));
    }

    const CaseNode* find(const Key& key)
    {
        if (std::find(asked_.begin(), asked_.end(), key.name) == asked_.end())
            asked_.push_back(key.name);
        if (!key.former.empty() && !renamed_.contains(key.name))
            find_former(key);
        const CaseNode* node = value(key.name);
        if (!node && key.required && missing_.empty())
            missing_ = key.name + " (" + key.help + ")";
        return node;
    }

    // Value of a key, whichever of its names the table uses; null if it has none.
    [[nodiscard]] const CaseNode* value(const std::string& key) const
    {
        const auto renamed = renamed_.find(key);
        return renamed == renamed_.end() ? table_.find(key) : &renamed->second.node;
    }

    // Takes the value under the former name of a key, if the table has one.
    void find_former(const Key& key)
    {
        formers_.push_back(key.former);
        const CaseNode* former = table_.find(key.former);
        if (!former)
            return;
        const CaseNode* present = table_.find(key.name);
        const SourceLine* former_later = set_later(*former);
        const SourceLine* present_later = present ? set_later(*present) : nullptr;
        if (present && !present_later == !former_later)
            throw InputError(former_later ? *former_later : former->where, path(key.former),
                             former->text(),
                             "a former name of " + key.name + ", which " +
                                 (present_later ? *present_later : present->where).text() +
                                 " gives, too; give " + key.name + " alone");
        if (former_keys_)
            former_keys_->push_back({former->where, path(key.former), key.name});
        if (!present)
            renamed_.insert({key.name, {*former, key.former}});
        else if (former_later)
            renamed_.insert({key.name, {overridden(*present, *former), key.former}});
        else
            renamed_.insert({key.name, {overridden(*former, *present), key.name}});
    }

    // Place where `--set` or a script set a value, or a part of it, after the table was written;
    // null if there is none.
    [[nodiscard]] const SourceLine* set_later(const CaseNode& node) const
    {
        if (is_override(node.where) || node.where.file != table_.where.file)
            return &node.where;
        if (const auto* parts = std::get_if<CaseNode::Table>(&node.value))
            for (const auto& [name, part] : *parts)
                if (const SourceLine* place = set_later(part))
                    return place;
        return nullptr;
    }

    template <class T>
    const T& get(const std::string& name, const CaseNode& node, const std::string& expected) const
    {
        if (const T* value = std::get_if<T>(&node.value))
            return *value;
        throw InputError(node.where, path(name), node.text(), expected);
    }

    // Refuses line ends and tabs in names, addresses and files.
    const std::string& text_of(const std::string& name, const CaseNode& node) const
    {
        const auto& text = get<std::string>(name, node, "expected a text in quotes");
        if (!control_character(text).empty())
            throw InputError(node.where, path(name), node.text(),
                             "expected a text in one line, without tabs");
        return text;
    }

    double number_of(const Key& key, const std::string& name, const CaseNode& node,
                     const std::string& noun) const
    {
        const double* value = std::get_if<double>(&node.value);
        if (!value || !in_range(key.range, *value))
            throw InputError(node.where, path(name), node.text(),
                             expected_number(key, noun) +
                                 (value && !std::isfinite(*value) ? ", finite" : ""));
        return *value;
    }

    const CaseNode& table_;
    std::string path_;
    std::vector<std::string> asked_;
    std::string missing_; ///< first required key that the table lacks
    std::vector<FormerKey>* former_keys_;
    std::vector<std::string> formers_; ///< former names of the keys that were asked for

    // Value of a key that the table gives under its former name.
    struct Renamed {
        CaseNode node;
        std::string written; ///< name in the table
    };
    std::map<std::string, Renamed> renamed_; ///< by present name
};

} // namespace

std::string Range::text() const
{
    std::vector<std::string> parts;
    if (std::isfinite(min))
        parts.push_back((min_open ? "> " : ">= ") + number_text(min));
    if (std::isfinite(max))
        parts.push_back((max_open ? "< " : "<= ") + number_text(max));
    return join(parts, " and ");
}

std::string FormerKey::note() const
{
    return where.text() + ": " + path + " is called " + name + " now";
}

void read_table(const CaseNode& table, const std::string& path,
                const std::function<void(Fields&)>& fields, std::vector<FormerKey>* former_keys)
{
    Reader reader(table, path, former_keys);
    fields(reader);
    reader.refuse_unknown_and_missing();
}

} // namespace slideway::io
