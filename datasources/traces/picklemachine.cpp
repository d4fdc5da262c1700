// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/picklemachine.h"

#include <fmt/format.h>

#include <utility>

namespace lockstep {

namespace {

/// A dump holds some thousand entries of some hundred values; this is room for ten times that.
constexpr std::size_t valueLimit = 10'000'000;

} // namespace

std::string PickleMachine::step()
{
    if (m_at >= m_bytes.size())
        return "ends early; expected the opcode that ends a pickle";
    if (m_tree.size() > valueLimit || m_stack.size() > valueLimit || m_marks.size() > valueLimit)
        return fmt::format("more than {} values; expected a dump of this kind to be smaller", valueLimit);
    const auto opcode = static_cast<unsigned char>(m_bytes[m_at++]);
    const bool known
        = stepScalar(opcode) || stepText(opcode) || stepContainer(opcode) || stepMemo(opcode) || stepMarker(opcode);
    if (!known && m_trouble.empty())
        return fmt::format("opcode 0x{:02x} is refused: it is unknown or would run code; expected plain data", opcode);
    return std::exchange(m_trouble, {});
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
    DataTree::List list(size);
    for (auto i = size; i > 0; --i) {
        if (!pop(list[i - 1]))
            return fail("a tuple of more values than there are");
    }
    push(std::move(list));
    return true;
}

bool PickleMachine::appendTo(const std::vector<Index>& values)
{
    auto* list = m_stack.empty() ? nullptr : std::get_if<DataTree::List>(&m_tree.at(m_stack.back()));
    if (list == nullptr)
        return fail("values are appended to what is no list");
    list->insert(list->end(), values.begin(), values.end());
    return true;
}

bool PickleMachine::setItems(const std::vector<Index>& values)
{
    auto* dictionary = m_stack.empty() ? nullptr : std::get_if<DataTree::Dictionary>(&m_tree.at(m_stack.back()));
    if (dictionary == nullptr || values.size() % 2 != 0)
        return fail("items are set in what is no dictionary, or a key has no value");
    for (std::size_t i = 0; i < values.size(); i += 2)
        dictionary->emplace_back(values[i], values[i + 1]);
    return true;
}

bool PickleMachine::stepContainer(unsigned char opcode)
{
    std::vector<Index> values;
    Index value = 0;
    Index key = 0;
    switch (opcode) {
    case '(': // MARK
        m_marks.push_back(m_stack.size());
        return true;
    case ']': // EMPTY_LIST
    case ')': // EMPTY_TUPLE
        push(DataTree::List{});
        return true;
    case '}': // EMPTY_DICT
        push(DataTree::Dictionary{});
        return true;
    case 'l': // LIST
    case 't': // TUPLE
        if (!popToMark(values))
            return fail("a list without its mark");
        push(DataTree::List(std::move(values)));
        return true;
    case 'd': // DICT
        if (!popToMark(values))
            return fail("a dictionary without its mark");
        push(DataTree::Dictionary{});
        return setItems(values);
    case 0x85: // TUPLE1
    case 0x86: // TUPLE2
    case 0x87: // TUPLE3
        return pushTuple(opcode - 0x84U);
    case 'a': // APPEND
        return pop(value) ? appendTo({value}) : fail("nothing to append");
    case 'e': // APPENDS
        return popToMark(values) ? appendTo(values) : fail("values without their mark");
    case 's': // SETITEM
        return pop(value) && pop(key) ? setItems({key, value}) : fail("an item without key or value");
    case 'u': // SETITEMS
        return popToMark(values) ? setItems(values) : fail("items without their mark");
    default:
        return false;
    }
}

bool PickleMachine::stepMemo(unsigned char opcode)
{
    const auto put = [&](std::optional<std::uint64_t> slot) {
        if (!slot || m_stack.empty())
            return fail("nothing to remember");
        m_memo[*slot] = m_stack.back();
        return true;
    };
    const auto get = [&](std::optional<std::uint64_t> slot) {
        const auto found = slot ? m_memo.find(*slot) : m_memo.end();
        if (found == m_memo.end())
            return fail("recalls a value that was not remembered");
        m_stack.push_back(found->second);
        return true;
    };
    switch (opcode) {
    case 'q': // BINPUT
        return put(readUnsigned(1));
    case 'r': // LONG_BINPUT
        return put(readUnsigned(4));
    case 0x94: // MEMOIZE
        return put(m_memo.size());
    case 'h': // BINGET
        return get(readUnsigned(1));
    case 'j': // LONG_BINGET
        return get(readUnsigned(4));
    default:
        return false;
    }
}

} // namespace lockstep
