// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/trees/picklemachine.h"

#include "datasources/traces/pieces/tracemeter.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace lockstep {

namespace {

/// Of a table by hash: its node, its bucket and what an allocation takes.
constexpr std::size_t slotBytes = 64;

/// What is built is paid for in steps, which asks little of the meter.
constexpr std::size_t paidStep = std::size_t{64} << 10;

} // namespace

std::string PickleMachine::step()
{
    if (m_at >= m_bytes.size())
        return "ends early; expected the opcode that ends a pickle";
    const auto opcode = static_cast<unsigned char>(m_bytes[m_at++]);
    const bool known
        = stepScalar(opcode) || stepText(opcode) || stepContainer(opcode) || stepMemo(opcode) || stepMarker(opcode);
    if (!known && m_trouble.empty())
        return fmt::format("opcode 0x{:02x} is refused: it is unknown or would run code; expected plain data", opcode);
    return std::exchange(m_trouble, {});
}

bool PickleMachine::isPaid()
{
    const auto bytes = m_tree.heldBytes()
        + (m_stack.capacity() + m_memo.capacity() + m_values.capacity()) * sizeof(Index)
        + m_marks.capacity() * sizeof(std::size_t) + m_otherMemo.size() * slotBytes;
    if (bytes < m_paidBytes + paidStep)
        return m_meter.goesOn();
    return m_meter.hold(bytes - std::exchange(m_paidBytes, bytes));
}

DataTree PickleMachine::take() &&
{
    m_tree.setRoot(m_root);
    return std::move(m_tree);
}

/// Notes what is wrong. Returns true, as the opcode was understood.
bool PickleMachine::fail(std::string trouble)
{
    m_trouble = std::move(trouble);
    return true;
}

bool PickleMachine::pop(Index& value)
{
    const auto floor = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() <= floor)
        return false;
    value = m_stack.back();
    m_stack.pop_back();
    return true;
}

bool PickleMachine::popToMark(std::vector<Index>& values)
{
    if (m_marks.empty())
        return false;
    values.assign(m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back()), m_stack.end());
    m_stack.resize(m_marks.back());
    m_marks.pop_back();
    return true;
}

bool PickleMachine::pushTuple(std::size_t size)
{
    std::array<Index, 3> items{};
    for (auto i = size; i > 0; --i) {
        if (!pop(items[i - 1]))
            return fail("a tuple of more values than there are");
    }
    pushContainer(false, std::span(items).first(size));
    return true;
}

void PickleMachine::pushContainer(bool isDictionary, std::span<const Index> items)
{
    m_stack.push_back(m_tree.addContainer(isDictionary, items));
}

bool PickleMachine::appendTo(std::span<const Index> values)
{
    const bool isDone = !m_stack.empty() && m_tree.append(m_stack.back(), false, values);
    return isDone ? true : fail("values are appended to what is no list");
}

bool PickleMachine::setItems(std::span<const Index> values)
{
    const bool isDone = !m_stack.empty() && values.size() % 2 == 0 && m_tree.append(m_stack.back(), true, values);
    return isDone ? true : fail("items are set in what is no dictionary, or a key has no value");
}

bool PickleMachine::stepContainer(unsigned char opcode)
{
    auto& values = m_values;
    std::array<Index, 2> item{};
    switch (opcode) {
    case '(': // MARK
        m_marks.push_back(m_stack.size());
        return true;
    case ']': // EMPTY_LIST
    case ')': // EMPTY_TUPLE
        pushContainer(false);
        return true;
    case '}': // EMPTY_DICT
        pushContainer(true);
        return true;
    case 'l': // LIST
    case 't': // TUPLE
        if (!popToMark(values))
            return fail("a list without its mark");
        pushContainer(false, values);
        return true;
    case 'd': // DICT
        if (!popToMark(values))
            return fail("a dictionary without its mark");
        pushContainer(true);
        return setItems(values);
    case 0x85: // TUPLE1
    case 0x86: // TUPLE2
    case 0x87: // TUPLE3
        return pushTuple(opcode - 0x84U);
    case 'a': // APPEND
        return pop(item[0]) ? appendTo(std::span(item).first(1)) : fail("nothing to append");
    case 'e': // APPENDS
        return popToMark(values) ? appendTo(values) : fail("values without their mark");
    case 's': // SETITEM
        return pop(item[1]) && pop(item[0]) ? setItems(item) : fail("an item without key or value");
    case 'u': // SETITEMS
        return popToMark(values) ? setItems(values) : fail("items without their mark");
    default:
        return false;
    }
}

/// What was remembered last under a slot; null where nothing was.
const PickleMachine::Index* PickleMachine::recalled(std::uint64_t slot) const
{
    if (const auto other = m_otherMemo.find(slot); other != m_otherMemo.end())
        return &other->second;
    return slot < m_memo.size() ? &m_memo[static_cast<std::size_t>(slot)] : nullptr;
}

bool PickleMachine::stepMemo(unsigned char opcode)
{
    const auto put = [&](std::optional<std::uint64_t> slot) {
        if (!slot || m_stack.empty())
            return fail("nothing to remember");
        if (*slot < m_memo.size())
            m_memo[static_cast<std::size_t>(*slot)] = m_stack.back();
        else if (*slot > m_memo.size())
            m_otherMemo[*slot] = m_stack.back();
        else {
            m_otherMemo.erase(*slot);
            m_memo.push_back(m_stack.back());
        }
        return true;
    };
    const auto get = [&](std::optional<std::uint64_t> slot) {
        const auto* found = slot ? recalled(*slot) : nullptr;
        if (found == nullptr)
            return fail("recalls a value that was not remembered");
        m_stack.push_back(*found);
        return true;
    };
    switch (opcode) {
    case 'q': // BINPUT
        return put(readUnsigned(1));
    case 'r': // LONG_BINPUT
        return put(readUnsigned(4));
    case 0x94: // MEMOIZE
        return put(m_memo.size() + m_otherMemo.size());
    case 'h': // BINGET
        return get(readUnsigned(1));
    case 'j': // LONG_BINGET
        return get(readUnsigned(4));
    default:
        return false;
    }
}

} // namespace lockstep
