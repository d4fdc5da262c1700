// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/marks/annotationmarks.h"

#include "models/incidents/workspace/incidentworkspace.h"
#include "models/view/translation.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int flagWidth = 7; ///< also the minimum distance between flags
constexpr int flagHeight = annotationFlagHeight;
constexpr int barHeight = 3;
constexpr std::size_t maxBars = 64; ///< ranges drawn individually
constexpr double reachPixels = 5;

/// A flag centred on its tip, with a one-pixel border. Painted once and then copied, because there may be one every few
/// pixels.
QImage flagImage(const Palette& palette, bool isFocused, double devicePixels)
{
    constexpr double left = 1;
    constexpr double right = left + flagWidth;
    constexpr double top = 1;
    QImage image(QSize(flagWidth + 2, flagHeight + 2) * devicePixels, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(devicePixels);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(toColor(palette.window));
    painter.setBrush(toColor(isFocused ? palette.hover : palette.accent));
    painter.drawPolygon(QPolygonF({{left, top},
                                   {right, top},
                                   {right, top + flagHeight - 3},
                                   {(left + right) / 2, top + flagHeight},
                                   {left, top + flagHeight - 3}}));
    return image;
}

/// Common parameters for drawing one axis.
struct MarkCanvas
{
    QPainter& painter;
    const QRect& area;
    const TimeAxis& axis;
    const AnnotationIndex& marks;
    AnnotationKey focused;
    const Palette& palette;
    QImage flag = flagImage(palette, false, painter.device()->devicePixelRatio());
    QImage focusedFlag = flagImage(palette, true, painter.device()->devicePixelRatio());

    [[nodiscard]] TimeRange timesOf(int from, int to) const { return {axis.timeAt(from), axis.timeAt(to)}; }
    [[nodiscard]] double xOf(TimePoint time) const
    {
        return area.left() + std::clamp(axis.pixelOf(time), 0.0, axis.width);
    }
};

void drawBar(const MarkCanvas& canvas, const AnnotationMark& mark)
{
    const bool isFocused = mark.key == canvas.focused;
    const double from = canvas.xOf(mark.range.from);
    const double width = std::max(2.0, canvas.xOf(mark.range.to) - from);
    canvas.painter.fillRect(QRectF(from, canvas.area.top(), width, isFocused ? barHeight + 2 : barHeight),
                            toColor(canvas.palette.accent, isFocused ? 255 : 150));
}

/// Draws ranges: one by one while they are few, otherwise the number covering each pixel as opacity.
void drawStretches(const MarkCanvas& canvas)
{
    const std::vector<AnnotationMark> few = canvas.marks.overlapping(canvas.axis.range, maxBars + 1);
    if (few.size() <= maxBars) {
        for (const AnnotationMark& mark : few)
            drawBar(canvas, mark);
        return;
    }
    constexpr int step = 2;
    for (int x = 0; x < canvas.area.width(); x += step) {
        const std::size_t covering = canvas.marks.coverage(canvas.timesOf(x, x + step));
        if (covering == 0)
            continue;
        const int alpha = std::min(255, 90 + static_cast<int>(30 * std::log2(static_cast<double>(covering))));
        canvas.painter.fillRect(canvas.area.left() + x, canvas.area.top(), step, barHeight,
                                toColor(canvas.palette.accent, alpha));
    }
}

void drawFlag(const MarkCanvas& canvas, double x, std::size_t count, bool isFocused, int linesTo)
{
    const int left = static_cast<int>(std::lround(x));
    if (linesTo > canvas.area.bottom())
        canvas.painter.fillRect(left, canvas.area.top() + flagHeight, 1, linesTo - canvas.area.top() - flagHeight,
                                toColor(canvas.palette.accent, isFocused ? 200 : 70));
    const QPoint place(left - flagWidth / 2 - 1, canvas.area.top() - 1);
    canvas.painter.drawImage(place, isFocused ? canvas.focusedFlag : canvas.flag);
    if (count > 1) // a second edge behind the first one shows that there are several
        canvas.painter.fillRect(left - flagWidth / 2, canvas.area.top() + 2, flagWidth, 1,
                                toColor(canvas.palette.window));
}

/// Draws starts: one flag per place for all that begin there.
void drawStarts(const MarkCanvas& canvas, int linesTo)
{
    for (int x = 0; x < canvas.area.width(); x += flagWidth) {
        const auto starting = canvas.marks.startingIn(canvas.timesOf(x, std::min(x + flagWidth, canvas.area.width())));
        if (starting.empty())
            continue;
        // Examines only the first ones, so that the cost does not depend on the number.
        constexpr std::size_t enough = 16;
        const auto looked = starting.first(std::min(starting.size(), enough));
        const bool isFocused = std::ranges::find(looked, canvas.focused, &AnnotationMark::key) != looked.end();
        drawFlag(canvas, canvas.xOf(starting.front().range.from), starting.size(), isFocused, linesTo);
    }
}

} // namespace

void drawAnnotations(QPainter& painter, const QRect& area, int linesTo, const TimeAxis& axis,
                     const AnnotationIndex& marks, AnnotationKey focused, const Palette& palette)
{
    if (marks.isEmpty() || axis.width <= 0)
        return;
    painter.save();
    painter.setClipRect(area.adjusted(0, 0, 0, std::max(0, linesTo - area.bottom())));
    const MarkCanvas canvas{painter, area, axis, marks, focused, palette};
    drawStretches(canvas);
    drawStarts(canvas, linesTo);
    painter.restore();
}

AnnotationKey annotationAt(const AnnotationIndex& marks, const TimeAxis& axis, double x)
{
    const TimePoint time = axis.timeAt(x);
    const Duration reach = axis.timeAt(x + reachPixels) - time;
    const auto mark = marks.nearest(time, reach);
    return mark ? mark->key : AnnotationKey{};
}

HoverText explainAnnotation(const IncidentWorkspace& workspace, AnnotationKey key)
{
    const Annotation* const annotation = workspace.records().find(key);
    if (!annotation)
        return {};
    HoverText text;
    text.sentence = annotation->text.empty() ? tr("Empty note.") : toQString(annotation->text);
    const auto resolution = std::chrono::milliseconds(1);
    text.facts.push_back({tr("Time"), toQString(formatTime(annotation->range.from, resolution))});
    if (!annotation->isMoment())
        text.facts.push_back({tr("Duration"), toQString(formatDuration(annotation->range.length()))});
    if (!annotation->entities.empty())
        text.facts.push_back({tr("Where"), toQString(annotation->entities.front().path)});
    if (!annotation->author.empty())
        text.facts.push_back({tr("Author"), toQString(annotation->author)});
    return text;
}

} // namespace lockstep
