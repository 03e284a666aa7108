#include "io/json_file.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace slideway::io {

namespace {

using Json = nlohmann::ordered_json;

Json convert(const JsonValue& node, const std::string& path)
{
    if (const auto* number = std::get_if<double>(&node.value())) {
        if (!std::isfinite(*number))
            throw std::invalid_argument("JSON value " + path + " = " + number_text(*number) +
                                        "; numbers must be finite");
        return *number;
    }
    const std::string prefix = path.empty() ? "" : path + ".";
    if (const auto* items = std::get_if<JsonValue::Array>(&node.value())) {
        Json array = Json::array();
        for (std::size_t i = 0; i < items->size(); ++i)
            array.push_back(convert((*items)[i], path + "[" + std::to_string(i) + "]"));
        return array;
    }
    if (const auto* keys = std::get_if<JsonValue::Object>(&node.value())) {
        Json object = Json::object();
        for (const auto& [key, child] : *keys)
            object[key] = convert(child, prefix + key);
        return object;
    }
    if (const auto* text = std::get_if<std::string>(&node.value()))
        return *text;
    if (const auto* integer = std::get_if<long long>(&node.value()))
        return *integer;
    return std::get<bool>(node.value());
}

} // namespace

JsonValue& JsonValue::set(const std::string& key, JsonValue value)
{
    auto* object = std::get_if<Object>(&value_);
    if (!object)
        throw std::invalid_argument("JSON value: set(\"" + key +
                                    "\") on a value that is not an object");
    const auto same = [&key](const auto& pair) -> bool { return pair.first == key; };
    if (const auto it = std::find_if(object->begin(), object->end(), same); it != object->end())
        it->second = std::move(value);
    else
        object->emplace_back(key, std::move(value));
    return *this;
}

JsonValue& JsonValue::push(JsonValue value)
{
    auto* array = std::get_if<Array>(&value_);
    if (!array)
        throw std::invalid_argument("JSON value: push on a value that is not an array");
    array->push_back(std::move(value));
    return *this;
}

std::string json_text(const JsonValue& value)
{
    return convert(value, "").dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace slideway::io
