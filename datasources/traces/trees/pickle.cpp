// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/trees/pickle.h"

#include "datasources/traces/pieces/tracemeter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// The stack machine behind parsePickle. `bytes` must outlive it and its tree.
class PickleMachine
{
public:
    PickleMachine(std::string_view bytes, TraceMeter& meter) : m_bytes(bytes), m_meter(meter), m_tree(meter) { }

    /// Whether the meter allows the size built so far.
    [[nodiscard]] bool isPaid();

    /// Amount charged to the meter.
    [[nodiscard]] std::size_t paidBytes() const { return m_paidBytes; }

    /// Executes one opcode. @return the error; empty: none
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
    /// Removes the values above the last mark, and the mark.
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
    std::vector<Index> m_memo; ///< slots numbered from 0, as writers do
    std::unordered_map<std::uint64_t, Index> m_otherMemo; ///< all other slots
    std::vector<Index> m_values; ///< of the current opcode
    std::size_t m_paidBytes = 0;
    std::string m_trouble;
    Index m_root = 0;
    bool m_stopped = false;
};

/// Of a hash table: its node, bucket and allocation.
constexpr std::size_t slotBytes = 64;

/// Memory is charged in steps, to reduce calls of the meter.
constexpr std::size_t paidStep = std::size_t{64} << 10;

std::string PickleMachine::step()
{
    if (m_at >= m_bytes.size())
        return "ends early; expected the opcode that ends a pickle";
    const auto opcode = static_cast<unsigned char>(m_bytes[m_at++]);
    const bool known
        = stepScalar(opcode) || stepText(opcode) || stepContainer(opcode) || stepMemo(opcode) || stepMarker(opcode);
    if (!known && m_trouble.empty())
        return fmt::format("opcode 0x{:02x} is rejected, because it is unknown or would run code; expected plain data",
                           opcode);
    return std::exchange(m_trouble, {});
}

bool PickleMachine::isPaid()
{
    const auto bytes = m_tree.heldBytes()
        + (m_stack.capacity() + m_memo.capacity() + m_values.capacity()) * sizeof(Index)
        + m_marks.capacity() * sizeof(std::size_t) + m_otherMemo.size() * slotBytes;
    if (bytes < m_paidBytes + paidStep)
        return m_meter.mayContinue();
    return m_meter.hold(bytes - std::exchange(m_paidBytes, bytes));
}

DataTree PickleMachine::take() &&
{
    m_tree.setRoot(m_root);
    return std::move(m_tree);
}

/// Records an error. Returns true, because the opcode was recognised.
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
            return fail("a tuple with more values than exist");
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
    return isDone ? true : fail("values are appended to something that is not a list");
}

bool PickleMachine::setItems(std::span<const Index> values)
{
    const bool isDone = !m_stack.empty() && values.size() % 2 == 0 && m_tree.append(m_stack.back(), true, values);
    return isDone ? true : fail("items are set in something that is not a dictionary, or a key has no value");
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

/// The value last stored in a slot; null: none.
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
            return fail("nothing to memoise");
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
            return fail("refers to a value that was not memoised");
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

std::optional<std::uint64_t> PickleMachine::readUnsigned(std::size_t size)
{
    const auto bytes = readBytes(size);
    if (!bytes)
        return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = std::min<std::size_t>(size, 8); i > 0; --i)
        value = value << 8 | static_cast<unsigned char>((*bytes)[i - 1]);
    return value;
}

std::optional<std::string_view> PickleMachine::readBytes(std::uint64_t size)
{
    if (size > m_bytes.size() - m_at)
        return std::nullopt;
    const auto bytes = m_bytes.substr(m_at, static_cast<std::size_t>(size));
    m_at += bytes.size();
    return bytes;
}

std::optional<std::string_view> PickleMachine::readLine()
{
    const auto end = m_bytes.find('\n', m_at);
    if (end == std::string_view::npos)
        return std::nullopt;
    const auto line = m_bytes.substr(m_at, end - m_at);
    m_at = end + 1;
    return line;
}

/// Little-endian two's complement of any length; hashes and addresses need nine bytes, of which the low eight are kept.
bool PickleMachine::pushLong(std::uint64_t size)
{
    constexpr std::uint64_t longest = 16;
    const auto bytes = size <= longest ? readBytes(size) : std::nullopt;
    if (!bytes)
        return fail("an integer that is cut off or longer than 16 bytes");
    const bool isNegative = !bytes->empty() && (static_cast<unsigned char>(bytes->back()) & 0x80U) != 0;
    std::uint64_t value = isNegative ? ~std::uint64_t{0} : 0;
    for (std::size_t i = std::min<std::size_t>(bytes->size(), 8); i > 0; --i)
        value = value << 8 | static_cast<unsigned char>((*bytes)[i - 1]);
    push(std::bit_cast<std::int64_t>(value));
    return true;
}

bool PickleMachine::pushDouble()
{
    const auto bytes = readBytes(8);
    if (!bytes)
        return fail("a number that is cut off");
    std::uint64_t bits = 0; // big-endian
    for (const char byte : *bytes)
        bits = bits << 8 | static_cast<unsigned char>(byte);
    push(std::bit_cast<double>(bits));
    return true;
}

bool PickleMachine::pushText(std::size_t sizeBytes)
{
    const auto size = readUnsigned(sizeBytes);
    const auto bytes = size ? readBytes(*size) : std::nullopt;
    if (!bytes)
        return fail("a string that is cut off");
    push(*bytes);
    return true;
}

bool PickleMachine::stepScalar(unsigned char opcode)
{
    const auto pushUnsigned = [&](std::size_t size) {
        const auto value = readUnsigned(size);
        if (!value)
            return fail("an integer that is cut off");
        push(static_cast<std::int64_t>(*value));
        return true;
    };
    switch (opcode) {
    case 'N': // NONE
        push(std::monostate{});
        return true;
    case 0x88: // NEWTRUE
    case 0x89: // NEWFALSE
        push(opcode == 0x88);
        return true;
    case 'K': // BININT1
        return pushUnsigned(1);
    case 'M': // BININT2
        return pushUnsigned(2);
    case 'J': // BININT, signed
        return pushLong(4);
    case 0x8A: // LONG1
        return pushLong(readUnsigned(1).value_or(~std::uint64_t{0}));
    case 0x8B: // LONG4
        return pushLong(readUnsigned(4).value_or(~std::uint64_t{0}));
    case 'G': // BINFLOAT
        return pushDouble();
    default:
        return false;
    }
}

bool PickleMachine::stepText(unsigned char opcode)
{
    switch (opcode) {
    case 'U': // SHORT_BINSTRING
    case 'C': // SHORT_BINBYTES
    case 0x8C: // SHORT_BINUNICODE
        return pushText(1);
    case 'T': // BINSTRING
    case 'B': // BINBYTES
    case 'X': // BINUNICODE
        return pushText(4);
    case 0x8D: // BINUNICODE8
    case 0x8E: // BINBYTES8
        return pushText(8);
    default:
        return false;
    }
}

bool PickleMachine::stepMarker(unsigned char opcode)
{
    switch (opcode) {
    case 0x80: { // PROTO
        const auto version = readUnsigned(1);
        return version && *version <= 5 ? true : fail("a protocol above 5");
    }
    case 0x95: // FRAME: only groups the bytes that follow
        return readBytes(8) ? true : fail("a frame that is cut off");
    case '0': { // POP
        Index value = 0;
        return pop(value) ? true : fail("nothing to pop");
    }
    case 'c': { // GLOBAL: rejected except PyTorch's markers around typed lists, which are ignored
        constexpr auto inert = std::to_array<std::string_view>(
            {"build_intlist", "build_doublelist", "build_boollist", "restore_type_tag"});
        const auto module = readLine();
        const auto name = module ? readLine() : std::nullopt;
        if (!name || *module != "torch.jit._pickle" || std::ranges::find(inert, *name) == inert.end())
            return fail("imports a name, which would run code; expected plain data");
        push(std::monostate{});
        return true;
    }
    case 'R': { // REDUCE of such a marker: takes the list and calls nothing
        Index arguments = 0;
        Index mark = 0;
        if (!pop(arguments) || !pop(mark) || !std::holds_alternative<std::monostate>(m_tree.at(mark)))
            return fail("calls a value, which would run code; expected plain data");
        const auto* list = std::get_if<DataTree::Container>(&m_tree.at(arguments));
        if (list == nullptr || list->isDictionary || m_tree.items(*list).empty())
            return fail("a typed list without its list");
        m_stack.push_back(m_tree.items(*list).front());
        return true;
    }
    case '.': { // STOP
        if (!pop(m_root))
            return fail("ends without a value");
        m_stopped = true;
        return true;
    }
    default:
        return false;
    }
}

} // namespace

Result<DataTree> parsePickle(std::string_view bytes, TraceMeter& meter)
{
    PickleMachine machine(bytes, meter);
    while (!machine.hasStopped()) {
        if (!machine.isPaid())
            return meter.problem();
        const auto at = machine.position();
        if (auto trouble = machine.step(); !trouble.empty())
            return Error{fmt::format("{}: byte {}: {}", meter.file(), at, trouble)};
    }
    meter.release(machine.paidBytes());
    auto tree = std::move(machine).take();
    if (!meter.hold(tree.heldBytes()))
        return meter.problem();
    return tree;
}

} // namespace lockstep
