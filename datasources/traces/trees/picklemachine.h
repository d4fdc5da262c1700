// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/trees/datatree.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

class TraceMeter;

/// The stack machine behind parsePickle. `bytes` must outlive it and its tree.
class PickleMachine
{
public:
    PickleMachine(std::string_view bytes, TraceMeter& meter) : m_bytes(bytes), m_meter(meter), m_tree(meter) { }

    /// Whether the meter lets it go on with what has been built so far.
    [[nodiscard]] bool isPaid();

    /// What the meter holds for it.
    [[nodiscard]] std::size_t paidBytes() const { return m_paidBytes; }

    /// Obeys one opcode. Returns what is wrong with it; empty where nothing is.
    [[nodiscard]] std::string step();

    [[nodiscard]] bool hasStopped() const { return m_stopped; }
    [[nodiscard]] std::size_t position() const { return m_at; }
    [[nodiscard]] DataTree take() &&;

private:
    using Index = DataTree::Index;

    bool stepScalar(unsigned char opcode);
    bool stepText(unsigned char opcode);
    bool stepContainer(unsigned char opcode);
    bool stepMemo(unsigned char opcode);
    bool stepMarker(unsigned char opcode);

    std::optional<std::uint64_t> readUnsigned(std::size_t size);
    std::optional<std::string_view> readBytes(std::uint64_t size);
    std::optional<std::string_view> readLine();
    bool pushLong(std::uint64_t size);
    bool pushText(std::size_t sizeBytes);
    bool pushDouble();

    void push(DataTree::Node node) { m_stack.push_back(m_tree.add(node)); }
    void pushContainer(bool isDictionary, std::span<const Index> items = {});
    bool pop(Index& value);
    /// The values above the last mark, which goes too.
    bool popToMark(std::vector<Index>& values);
    bool pushTuple(std::size_t size);
    bool appendTo(std::span<const Index> values);
    bool setItems(std::span<const Index> values);
    [[nodiscard]] const Index* recalled(std::uint64_t slot) const;
    bool fail(std::string trouble);

    std::string_view m_bytes;
    TraceMeter& m_meter;
    std::size_t m_at = 0;
    DataTree m_tree;
    std::vector<Index> m_stack;
    std::vector<std::size_t> m_marks;
    std::vector<Index> m_memo; ///< slots as writers number them, from 0
    std::unordered_map<std::uint64_t, Index> m_otherMemo; ///< slots beyond
    std::vector<Index> m_values; ///< of the opcode under way
    std::size_t m_paidBytes = 0;
    std::string m_trouble;
    Index m_root = 0;
    bool m_stopped = false;
};

} // namespace lockstep
