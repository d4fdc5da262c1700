// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/halllegend.h"

#include "models/core/units.h"
#include "models/view/modeltext.h"
#include "models/view/translation.h"
#include "views3d/values/hallstage.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

HallLegend::Bar barFor(const QString& title, const ColourScale& scale, Unit unit)
{
    const auto quantity = [unit](float value) {
        return QString::fromStdString(formatQuantity(static_cast<double>(value), unit));
    };
    if (!scale.flags.empty()) // flags are sorted, worst first
        return {title, lockstep::tr("none"), modelText(scale.flags.front().words), modelText(scale.how), scale.bar()};
    // For a difference, show the direction.
    const QString sign = scale.map == ColourMap::Diverging && scale.max() > 0 ? QStringLiteral("+") : QString();
    return {title, quantity(scale.min()), sign + quantity(scale.max()), modelText(scale.how), scale.bar()};
}

bool occurs(std::span<const BoxColour> colours, Fill fill)
{
    return std::ranges::any_of(colours, [fill](BoxColour colour) { return colour.fill == fill; });
}

bool occurs(std::span<const BoxColour> colours, BoxColour wanted)
{
    return std::ranges::find(colours, wanted) != colours.end();
}

constexpr double swatchWidth = 20;
constexpr double swatchHeight = 12;
constexpr double roomForSwatch = 28;
constexpr double smallView = 460; // pixels; below this the legend is compact

QImage barOf(const std::array<Rgb, 256>& table)
{
    QImage bar(256, 1, QImage::Format_RGB32);
    for (int at = 0; at < 256; ++at)
        bar.setPixel(at, 0, 0xFF000000U | table[static_cast<std::size_t>(at)]);
    return bar;
}

QFont smaller(const QFont& font)
{
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.88);
    return small;
}

/// Iterates over a legend from top to bottom, both for measuring and for painting.
class LegendLayout
{
public:
    LegendLayout(const HallLegend& legend, QSizeF viewport, const QFont& font)
        : m_legend(legend),
          m_isCompact(viewport.height() < smallView),
          m_small(smaller(font)),
          m_font(m_isCompact ? m_small : font),
          m_padding(m_isCompact ? 8 : 12),
          m_spacing(m_isCompact ? 3 : 6),
          m_barHeight(m_isCompact ? 8 : 12)
    { }

    [[nodiscard]] QSizeF size() const
    {
        constexpr double narrowest = 150;
        const QFontMetricsF words(m_font);
        const QFontMetricsF small(m_small);
        double width = narrowest;
        double height = 0;
        for (const HallLegend::Bar& bar : m_legend.bars) {
            width = std::max(
                {width, hasTitle(bar) ? words.horizontalAdvance(bar.title) : 0, small.horizontalAdvance(bar.how)});
            height += barSpace(bar);
        }
        for (const HallLegend::Entry& entry : m_legend.entries)
            width = std::max(width, small.horizontalAdvance(entry.text) + roomForSwatch);
        width = std::max(width, small.horizontalAdvance(m_legend.note));
        const auto lines = static_cast<double>(m_legend.entries.size()) + (m_legend.note.isEmpty() ? 0 : 1);
        height += lines * (small.height() + m_spacing);
        return QSizeF(width, height) + QSizeF(2 * m_padding, 2 * m_padding);
    }

    void paint(QPainter& painter, QRectF rect, const Palette& palette)
    {
        m_inner = rect.adjusted(m_padding, m_padding, -m_padding, -m_padding);
        m_y = m_inner.top();
        for (const HallLegend::Bar& bar : m_legend.bars)
            paintBar(painter, bar, palette);
        painter.setFont(m_small);
        painter.setPen(QColor(palette.dimText));
        const double height = QFontMetricsF(m_small).height();
        for (const HallLegend::Entry& entry : m_legend.entries) {
            m_y += m_spacing;
            const QRectF line = take(height);
            paintSwatch(painter, {line.left(), line.center().y() - swatchHeight / 2, swatchWidth, swatchHeight},
                        entry.colour, QColor(palette.window));
            painter.drawText(line.adjusted(roomForSwatch, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        }
        m_y += m_spacing;
        painter.drawText(take(height), Qt::AlignLeft | Qt::AlignVCenter, m_legend.note);
    }

private:
    /// Whether the bar has its own title; in a small view the header contains that of the first bar.
    [[nodiscard]] bool hasTitle(const HallLegend::Bar& bar) const
    {
        return !m_isCompact || &bar != &m_legend.bars.front();
    }
    [[nodiscard]] double gapBefore(const HallLegend::Bar& bar) const
    {
        return &bar == &m_legend.bars.front() ? 0 : 2 * m_spacing;
    }
    [[nodiscard]] double barSpace(const HallLegend::Bar& bar) const
    {
        const double words = QFontMetricsF(m_font).height();
        return gapBefore(bar) + (hasTitle(bar) ? words + m_spacing : 0) + m_barHeight + 3 + words + 2
            + QFontMetricsF(m_small).height();
    }
    QRectF take(double height)
    {
        const QRectF row(m_inner.left(), m_y, m_inner.width(), height);
        m_y += height;
        return row;
    }
    void paintBar(QPainter& painter, const HallLegend::Bar& bar, const Palette& palette)
    {
        const double words = QFontMetricsF(m_font).height();
        m_y += gapBefore(bar);
        painter.setFont(m_font);
        painter.setPen(QColor(palette.text));
        if (hasTitle(bar)) {
            painter.drawText(take(words), Qt::AlignLeft | Qt::AlignVCenter, bar.title);
            m_y += m_spacing;
        }
        painter.drawImage(take(m_barHeight), barOf(bar.colours));
        m_y += 3;
        const QRectF range = take(words);
        painter.drawText(range, Qt::AlignLeft | Qt::AlignVCenter, bar.low);
        painter.drawText(range, Qt::AlignRight | Qt::AlignVCenter, bar.high);
        m_y += 2;
        painter.setFont(m_small);
        painter.setPen(QColor(palette.dimText));
        painter.drawText(take(QFontMetricsF(m_small).height()), Qt::AlignLeft | Qt::AlignVCenter, bar.how);
    }
    static void paintSwatch(QPainter& painter, QRectF rect, BoxColour colour, QColor line)
    {
        painter.fillRect(rect, QColor(colour.red, colour.green, colour.blue));
        if (colour.fill != Fill::Plain)
            painter.fillRect(rect,
                             QBrush(line, colour.fill == Fill::Hatched ? Qt::FDiagPattern : Qt::DiagCrossPattern));
    }

    const HallLegend& m_legend;
    bool m_isCompact;
    QFont m_small;
    QFont m_font;
    double m_padding;
    double m_spacing;
    double m_barHeight;
    QRectF m_inner;
    double m_y = 0;
};

} // namespace

HallLegend legendFor(const HallStage& stage, const NeutralColours& tones)
{
    HallLegend legend;
    const HallValues& values = stage.values();
    const auto& colours = stage.colours();
    if (values.metric()) {
        ColourScale scale = values.scale();
        scale.isOnLight = tones.isOnLight;
        legend.bars.push_back(barFor(modelText(values.metric()->title), scale, values.metric()->unit));
        if (values.isScaleHeld())
            legend.bars.back().how = lockstep::tr("fixed range");
    }
    if (stage.choice().showsAir)
        legend.bars.push_back(
            barFor(lockstep::tr("Temperature of the air and of the coolant"), HallAir::scale(), Unit::Celsius));
    const auto add = [&](const HallSample& sample, const QString& meaning) {
        legend.entries.push_back({colourOf(sample, values.scale(), tones), meaning});
    };
    const HallSample unmeasured;
    if (occurs(colours, Fill::Hatched))
        add({noData, 0, ValueState::NoData, false}, lockstep::tr("no data"));
    if (occurs(colours, Fill::CrossHatched))
        add({noData, 0, ValueState::Stale, false}, lockstep::tr("stale, or partly silent"));
    if (values.metric() && occurs(colours, colourOf(unmeasured, values.scale(), tones)))
        add(unmeasured, lockstep::tr("not measured here"));
    if (stage.leftOut() > 0)
        legend.note = lockstep::tr("%1 of %2 nodes and switches are hidden because they are healthy")
                          .arg(stage.leftOut())
                          .arg(stage.geometry().nodes().size());
    return legend;
}

QRectF legendRect(const HallLegend& legend, QSizeF viewport, const QFont& font)
{
    if (legend.isEmpty())
        return {};
    constexpr double distance = 12; // from the edges of the view
    const QSizeF size = LegendLayout(legend, viewport, font).size();
    // A very small dock shows the picture without legend.
    if (size.width() > viewport.width() * 0.6 || size.height() > viewport.height() * 0.6)
        return {};
    return {QPointF(viewport.width() - size.width() - distance, viewport.height() - size.height() - distance), size};
}

void paintLegend(QPainter& painter, const HallLegend& legend, QSizeF viewport, const Palette& palette)
{
    const QFont font = painter.font();
    const QRectF rect = legendRect(legend, viewport, font);
    if (rect.isEmpty())
        return;
    QColor plate(palette.panel);
    plate.setAlphaF(0.9F);
    painter.setPen(QColor(palette.line));
    painter.setBrush(plate);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    LegendLayout(legend, viewport, font).paint(painter, rect, palette);
    painter.setFont(font);
}

} // namespace lockstep
