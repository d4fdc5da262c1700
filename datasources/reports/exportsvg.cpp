// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportsvg.h"

#include "datasources/reports/exporttext.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

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

/// A PNG file of columns x rows pixels 0xRRGGBB, row by row from the top. Empty if the sizes are inconsistent.
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

/// Overloads that write the kinds of items.
struct ItemWriter
{
    std::string& svg;

    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) const
    {
        fmt::format_to(std::back_inserter(svg), format, std::forward<Values>(values)...);
    }

    void operator()(const Drawing::Line& line) const
    {
        add("<polyline fill=\"none\" stroke=\"#{:06x}\" stroke-width=\"{:.3g}\"{} points=\"", line.colour & 0xFFFFFF,
            line.width, line.isDashed ? " stroke-dasharray=\"3 2\"" : "");
        for (const Drawing::Point& point : line.points)
            add("{:.2f},{:.2f} ", point.x, point.y);
        svg += "\"/>";
    }
    void operator()(const Drawing::Box& box) const
    {
        const std::string fill
            = box.isHatched ? std::string("url(#nodata)") : fmt::format("#{:06x}", box.colour & 0xFFFFFF);
        add("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>", box.x, box.y, box.width,
            box.height, fill);
    }
    void operator()(const Drawing::Text& text) const
    {
        const char* const anchor = text.anchor == Drawing::Anchor::Start ? "start"
            : text.anchor == Drawing::Anchor::Middle                     ? "middle"
                                                                         : "end";
        add("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.3g}\" fill=\"#{:06x}\" text-anchor=\"{}\">{}</text>",
            text.at.x, text.at.y, text.size, text.colour & 0xFFFFFF, anchor, escapedMarkup(text.text));
    }
    void operator()(const Drawing::Cells& cells) const
    {
        add("<image x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" preserveAspectRatio=\"none\" "
            "style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
            cells.box.x, cells.box.y, cells.box.width, cells.box.height,
            base64(pngOf(cells.columns, cells.rows, cells.colours)));
    }
};

} // namespace

std::string svgDefinitions()
{
    return "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs><pattern "
           "id=\"nodata\" "
           "width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\"><rect width=\"5\" height=\"5\" fill=\"#eef0f2\"/>"
           "<path d=\"M-1 6L6 -1M-1 1L1 -1M4 6L6 4\" stroke=\"#a9b0b8\" stroke-width=\"0.8\"/></pattern></defs></svg>";
}

std::string svgOf(const Drawing& drawing)
{
    std::string svg = fmt::format("<svg viewBox=\"0 0 {:.2f} {:.2f}\" role=\"img\" font-family=\"sans-serif\">"
                                  "<title>{}</title>",
                                  drawing.width, drawing.height, escapedMarkup(drawing.description));
    for (const Drawing::Item& item : drawing.items)
        std::visit(ItemWriter{svg}, item);
    return svg + "</svg>";
}

} // namespace lockstep
