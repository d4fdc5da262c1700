// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep {

class DataValue;

/// Plain data read from a pickle or from JSON: numbers, texts, lists and dictionaries. Nodes refer to each other by
/// index, so a value used in many places is stored once and a list that contains itself does no harm.
class DataTree
{
public:
    using Index = std::uint32_t;
    using List = std::vector<Index>;
    using Dictionary = std::vector<std::pair<Index, Index>>;
    using Node = std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Dictionary>;

    Index add(Node&& node);
    [[nodiscard]] Node& at(Index index) { return m_nodes[index]; }
    [[nodiscard]] const Node& at(Index index) const { return m_nodes[index]; }
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }

    void setRoot(Index root) { m_root = root; }
    [[nodiscard]] DataValue root() const;

private:
    std::vector<Node> m_nodes{Node{}}; ///< node 0 is nothing, what absent values refer to
    Index m_root = 0;
};

/// A value in a tree, which must outlive it. What is absent or of another type reads as nothing.
class DataValue
{
public:
    DataValue(const DataTree& tree, DataTree::Index index) : m_tree(&tree), m_index(index) { }

    [[nodiscard]] bool isNothing() const { return std::holds_alternative<std::monostate>(node()); }
    [[nodiscard]] bool isDictionary() const { return std::holds_alternative<DataTree::Dictionary>(node()); }
    [[nodiscard]] bool isList() const { return std::holds_alternative<DataTree::List>(node()); }

    /// Whole numbers, also as text ("-1"), as Flight Recorder's JSON has them.
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    [[nodiscard]] std::optional<double> number() const;
    [[nodiscard]] std::optional<bool> boolean() const;
    [[nodiscard]] std::string_view text() const;

    /// A dictionary's member; nothing where it has none of that name.
    [[nodiscard]] DataValue operator[](std::string_view key) const;
    [[nodiscard]] std::size_t count() const; ///< elements of a list or dictionary
    [[nodiscard]] DataValue element(std::size_t i) const; ///< of a list
    [[nodiscard]] std::pair<DataValue, DataValue> entry(std::size_t i) const; ///< of a dictionary

private:
    [[nodiscard]] const DataTree::Node& node() const { return m_tree->at(m_index); }

    const DataTree* m_tree;
    DataTree::Index m_index;
};

} // namespace lockstep
