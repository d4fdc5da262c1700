// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportsvg.h"

#include "datasources/reports/exportpng.h"
#include "datasources/reports/exporttext.h"

#include <fmt/format.h>

#include <iterator>

namespace lockstep {

namespace {

/// Writes each kind of item.
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
