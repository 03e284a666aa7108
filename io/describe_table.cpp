#include "base/text.hpp"
#include "io/given_names.hpp"
#include "io/reader.hpp"

#include <stdexcept>
#include <utility>

namespace slideway::io {

namespace {

class Describer final : public Fields {
public:
    Describer(std::string prefix, std::string former_prefix, std::vector<KeyDoc>& docs)
        : prefix_(std::move(prefix)), former_prefix_(std::move(former_prefix)), docs_(docs)
    {
    }

    void number(const Key& key, double& value) override
    {
        add_number(key, "number", number_text(value));
    }
    void number_or_table(const Key& key, double& value, bool&,
                         const std::function<void(Fields&)>& fields) override
    {
        add_number(key, "table, or number", number_text(value));
        nested(key, "", fields);
    }
    void numbers_or_table(const Key& key, std::vector<double>& values, bool&,
                          const std::function<void(Fields&)>& fields) override
    {
        std::vector<std::string> texts;
        for (const double value : values)
            texts.push_back(number_text(value));
        add_number(key, "table, number, or list of numbers", join(texts));
        nested(key, "", fields);
    }
    void integer(const Key& key, int& value) override
    {
        add_number(key, "whole number", std::to_string(value));
    }
    void flag(const Key& key, bool& value) override
    {
        add(key, "true or false", value ? "true" : "false");
    }
    void text(const Key& key, std::string& value) override { add(key, "text", quoted(value)); }
    void choice(const Key& key, std::string& value,
                const std::vector<std::string>& allowed) override
    {
        add(key, "one of " + join(allowed), quoted(value));
    }
    void choice_or_table(const Key& key, std::string& value,
                         const std::vector<std::string>& allowed, bool&,
                         const std::function<void(Fields&)>& fields) override
    {
        add(key, "table, or one of " + join(allowed), quoted(value));
        nested(key, "", fields);
    }
    void choice_or_number(const Key& key, std::string& value,
                          const std::vector<std::string>& allowed, bool&, double&) override
    {
        add_number(key, "number, or one of " + join(allowed), quoted(value));
    }
    void numbers(const Key& key, std::vector<double>&) override
    {
        add_number(key, "list of numbers", "");
    }
    void columns(const Key& key, std::vector<double>& /*first*/,
                 std::vector<double>& /*second*/) override
    {
        add(key, "text", "");
    }
    void file_or_given(const Key& key, const std::string& kind, std::string& file,
                       std::shared_ptr<const Given>& /*given*/) override
    {
        add(key, "text, or " + in_words(kind), quoted(file));
        docs_.back().given = kind;
    }
    void named_lists(const Key& key,
                     std::map<std::string, std::vector<double>>& /*values*/) override
    {
        add(key, "table of lists of numbers", "");
    }
    void named_lists(const Key& key,
                     std::map<std::string, std::vector<std::string>>& /*values*/) override
    {
        add(key, "table of lists of texts", "");
    }
    void pair(const Key& key, double& first, double& second) override
    {
        add_number(key, "two numbers", "[" + number_text(first) + ", " + number_text(second) + "]");
    }
    void texts(const Key& key, std::vector<std::string>&) override
    {
        add(key, "list of texts", "");
    }
    void text_or_texts(const Key& key, std::vector<std::string>&) override
    {
        add(key, "text, or list of texts", "");
    }
    void named_numbers(const Key& key, std::map<std::string, double>&) override
    {
        add_number(key, "table of numbers", "");
    }
    void table(const Key& key, bool&, const std::function<void(Fields&)>& fields) override
    {
        add(key, "table", "");
        nested(key, "", fields);
    }
    void tables(const Key& key, const std::function<void(Fields&)>& add_entry) override
    {
        add(key, "list of tables", "");
        nested(key, "[]", add_entry);
    }
    void named_tables(const Key& key,
                      const std::function<void(const std::string&, Fields&)>& add_entry) override
    {
        add(key, "table of tables", "");
        nested(key, ".NAME", [&](Fields& f) { add_entry("NAME", f); });
    }
    [[nodiscard]] std::shared_ptr<const Given> given(const std::string&,
                                                     const std::string&) override
    {
        return nullptr;
    }
    [[nodiscard]] bool has(const std::string&) const override { return false; }
    [[nodiscard]] SourceLine where(const std::string&) const override { return {}; }
    [[nodiscard]] std::string path(const std::string& key) const override { return prefix_ + key; }
    [[noreturn]] void refuse(const std::string& key, const std::string& allowed) const override
    {
        throw std::logic_error("described key " + key + " refused: " + allowed);
    }

private:
    static std::string quoted(const std::string& text)
    {
        return text.empty() ? "" : "\"" + text + "\"";
    }

    void add(const Key& key, const std::string& type, const std::string& default_text)
    {
        docs_.push_back(
            {prefix_ + key.name, type, key.unit, key.help, key.range.text(),
             key.required ? "" : (key.default_text.empty() ? default_text : key.default_text),
             key.required, key.file});
        docs_.back().former = former_path(key);
    }

    void add_number(const Key& key, const std::string& type, const std::string& default_text)
    {
        add(key, type, default_text);
        docs_.back().numeric = true;
    }

    // Path of a key with its former name or that of a table around it; "" if none has one.
    [[nodiscard]] std::string former_path(const Key& key) const
    {
        if (!key.former.empty())
            return prefix_ + key.former;
        return former_prefix_.empty() ? "" : former_prefix_ + key.name;
    }

    void nested(const Key& key, const std::string& item, const std::function<void(Fields&)>& fields)
    {
        const std::string former = former_path(key);
        Describer inner(prefix_ + key.name + item + ".", former.empty() ? "" : former + item + ".",
                        docs_);
        fields(inner);
    }

    std::string prefix_, former_prefix_;
    std::vector<KeyDoc>& docs_;
};

} // namespace

std::vector<KeyDoc> describe_table(const std::function<void(Fields&)>& fields)
{
    std::vector<KeyDoc> docs;
    Describer describer("", "", docs);
    fields(describer);
    return docs;
}

} // namespace slideway::io
