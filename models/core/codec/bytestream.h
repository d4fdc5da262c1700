// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// Appends numbers to a buffer as variable-length integers (LEB128: seven bits per byte, low bits first).
class ByteWriter
{
public:
    explicit ByteWriter(std::vector<std::uint8_t>& bytes) : m_bytes(bytes) { }

    void byte(std::uint8_t value) { m_bytes.push_back(value); }
    void number(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7U)
            byte(static_cast<std::uint8_t>(value | 0x80U));
        byte(static_cast<std::uint8_t>(value));
    }
    void bytes(std::span<const std::uint8_t> bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }

private:
    std::vector<std::uint8_t>& m_bytes;
};

/// Reads data of a ByteWriter, or untrusted bytes. Past the end, or on malformed input, it enters a permanent error
/// state and returns zeros.
class ByteReader
{
public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : m_rest(bytes) { }

    [[nodiscard]] bool isGood() const { return m_isGood; }
    [[nodiscard]] std::size_t left() const { return m_rest.size(); }
    void fail()
    {
        m_isGood = false;
        m_rest = {};
    }
    [[nodiscard]] std::uint8_t byte()
    {
        const auto one = bytes(1);
        return one.empty() ? std::uint8_t{0} : one.front();
    }
    [[nodiscard]] std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t part = byte();
            value |= std::uint64_t{part & 0x7FU} << shift;
            if (part < 0x80)
                return value;
        }
        fail();
        return 0;
    }
    [[nodiscard]] std::span<const std::uint8_t> bytes(std::size_t count)
    {
        if (count > m_rest.size()) {
            fail();
            return {};
        }
        const auto taken = m_rest.first(count);
        m_rest = m_rest.subspan(count);
        return taken;
    }

private:
    std::span<const std::uint8_t> m_rest;
    bool m_isGood = true;
};

} // namespace lockstep
