// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/halllegend.h"

#include "models/core/units.h"
#include "views3d/hallstage.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

constexpr double padding = 12;
constexpr double spacing = 6;
constexpr double barHeight = 12;
constexpr double barGap = 10; // between two bars with their texts
constexpr double narrowest = 190;

QString text(const char* source)
{
    return QCoreApplication::translate("HallLegend", source);
}

HallLegend::Bar barFor(const QString& title, const ColourScale& scale, Unit unit)
{
    const auto quantity = [unit](float value) {
        return QString::fromStdString(formatQuantity(static_cast<double>(value), unit));
    };
    return {title, quantity(scale.low), quantity(scale.high), QString::fromStdString(scale.how), scale.map};
}

bool occurs(std::span<const BoxColour> colours, Fill fill)
{
    return std::ranges::any_of(colours, [fill](BoxColour colour) { return colour.fill == fill; });
}

bool occurs(std::span<const BoxColour> colours, BoxColour wanted)
{
    return std::ranges::find(colours, wanted) != colours.end();
}

QImage barOf(ColourMap map)
{
    QImage bar(256, 1, QImage::Format_RGB32);
    const auto& table = colourTable(map);
    for (int at = 0; at < 256; ++at)
        bar.setPixel(at, 0, 0xFF000000U | table[static_cast<std::size_t>(at)]);
    return bar;
}

void paintSwatch(QPainter& painter, QRectF rect, BoxColour colour, QColor line)
{
    painter.fillRect(rect, QColor(colour.red, colour.green, colour.blue));
    if (colour.fill != Fill::Plain)
        painter.fillRect(rect, QBrush(line, colour.fill == Fill::Hatched ? Qt::FDiagPattern : Qt::DiagCrossPattern));
}

QFont smaller(const QFont& font)
{
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.88);
    return small;
}

} // namespace

HallLegend legendFor(const HallStage& stage, const HallTones& tones)
{
    HallLegend legend;
    const HallValues& values = stage.values();
    const auto& colours = stage.colours();
    if (values.metric()) {
        legend.bars.push_back(
            barFor(QString::fromStdString(values.metric()->title), values.scale(), values.metric()->unit));
        if (values.isScaleHeld())
            legend.bars.back().how = text("held as it is");
    }
    if (stage.choice().showsAir)
        legend.bars.push_back(barFor(text("Air over the floor, coolant in pipes"), HallAir::scale(), Unit::Celsius));
    const auto add = [&](const HallReading& reading, const QString& meaning) {
        legend.entries.push_back({colourOf(reading, values.scale(), tones), meaning});
    };
    const HallReading unmeasured;
    if (occurs(colours, Fill::Hatched))
        add({noData, 0, Knowledge::NoData, false}, text("no data"));
    if (occurs(colours, Fill::CrossHatched))
        add({noData, 0, Knowledge::Stale, false}, text("stale, or something within is silent"));
    if (values.metric() && occurs(colours, colourOf(unmeasured, values.scale(), tones)))
        add(unmeasured, text("not measured here"));
    if (stage.leftOut() > 0)
        legend.note = text("%1 of %2 nodes and switches are well and left out")
                          .arg(stage.leftOut())
                          .arg(stage.geometry().nodes().size());
    return legend;
}

QRectF legendRect(const HallLegend& legend, QSizeF viewport, const QFont& font)
{
    if (legend.isEmpty())
        return {};
    const QFontMetricsF words(font);
    const QFontMetricsF small(smaller(font));
    double width = narrowest;
    double height = 2 * padding;
    for (const HallLegend::Bar& bar : legend.bars) {
        width = std::max({width, words.horizontalAdvance(bar.title), small.horizontalAdvance(bar.how)});
        height += words.height() + spacing + barHeight + 3 + words.height() + 2 + small.height();
    }
    if (legend.bars.size() > 1)
        height += static_cast<double>(legend.bars.size() - 1) * barGap;
    if (!legend.note.isEmpty()) {
        width = std::max(width, small.horizontalAdvance(legend.note));
        height += small.height() + spacing;
    }
    for (const HallLegend::Entry& entry : legend.entries) {
        width = std::max(width, small.horizontalAdvance(entry.text) + 28);
        height += small.height() + spacing;
    }
    width += 2 * padding;
    // A small dock keeps the picture and does without the explanation.
    if (width > viewport.width() * 0.6 || height > viewport.height() * 0.6)
        return {};
    return {viewport.width() - width - padding, viewport.height() - height - padding, width, height};
}

void paintLegend(QPainter& painter, const HallLegend& legend, QRectF rect, const Palette& palette)
{
    if (rect.isEmpty())
        return;
    const QFont font = painter.font();
    QColor plate(palette.panel);
    plate.setAlphaF(0.9F);
    painter.setPen(QColor(palette.line));
    painter.setBrush(plate);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QRectF inner = rect.adjusted(padding, padding, -padding, -padding);
    double y = inner.top();
    const auto row = [&](double height) {
        return QRectF(inner.left(), y, inner.width(), height);
    };
    const double wordHeight = QFontMetricsF(font).height();
    const double smallHeight = QFontMetricsF(smaller(font)).height();
    for (const HallLegend::Bar& bar : legend.bars) {
        if (&bar != &legend.bars.front())
            y += barGap;
        painter.setFont(font);
        painter.setPen(QColor(palette.text));
        painter.drawText(row(wordHeight), Qt::AlignLeft | Qt::AlignVCenter, bar.title);
        y += wordHeight + spacing;
        painter.drawImage(row(barHeight), barOf(bar.map));
        y += barHeight + 3;
        painter.drawText(row(wordHeight), Qt::AlignLeft | Qt::AlignVCenter, bar.low);
        painter.drawText(row(wordHeight), Qt::AlignRight | Qt::AlignVCenter, bar.high);
        y += wordHeight + 2;
        painter.setFont(smaller(font));
        painter.setPen(QColor(palette.dimText));
        painter.drawText(row(smallHeight), Qt::AlignLeft | Qt::AlignVCenter, bar.how);
        y += smallHeight;
    }
    painter.setFont(smaller(font));
    painter.setPen(QColor(palette.dimText));
    for (const HallLegend::Entry& entry : legend.entries) {
        y += spacing;
        paintSwatch(painter, {inner.left(), y + (smallHeight - 12) / 2, 20, 12}, entry.colour, QColor(palette.window));
        painter.drawText(row(smallHeight).adjusted(28, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        y += smallHeight;
    }
    if (!legend.note.isEmpty()) {
        y += spacing;
        painter.drawText(row(smallHeight), Qt::AlignLeft | Qt::AlignVCenter, legend.note);
    }
    painter.setFont(font);
}

} // namespace lockstep
