#include "io/entries.hpp"

#include "base/to_vector.hpp"
#include "io/array_sink.hpp"
#include "io/hdf5_file.hpp"

#include <algorithm>
#include <stdexcept>

namespace slideway::io {

void Entries::numbers_or_texts(std::vector<double>& numbers, std::vector<std::string>& texts,
                               std::string& unit, std::string_view name, std::string_view meaning,
                               std::string_view shape)
{
    if (holds_texts(std::string(name), !texts.empty(), unit))
        visit(entry(name, "", meaning, shape, ""), &texts, false);
    else
        visit(entry(name, unit, meaning, shape, ""), &numbers, false);
}

void Entries::group(const std::string& name, const std::function<void()>& members)
{
    const std::string outer = prefix_;
    prefix_ += name.ends_with(separator_) ? name : name + separator_;
    members();
    prefix_ = outer;
}

void Entries::each_name(std::vector<std::string> own, const std::string& name,
                        std::string_view symbol, std::string_view stands_for,
                        const std::function<void(std::size_t k, const std::string& path)>& members)
{
    if (!reads())
        own = names(name, symbol, stands_for, std::move(own));
    for (std::size_t k = 0; k < own.size(); ++k)
        members(k, path(name, symbol, own[k]));
}

void Entries::each_group(std::vector<std::string> own, const std::string& name,
                         std::string_view symbol, std::string_view stands_for,
                         const std::function<void(std::size_t k)>& members)
{
    each_name(std::move(own), name, symbol, stands_for,
              [&](std::size_t k, const std::string& one) { group(one, [&] { members(k); }); });
}

std::string Entries::path(const std::string& groups, std::string_view symbol,
                          const std::string& one) const
{
    return (groups.empty() ? "" : groups + separator_) + (describes() ? std::string(symbol) : one);
}

Entry Entries::entry(std::string_view name, std::string_view unit, std::string_view meaning,
                     std::string_view shape, std::string_view condition)
{
    return {std::string(name), std::string(unit), std::string(meaning), std::string(shape),
            std::string(condition)};
}

std::string Entries::group_number(std::size_t k)
{
    std::string number = std::to_string(k + 1);
    return number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
}

namespace {

class ArrayWriter final : public Entries {
public:
    explicit ArrayWriter(ArraySink& sink) : Entries(Purpose::write, "/"), sink_(sink) {}

private:
    void visit_attribute(const Entry& entry, std::string& text) override
    {
        if (entry.condition.empty() || !text.empty())
            sink_.attribute(entry.name, text);
    }
    void visit(const Entry& entry, Values values, bool single) override
    {
        std::visit(
            [&]<class T>(const T* all) {
                if (all->size() == 0 && (single || !entry.condition.empty()))
                    return;
                if constexpr (requires { sink_.write("", *all, ""); })
                    sink_.write(full(entry.name), *all, entry.meaning);
                else
                    sink_.write(full(entry.name), *all, entry.unit, entry.meaning);
            },
            values);
    }

    ArraySink& sink_;
};

class ArrayReader final : public Entries {
public:
    explicit ArrayReader(const Hdf5Reader& h5) : Entries(Purpose::read, "/"), h5_(h5) {}

private:
    void visit_attribute(const Entry& entry, std::string& text) override
    {
        if (entry.condition.empty() || h5_.holds_attribute(entry.name))
            text = h5_.attribute("", entry.name);
    }
    void visit(const Entry& entry, Values values, bool single) override
    {
        const std::string name = full(entry.name);
        if (!entry.condition.empty() && !h5_.holds(name))
            return;
        std::visit([&](auto* all) { read(name, *all); }, values);
        const bool one = std::visit([](const auto* all) { return all->size() == 1; }, values);
        if (single && !one)
            throw std::invalid_argument(name + ": expected one entry");
    }
    void read(const std::string& name, Vector& values) { values = to_vector(h5_.numbers(name)); }
    void read(const std::string& name, Matrix& values) { values = h5_.matrix(name); }
    void read(const std::string& name, std::vector<double>& values) { values = h5_.numbers(name); }
    void read(const std::string& name, std::vector<int>& values) { values = h5_.integers(name); }
    void read(const std::string& name, std::vector<std::string>& values)
    {
        values = h5_.texts(name);
    }
    bool has(const std::string& name, std::string_view /*condition*/, bool /*own*/) override
    {
        return h5_.holds(full(name));
    }
    std::size_t count(const std::string& name, std::string_view symbol,
                      std::string_view /*stands_for*/, std::size_t own) override
    {
        std::size_t n = 0;
        while (h5_.holds(full(path(name, symbol, group_number(n)))))
            ++n;
        return std::max(n, own);
    }
    std::vector<std::string> names(const std::string& name, std::string_view /*symbol*/,
                                   std::string_view /*stands_for*/,
                                   std::vector<std::string> /*own*/) override
    {
        return h5_.names(full(name));
    }
    bool holds_texts(const std::string& name, bool /*own*/, std::string& unit) override
    {
        const bool texts = h5_.holds_texts(full(name));
        if (!texts)
            unit = h5_.attribute(full(name), "unit");
        return texts;
    }

    const Hdf5Reader& h5_;
};

class Describer final : public Entries {
public:
    explicit Describer(const std::string& separator) : Entries(Purpose::describe, separator) {}

    void note(const std::string& sentences) override
    {
        if (std::find(docs.notes.begin(), docs.notes.end(), sentences) == docs.notes.end())
            docs.notes.push_back(sentences);
    }

    EntryDocs docs;

private:
    void visit_attribute(const Entry& entry, std::string& /*text*/) override
    {
        docs.entries.push_back({entry, true});
    }
    void visit(const Entry& entry, Values /*values*/, bool /*single*/) override
    {
        docs.entries.push_back({entry, false});
        docs.entries.back().entry.name = full(entry.name);
    }
    bool has(const std::string& name, std::string_view condition, bool /*own*/) override
    {
        note("`" + full(name) + "` exists only " + std::string(condition) + ".");
        return true;
    }
    std::size_t count(const std::string& /*name*/, std::string_view symbol,
                      std::string_view stands_for, std::size_t own) override
    {
        explain(symbol, stands_for);
        return std::max<std::size_t>(own, 1);
    }
    std::vector<std::string> names(const std::string& /*name*/, std::string_view symbol,
                                   std::string_view stands_for,
                                   std::vector<std::string> own) override
    {
        explain(symbol, stands_for);
        own.resize(1);
        return own;
    }
    void explain(std::string_view symbol, std::string_view stands_for)
    {
        note(std::string(symbol) + " stands for " + std::string(stands_for) + ".");
    }
};

} // namespace

void write_arrays(ArraySink& sink, const Walk& walk)
{
    ArrayWriter writer(sink);
    walk(writer);
}

void read_arrays(const Hdf5Reader& h5, const Walk& walk)
{
    ArrayReader reader(h5);
    walk(reader);
}

EntryDocs describe_entries(const Walk& walk, const std::string& separator)
{
    Describer describer(separator);
    walk(describer);
    return std::move(describer.docs);
}

} // namespace slideway::io
