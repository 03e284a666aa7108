#include "tests/app/summary_of.hpp"

#include <nlohmann/json.hpp>

#include <ostream>

namespace slideway::test {

struct Json::Value {
    nlohmann::json json;
};

Json::Json(const std::string& text)
    : value_(std::make_shared<const Value>(Value{nlohmann::json::parse(text)}))
{
}

Json Json::operator[](const std::string& key) const
{
    return Json(std::make_shared<const Value>(Value{value_->json.at(key)}));
}

Json Json::operator[](std::size_t index) const
{
    return Json(std::make_shared<const Value>(Value{value_->json.at(index)}));
}

bool Json::contains(const std::string& key) const
{
    return value_->json.contains(key);
}

std::size_t Json::size() const
{
    return value_->json.size();
}

std::vector<std::string> Json::keys() const
{
    std::vector<std::string> all;
    for (const auto& [key, value] : value_->json.items())
        all.push_back(key);
    return all;
}

bool Json::is_text() const
{
    return value_->json.is_string();
}

std::string Json::text() const
{
    return value_->json.get<std::string>();
}

double Json::number() const
{
    return value_->json.get<double>();
}

std::vector<std::string> Json::texts() const
{
    return value_->json.get<std::vector<std::string>>();
}

std::vector<double> Json::numbers() const
{
    return value_->json.is_array() ? value_->json.get<std::vector<double>>()
                                   : std::vector<double>{number()};
}

double Json::value(const std::string& name) const
{
    return (*this)[name]["value"].number();
}

std::vector<double> Json::values(const std::string& name) const
{
    return (*this)[name]["value"].numbers();
}

bool operator==(const Json& a, const Json& b)
{
    return a.value_->json == b.value_->json;
}

std::ostream& operator<<(std::ostream& stream, const Json& json)
{
    return stream << json.value_->json.dump();
}

Json summary_of(const io::ScratchFolder& folder, const std::string& results)
{
    return Json(io::file_text(folder / (results + "/summary.json")));
}

} // namespace slideway::test
