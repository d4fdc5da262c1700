// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep {

class DataValue;
class TraceMeter;

/// Data from a pickle or JSON file: numbers, texts, lists and dictionaries. Nodes refer to each other by index, so
/// shared values are stored once and cycles are harmless. Texts stay in the file's text, which must outlive the tree.
/// Reads are charged to the meter; beyond its limit everything reads as empty, so that loops end.
class DataTree
{
public:
    using Index = std::uint32_t;
    /// A list, or a dictionary as alternating keys and values.
    struct Container
    {
        Index items = 0;
        bool isDictionary = false;
    };
    using Node = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, Container>;

    explicit DataTree(TraceMeter& meter);

    Index add(Node node);
    Index addContainer(bool isDictionary, std::span<const Index> items = {});
    /// False if the node is not a container of that kind.
    [[nodiscard]] bool append(Index container, bool isDictionary, std::span<const Index> items);

    [[nodiscard]] const Node& at(Index index) const { return m_chunks[index / chunkSize][index % chunkSize]; }
    [[nodiscard]] const std::vector<Index>& items(Container container) const { return m_items[container.items]; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::size_t heldBytes() const { return m_heldBytes; }

    void setRoot(Index root) { m_root = root; }
    [[nodiscard]] DataValue root() const;

    /// Charges values that are read; false beyond the limit.
    [[nodiscard]] bool charge(std::size_t count) const;

private:
    static constexpr std::size_t chunkSize = 4096;

    TraceMeter* m_meter;
    std::vector<std::unique_ptr<Node[]>> m_chunks;
    std::vector<std::vector<Index>> m_items;
    std::size_t m_size = 0;
    std::size_t m_heldBytes = 0;
    Index m_root = 0;
};

/// A value in a tree, which must outlive it. Absent values and wrong types read as empty.
class DataValue
{
public:
    DataValue(const DataTree& tree, DataTree::Index index) : m_tree(&tree), m_index(index) { }

    [[nodiscard]] bool isNothing() const { return std::holds_alternative<std::monostate>(node()); }
    [[nodiscard]] bool isDictionary() const { return items(true) != nullptr; }
    [[nodiscard]] bool isList() const { return items(false) != nullptr; }

    /// Integers, also as text ("-1"), as in Flight Recorder's JSON.
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    [[nodiscard]] std::optional<double> number() const;
    [[nodiscard]] std::optional<bool> boolean() const;
    [[nodiscard]] std::string_view text() const;

    /// A dictionary's member; absent if there is none with that name.
    [[nodiscard]] DataValue operator[](std::string_view key) const;
    [[nodiscard]] std::size_t count() const; ///< elements of a list or dictionary
    [[nodiscard]] DataValue element(std::size_t i) const; ///< of a list
    [[nodiscard]] std::pair<std::string_view, DataValue> member(std::size_t i) const; ///< of a dictionary

private:
    [[nodiscard]] const DataTree::Node& node() const { return m_tree->at(m_index); }
    [[nodiscard]] const std::vector<DataTree::Index>* items(bool ofDictionary) const;

    const DataTree* m_tree;
    DataTree::Index m_index;
};

} // namespace lockstep
