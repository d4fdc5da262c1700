// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportpng.h"

#include <zlib.h>

#include <string_view>

namespace lockstep {

namespace {

using Bytes = std::vector<std::byte>;

void put32(Bytes& bytes, std::uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::byte>(value >> shift & 0xFF));
}

void putChunk(Bytes& file, std::string_view type, const Bytes& content)
{
    put32(file, static_cast<std::uint32_t>(content.size()));
    const std::size_t from = file.size();
    for (const char c : type)
        file.push_back(static_cast<std::byte>(c));
    file.insert(file.end(), content.begin(), content.end());
    const auto* const checked = reinterpret_cast<const Bytef*>(file.data() + from);
    put32(file, static_cast<std::uint32_t>(crc32(0, checked, static_cast<uInt>(file.size() - from))));
}

} // namespace

std::vector<std::byte> pngOf(std::uint32_t columns, std::uint32_t rows, std::span<const std::uint32_t> colours)
{
    if (columns == 0 || rows == 0 || colours.size() != std::size_t{columns} * rows)
        return {};
    Bytes raw;
    raw.reserve((std::size_t{columns} * 3 + 1) * rows);
    for (std::uint32_t row = 0; row < rows; ++row) {
        raw.push_back(std::byte{0}); // unfiltered
        for (std::uint32_t column = 0; column < columns; ++column) {
            const std::uint32_t colour = colours[std::size_t{row} * columns + column];
            for (const int shift : {16, 8, 0})
                raw.push_back(static_cast<std::byte>(colour >> shift & 0xFF));
        }
    }
    uLongf size = compressBound(static_cast<uLong>(raw.size()));
    Bytes packed(size);
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
                  static_cast<uLong>(raw.size()), Z_BEST_COMPRESSION)
        != Z_OK)
        return {};
    packed.resize(size);

    Bytes file;
    for (const int byte : {0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A})
        file.push_back(static_cast<std::byte>(byte));
    Bytes header;
    put32(header, columns);
    put32(header, rows);
    for (const int byte : {8, 2, 0, 0, 0}) // 8 bits, true colour
        header.push_back(static_cast<std::byte>(byte));
    putChunk(file, "IHDR", header);
    putChunk(file, "IDAT", packed);
    putChunk(file, "IEND", {});
    return file;
}

} // namespace lockstep
