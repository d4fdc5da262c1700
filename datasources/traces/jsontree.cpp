// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pickle.h"

#include <fmt/format.h>
#include <simdjson.h>

namespace lockstep {

namespace {

/// Recursion is bounded: the parser refuses documents nested deeper than 1,024.
DataTree::Index convert(simdjson::dom::element element, DataTree& tree)
{
    using Type = simdjson::dom::element_type;
    switch (element.type()) {
    case Type::ARRAY: {
        DataTree::List list;
        const simdjson::dom::array array = element.get_array().value_unsafe();
        for (const auto child : array)
            list.push_back(convert(child, tree));
        return tree.add(std::move(list));
    }
    case Type::OBJECT: {
        DataTree::Dictionary dictionary;
        const simdjson::dom::object object = element.get_object().value_unsafe();
        for (const auto& [key, value] : object) {
            const auto name = tree.add(std::string(key));
            dictionary.emplace_back(name, convert(value, tree));
        }
        return tree.add(std::move(dictionary));
    }
    case Type::INT64:
        return tree.add(element.get_int64().value_unsafe());
    case Type::UINT64:
    case Type::DOUBLE:
        return tree.add(element.get_double().value_unsafe());
    case Type::STRING:
        return tree.add(std::string(element.get_string().value_unsafe()));
    case Type::BOOL:
        return tree.add(element.get_bool().value_unsafe());
    default:
        return 0;
    }
}

} // namespace

Result<DataTree> parseJsonTree(std::string_view text)
{
    simdjson::dom::parser parser;
    simdjson::dom::element document;
    if (const auto error = parser.parse(text.data(), text.size()).get(document); error != simdjson::SUCCESS)
        return Error{fmt::format("no sound JSON: {}", simdjson::error_message(error))};
    DataTree tree;
    tree.setRoot(convert(document, tree));
    return tree;
}

} // namespace lockstep
