// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/datatree.h"

#include <charconv>
#include <cmath>

namespace lockstep {

DataTree::Index DataTree::add(Node&& node)
{
    m_nodes.push_back(std::move(node));
    return static_cast<Index>(m_nodes.size() - 1);
}

DataValue DataTree::root() const
{
    return {*this, m_root};
}

std::optional<std::int64_t> DataValue::integer() const
{
    if (const auto* value = std::get_if<std::int64_t>(&node()))
        return *value;
    if (const auto* value = std::get_if<double>(&node())) {
        constexpr double exact = 9e15;
        if (std::abs(*value) <= exact && *value == std::floor(*value))
            return static_cast<std::int64_t>(*value);
    }
    if (const auto* value = std::get_if<std::string>(&node())) {
        std::int64_t number = 0;
        const auto* end = value->data() + value->size();
        if (const auto parsed = std::from_chars(value->data(), end, number);
            parsed.ec == std::errc{} && parsed.ptr == end)
            return number;
    }
    return std::nullopt;
}

std::optional<double> DataValue::number() const
{
    if (const auto* value = std::get_if<double>(&node()))
        return *value;
    if (const auto* value = std::get_if<std::int64_t>(&node()))
        return static_cast<double>(*value);
    return std::nullopt;
}

std::optional<bool> DataValue::boolean() const
{
    const auto* value = std::get_if<bool>(&node());
    return value != nullptr ? std::optional(*value) : std::nullopt;
}

std::string_view DataValue::text() const
{
    const auto* value = std::get_if<std::string>(&node());
    return value != nullptr ? std::string_view(*value) : std::string_view{};
}

DataValue DataValue::operator[](std::string_view key) const
{
    if (const auto* dictionary = std::get_if<DataTree::Dictionary>(&node())) {
        for (const auto& [name, value] : *dictionary) {
            const auto* text = std::get_if<std::string>(&m_tree->at(name));
            if (text != nullptr && *text == key)
                return {*m_tree, value};
        }
    }
    return {*m_tree, 0};
}

std::size_t DataValue::count() const
{
    if (const auto* list = std::get_if<DataTree::List>(&node()))
        return list->size();
    if (const auto* dictionary = std::get_if<DataTree::Dictionary>(&node()))
        return dictionary->size();
    return 0;
}

DataValue DataValue::element(std::size_t i) const
{
    const auto* list = std::get_if<DataTree::List>(&node());
    return {*m_tree, list != nullptr && i < list->size() ? (*list)[i] : 0};
}

std::pair<DataValue, DataValue> DataValue::entry(std::size_t i) const
{
    const auto* dictionary = std::get_if<DataTree::Dictionary>(&node());
    if (dictionary == nullptr || i >= dictionary->size())
        return {{*m_tree, 0}, {*m_tree, 0}};
    return {{*m_tree, (*dictionary)[i].first}, {*m_tree, (*dictionary)[i].second}};
}

} // namespace lockstep
