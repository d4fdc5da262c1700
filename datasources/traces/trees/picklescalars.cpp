// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/trees/picklemachine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

namespace lockstep {

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
        return fail("a text that is cut off");
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
        return pop(value) ? true : fail("nothing to drop");
    }
    case 'c': { // GLOBAL: refused but for PyTorch's marks around typed lists, which stand for the list alone
        constexpr auto inert = std::to_array<std::string_view>(
            {"build_intlist", "build_doublelist", "build_boollist", "restore_type_tag"});
        const auto module = readLine();
        const auto name = module ? readLine() : std::nullopt;
        if (!name || *module != "torch.jit._pickle" || std::ranges::find(inert, *name) == inert.end())
            return fail("imports a name, which would run code; refused, expected plain data");
        push(std::monostate{});
        return true;
    }
    case 'R': { // REDUCE of such a mark: takes the list and calls nothing
        Index arguments = 0;
        Index mark = 0;
        if (!pop(arguments) || !pop(mark) || !std::holds_alternative<std::monostate>(m_tree.at(mark)))
            return fail("calls a value, which would run code; refused, expected plain data");
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

} // namespace lockstep
