// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/trees/datatree.h"

#include "datasources/traces/pieces/tracemeter.h"
#include "models/core/parsenumber.h"

#include <cmath>
#include <limits>

namespace lockstep {

namespace {

/// Memory of a list, including the growth of its table and an allocation.
constexpr std::size_t containerBytes = 80;

} // namespace

DataTree::DataTree(TraceMeter& meter) : m_meter(&meter)
{
    add(Node{}); // node 0: absent values refer to it
}

DataTree::Index DataTree::add(Node node)
{
    if (m_size > std::numeric_limits<Index>::max())
        return 0;
    if (m_size % chunkSize == 0) {
        m_chunks.push_back(std::make_unique<Node[]>(chunkSize));
        m_heldBytes += chunkSize * sizeof(Node);
    }
    m_chunks.back()[m_size % chunkSize] = node;
    return static_cast<Index>(m_size++);
}

DataTree::Index DataTree::addContainer(bool isDictionary, std::span<const Index> items)
{
    m_items.emplace_back(items.begin(), items.end());
    m_heldBytes += containerBytes + items.size() * sizeof(Index);
    return add(Container{static_cast<Index>(m_items.size() - 1), isDictionary});
}

bool DataTree::append(Index container, bool isDictionary, std::span<const Index> items)
{
    const auto* node = std::get_if<Container>(&at(container));
    if (node == nullptr || node->isDictionary != isDictionary)
        return false;
    auto& all = m_items[node->items];
    const auto capacity = all.capacity();
    all.insert(all.end(), items.begin(), items.end());
    m_heldBytes += (all.capacity() - capacity) * sizeof(Index);
    return true;
}

bool DataTree::charge(std::size_t count) const
{
    return m_meter->take(TraceCost::Lookups, count);
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
    const auto* const text = std::get_if<std::string_view>(&node());
    return text != nullptr ? parseNumber<std::int64_t>(*text) : std::nullopt;
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
    const auto* value = std::get_if<std::string_view>(&node());
    return value != nullptr ? *value : std::string_view{};
}

const std::vector<DataTree::Index>* DataValue::items(bool ofDictionary) const
{
    const auto* container = std::get_if<DataTree::Container>(&node());
    return container != nullptr && container->isDictionary == ofDictionary ? &m_tree->items(*container) : nullptr;
}

DataValue DataValue::operator[](std::string_view key) const
{
    const auto* members = items(true);
    if (members == nullptr || !m_tree->charge(members->size()))
        return {*m_tree, 0};
    for (std::size_t i = 0; i + 1 < members->size(); i += 2) {
        const auto* name = std::get_if<std::string_view>(&m_tree->at((*members)[i]));
        if (name != nullptr && *name == key)
            return {*m_tree, (*members)[i + 1]};
    }
    return {*m_tree, 0};
}

std::size_t DataValue::count() const
{
    const auto* container = std::get_if<DataTree::Container>(&node());
    if (container == nullptr || !m_tree->charge(1))
        return 0;
    return m_tree->items(*container).size() / (container->isDictionary ? 2 : 1);
}

DataValue DataValue::element(std::size_t i) const
{
    const auto* list = items(false);
    return {*m_tree, list != nullptr && i < list->size() ? (*list)[i] : 0};
}

std::pair<std::string_view, DataValue> DataValue::member(std::size_t i) const
{
    const auto* members = items(true);
    if (members == nullptr || 2 * i + 1 >= members->size() || !m_tree->charge(1))
        return {{}, {*m_tree, 0}};
    return {DataValue(*m_tree, (*members)[2 * i]).text(), {*m_tree, (*members)[2 * i + 1]}};
}

} // namespace lockstep
