// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/matrixlabels.h"

#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int axisPadding = 6;
constexpr double namedPixels = 14; ///< size below which rows are not named one by one
constexpr double dividedPixels = 3; ///< cell size below which a line between groups would hide a row
constexpr double widestShare = 0.35; ///< of the canvas, for all names at its left
constexpr int plainHeader = 22;
constexpr int maxMeasured = 200; ///< names
constexpr int highestHeader = 110;
constexpr double slantDegrees = 50;

int widest(const QFontMetrics& metrics, const std::vector<MatrixLine>& lines)
{
    // Measuring tens of thousands of names takes longer than a frame, so only some of the longest are measured.
    qsizetype letters = 0;
    for (const MatrixLine& line : lines)
        letters = std::max(letters, line.name.size());
    int width = 0;
    int measured = 0;
    for (const MatrixLine& line : lines) {
        if (line.name.size() + 1 < letters || measured == maxMeasured)
            continue;
        width = std::max(width, metrics.horizontalAdvance(line.name));
        ++measured;
    }
    return width + 2; // advances are rounded: avoid eliding a name for half a pixel
}

void drawGroups(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette)
{
    const QFontMetrics metrics(textFont());
    double freeFrom = frame.area.top(); // skip names that would overlap the one above
    for (const MatrixGroup& group : frame.axes.groups()) {
        const double from = frame.area.top() + frame.rows.yOf(static_cast<double>(group.rows.from));
        const double to = frame.area.top() + frame.rows.yOf(static_cast<double>(group.rows.to));
        if (to <= frame.area.top() || from >= frame.area.bottom())
            continue;
        if (from > frame.area.top() && to - from >= 4) {
            painter.fillRect(QRectF(0, from, labels.width(), 1), toColor(palette.line));
            if (frame.rows.rowPixels() >= dividedPixels)
                painter.fillRect(QRectF(frame.area.left(), from, frame.area.width(), 1), toColor(palette.panel));
        }
        // Keep the name in view while its group is.
        const double top = std::clamp(from, frame.area.top(), std::max(frame.area.top(), to - metrics.height()));
        if (top < freeFrom || top + metrics.height() > frame.area.bottom() + 2)
            continue;
        freeFrom = top + metrics.height() + 2;
        painter.setPen(toColor(palette.dimText));
        painter.drawText(QPointF(axisPadding, top + metrics.ascent() + 1),
                         metrics.elidedText(group.name, Qt::ElideMiddle, labels.group - axisPadding));
    }
}

void drawRows(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette)
{
    const QFontMetrics metrics(textFont());
    const double pixels = frame.rows.rowPixels();
    painter.setPen(toColor(palette.text));
    for (std::size_t row = frame.rows.firstVisible(); row < frame.rows.endVisible(); ++row) {
        const double top = frame.area.top() + frame.rows.yOf(static_cast<double>(row));
        const double baseline = top + (pixels + metrics.ascent() - metrics.descent()) / 2;
        painter.drawText(
            QPointF(labels.group + axisPadding, baseline),
            metrics.elidedText(frame.axes.rows()[row].name, Qt::ElideMiddle, labels.row - 2 * axisPadding));
    }
}

void drawColumns(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette)
{
    const QFontMetrics metrics(textFont());
    const double pixels = frame.columns.rowPixels();
    const double room = labels.slanted ? metrics.height() + 2.0 : pixels;
    // If not all names fit, show every n-th.
    const auto step = static_cast<std::size_t>(std::max(std::ceil(room / std::max(pixels, 0.01)), 1.0));
    painter.setPen(toColor(palette.text));
    for (std::size_t column = frame.columns.firstVisible(); column < frame.columns.endVisible(); ++column) {
        if (column % step != 0)
            continue;
        const QString& name = frame.axes.columns()[column].name;
        const double left = frame.area.left() + frame.columns.yOf(static_cast<double>(column));
        const double baseline = frame.area.top() - 6;
        if (!labels.slanted) {
            const double middle = left + (pixels - metrics.horizontalAdvance(name)) / 2;
            painter.drawText(QPointF(middle, baseline), name);
            continue;
        }
        painter.save();
        painter.translate(left + pixels / 2 + 3, baseline);
        painter.rotate(-slantDegrees);
        painter.drawText(QPointF(0, 0), metrics.elidedText(name, Qt::ElideMiddle, highestHeader));
        painter.restore();
    }
}

} // namespace

MatrixNames measureNames(const MatrixAxes& axes)
{
    const QFontMetrics metrics(textFont());
    MatrixNames names{0, widest(metrics, axes.rows()), widest(metrics, axes.columns())};
    for (const MatrixGroup& group : axes.groups())
        names.group = std::max(names.group, metrics.horizontalAdvance(group.name));
    return names;
}

MatrixLabels measureLabels(const MatrixNames& names, int width, double rowPixels, double columnPixels)
{
    const int max = static_cast<int>(width * widestShare);
    MatrixLabels labels;
    labels.row = rowPixels >= namedPixels ? std::min(names.row + 2 * axisPadding, max) : 0;
    labels.group = names.group > 0 ? std::min(names.group + 2 * axisPadding, max - labels.row) : 0;
    if (labels.width() == 0)
        labels.group = axisPadding;
    labels.slanted = names.column + 2 * axisPadding > columnPixels;
    const int longest = std::min(names.column, highestHeader);
    const double height = longest * std::sin(slantDegrees * M_PI / 180);
    labels.header = labels.slanted ? static_cast<int>(height) + 18 : plainHeader;
    if (labels.slanted)
        labels.margin = static_cast<int>(longest * std::cos(slantDegrees * M_PI / 180)) + 12;
    return labels;
}

void drawLabels(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette)
{
    painter.setFont(textFont());
    painter.save();
    painter.setClipRect(QRectF(0, frame.area.top(), frame.area.right(), frame.area.height()));
    drawGroups(painter, frame, labels, palette);
    if (labels.row > 0)
        drawRows(painter, frame, labels, palette);
    painter.restore();
    painter.save();
    painter.setClipRect(
        QRectF(frame.area.left() - axisPadding, 0, frame.area.width() + highestHeader, frame.area.top()));
    drawColumns(painter, frame, labels, palette);
    painter.restore();
}

} // namespace lockstep
