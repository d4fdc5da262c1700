// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/heatlabels.h"

#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int labelPadding = 6;
constexpr int staleBar = 4;
constexpr int staleMark = 15;
constexpr std::size_t measured = 64; ///< number of names measured to choose a width
constexpr double widestShare = 0.4; ///< of the canvas, for all names together
constexpr int plainHeader = 26;
constexpr double slant = 50; ///< degrees
constexpr int longestSlanted = 150;
constexpr double slantedNamePixels = 18; ///< distance between slanted names without overlap

QString groupName(const ClusterStore& store, const RowGroup& group)
{
    return group.owner.isValid() ? toQString(store.topology()->name(group.owner)) : QString();
}

bool isStale(const ClusterStore& store, const RowGroup& group)
{
    return group.owner.isValid() && group.owner.kind == EntityKind::Node
        && store.freshness(group.owner) == Freshness::Stale;
}

void drawGroups(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                const Palette& palette)
{
    const QFontMetrics metrics(textFont());
    const double top = frame.area.top();
    double freeFrom = top; // skips names that would overlap the one above
    painter.setFont(textFont());
    for (const RowGroup& group : content.groups()) {
        const double from = std::max(top + frame.rows.yOf(static_cast<double>(group.rows.from)), top);
        const double to = std::min(top + frame.rows.yOf(static_cast<double>(group.rows.to)), frame.area.bottom());
        if (to <= top || from >= frame.area.bottom())
            continue;
        const bool stale = isStale(frame.store, group);
        if (stale)
            painter.fillRect(QRectF(labels.width() - staleBar, from, staleBar, std::max(to - from, 2.0)),
                             toColor(palette.warning));
        if (to - from >= metrics.height() && from > top)
            painter.fillRect(QRectF(0, from, labels.width(), 1), toColor(palette.line));
        if (from < freeFrom || from + metrics.height() > frame.area.bottom() + 2)
            continue;
        freeFrom = from + std::max<double>(metrics.height() + 2, 0);
        const double height = std::min(std::max(to - from, double(metrics.height())), double(rowHeight(textFont())));
        double left = labelPadding;
        if (stale && labels.group > 60) {
            drawSeverity(painter, QRectF(left, from + (height - 11) / 2, 11, 11), Severity::Warning, palette);
            left += staleMark;
        }
        painter.setPen(toColor(stale ? palette.text : palette.dimText));
        // Drawn at a baseline: laying out text in a rectangle costs as much as drawing it.
        const QString name = groupName(frame.store, group);
        const int room = static_cast<int>(labels.group - left);
        const double baseline = from + (height + metrics.ascent() - metrics.descent()) / 2;
        const bool fits = metrics.horizontalAdvance(name) <= room;
        painter.drawText(QPointF(left, baseline), fits ? name : metrics.elidedText(name, Qt::ElideMiddle, room));
    }
}

QString rowNoteOf(const ClusterStore& store, const HeatContent& content, std::size_t row)
{
    const QString range = content.rowHeading(store, row).range;
    return range.isEmpty() ? content.rowNote(store, row) : range;
}

void drawRows(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
              const Palette& palette)
{
    const QFontMetrics words(textFont());
    const QFontMetrics figures(smallFigureFont());
    for (std::size_t row = frame.rows.firstVisible(); row < frame.rows.endVisible(); ++row) {
        const QRectF box(labels.group + labelPadding, frame.area.top() + frame.rows.yOf(static_cast<double>(row)),
                         labels.row - 2 * labelPadding, frame.rows.rowPixels());
        const HeatHeading heading = content.rowHeading(frame.store, row);
        const QString note = heading.range.isEmpty() ? content.rowNote(frame.store, row) : heading.range;
        int noteWidth = note.isEmpty() ? 0 : figures.horizontalAdvance(note) + labelPadding;
        if (words.horizontalAdvance(heading.title) + noteWidth > box.width() && !heading.range.isEmpty())
            noteWidth = 0; // the name is more important than the range of its scale
        painter.setFont(textFont());
        painter.setPen(toColor(palette.text));
        const int room = static_cast<int>(box.width()) - noteWidth;
        painter.drawText(box, Qt::AlignVCenter, words.elidedText(heading.title, Qt::ElideMiddle, room));
        if (noteWidth == 0)
            continue;
        painter.setFont(smallFigureFont());
        painter.setPen(toColor(palette.dimText));
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignRight, note);
    }
}

} // namespace

NameWidths measureNames(const ClusterStore& store, const HeatContent& content)
{
    const QFontMetrics words(textFont());
    NameWidths names;
    for (const RowGroup& group : content.groups().first(std::min(measured, content.groups().size())))
        names.group = std::max(names.group, words.horizontalAdvance(groupName(store, group)));
    for (std::size_t row = 0; row < std::min(measured, content.rowCount()); ++row)
        names.row = std::max(names.row, words.horizontalAdvance(content.rowHeading(store, row).title));
    for (const HeatHeading& heading : content.columnHeadings(store))
        names.column = std::max(names.column, words.horizontalAdvance(heading.title));
    return names;
}

HeatLabels measureLabels(const ClusterStore& store, const HeatContent& content, const NameWidths& names, int width,
                         double rowPixels)
{
    const QFontMetrics figures(smallFigureFont());
    HeatLabels labels;
    if (names.group > 0)
        labels.group = names.group + 2 * labelPadding + staleMark;
    if (rowPixels >= namedRowPixels) {
        qsizetype longest = 0;
        for (std::size_t row = 0; row < std::min(measured, content.rowCount()); ++row)
            longest = std::max(longest, rowNoteOf(store, content, row).size());
        // Rounded to eight characters, so that changing values do not move the cells.
        const int step = figures.horizontalAdvance(QLatin1Char('0')) * 8;
        labels.row = names.row + 3 * labelPadding + static_cast<int>((longest + 7) / 8) * step;
    }
    const int widest = static_cast<int>(width * widestShare);
    labels.group = std::min(labels.group, labels.row > 0 ? widest / 2 : widest);
    labels.row = std::min(labels.row, widest - labels.group);
    if (names.column == 0)
        return labels;
    const auto columns = std::max<int>(static_cast<int>(content.columnCount()), 1);
    labels.slanted = names.column + 2 * labelPadding > (width - labels.width()) / columns;
    labels.header = plainHeader;
    if (labels.slanted)
        labels.header = static_cast<int>(std::min(names.column, longestSlanted) * std::sin(slant * M_PI / 180)) + 20;
    return labels;
}

std::vector<std::size_t> namedColumns(std::size_t count, double columnPixels, double namePixels,
                                      std::optional<std::size_t> current)
{
    const auto step = static_cast<std::size_t>(std::max(std::ceil(namePixels / std::max(columnPixels, 0.01)), 1.0));
    std::vector<std::size_t> named;
    for (std::size_t column = current ? *current % step : 0; column < count; column += step)
        named.push_back(column);
    return named;
}

void drawRowLabels(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                   const Palette& palette)
{
    painter.save();
    painter.setClipRect(QRectF(0, frame.area.top(), labels.width(), frame.area.height()));
    drawGroups(painter, frame, content, labels, palette);
    if (labels.row > 0)
        drawRows(painter, frame, content, labels, palette);
    painter.restore();
}

void drawColumnHeadings(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                        MetricId current, const Palette& palette)
{
    const std::vector<HeatHeading> headings = content.columnHeadings(frame.store);
    if (headings.empty())
        return;
    const QFontMetrics words(textFont());
    const double width = frame.area.width() / static_cast<double>(headings.size());
    const auto shown = current.isValid() ? std::ranges::find(headings, current, &HeatHeading::metric) : headings.end();
    const auto chosen
        = shown == headings.end() ? std::nullopt : std::optional(static_cast<std::size_t>(shown - headings.begin()));
    painter.setFont(textFont());
    for (const std::size_t column :
         namedColumns(headings.size(), width, labels.slanted ? slantedNamePixels : 0, chosen)) {
        const double left = frame.area.left() + width * static_cast<double>(column);
        const bool isCurrent = column == chosen;
        painter.setPen(toColor(isCurrent ? palette.accent : palette.text));
        if (isCurrent)
            painter.fillRect(QRectF(left, frame.area.top() - 2, width, 2), toColor(palette.accent));
        if (!labels.slanted) {
            painter.drawText(QRectF(left, 0, width, frame.area.top() - 2), Qt::AlignCenter, headings[column].title);
            continue;
        }
        painter.save();
        painter.setRenderHint(QPainter::TextAntialiasing);
        painter.translate(left + width / 2 + 4, frame.area.top() - 6);
        painter.rotate(-slant);
        painter.drawText(QPointF(0, 0), words.elidedText(headings[column].title, Qt::ElideRight, longestSlanted));
        painter.restore();
    }
}

} // namespace lockstep
