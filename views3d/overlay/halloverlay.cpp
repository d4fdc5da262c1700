// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/halloverlay.h"

#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/translation.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

RackUnitScale tapeAlong(const HallRack& rack, const HallCamera& camera, QSizeF viewport, double textHeight)
{
    RackUnitScale tape;
    const auto units = static_cast<int>(rack.units);
    const float x = rack.isTurned ? rack.box.high.x() : rack.box.low.x();
    const float z = rack.isTurned ? rack.box.low.z() : rack.box.high.z();
    const auto markAt = [&](float unit) {
        return camera.project({x, rack.box.low.y() + HallGeometry::plinth + unit * HallGeometry::unitHeight, z},
                              viewport);
    };
    const auto bottom = markAt(0);
    const auto top = markAt(static_cast<float>(units));
    if (!bottom || !top || units < 1)
        return tape;
    const double perUnit = QLineF(*bottom, *top).length() / units;
    const int every = perUnit > textHeight ? 1 : 5 * perUnit > textHeight ? 5 : 10;
    tape.lines.emplace_back(*bottom, *top);
    for (int unit = 1; unit <= units; ++unit) {
        const auto edge = markAt(static_cast<float>(unit - 1));
        const auto middle = markAt(static_cast<float>(unit) - 0.5F);
        if (!edge || !middle)
            continue;
        const bool isNumbered = unit == 1 || unit % every == 0;
        if (isNumbered || perUnit > 4)
            tape.lines.emplace_back(*edge, *edge - QPointF(isNumbered ? 8 : 4, 0));
        if (isNumbered)
            tape.numbers.push_back({*middle - QPointF(11, 0), QStringLiteral("U%1").arg(unit)});
    }
    return tape;
}

namespace {

constexpr float gridMargin = 1.5F; // metres of grid around the rack
constexpr float minPixels = 9; // between two lines of the grid
constexpr int ghostTextRoom = 260; // pixels to either side of the text's middle
constexpr int ghostLineRoom = 40;

void addLine(std::vector<QLineF>& lines, QVector3D from, QVector3D to, const HallCamera& camera, QSizeF viewport)
{
    const auto begin = camera.project(from, viewport);
    const auto end = camera.project(to, viewport);
    if (begin && end)
        lines.emplace_back(*begin, *end);
}

/// Grid of 0.1 m on the floor around the rack, coarser if lines would be too close.
std::vector<QLineF> gridAround(const Box& box, const HallCamera& camera, QSizeF viewport)
{
    const float perMetre = camera.pixelsPerMetre(box.centre(), viewport);
    const float step = perMetre * RackGrid::step >= minPixels ? RackGrid::step : 1;
    const Box area = box.grown(gridMargin);
    std::vector<QLineF> lines;
    for (float x = std::ceil(area.low.x() / step) * step; x <= area.high.x(); x += step)
        addLine(lines, {x, 0, area.low.z()}, {x, 0, area.high.z()}, camera, viewport);
    for (float z = std::ceil(area.low.z() / step) * step; z <= area.high.z(); z += step)
        addLine(lines, {area.low.x(), 0, z}, {area.high.x(), 0, z}, camera, viewport);
    return lines;
}

constexpr int plateMargin = 4; // around a name, for its plate

QRegion areaOf(const std::vector<HallOverlay::Name>& names)
{
    QRegion area;
    for (const HallOverlay::Name& name : names)
        area |= name.label.rect.toAlignedRect().adjusted(-plateMargin, -1, plateMargin, 1);
    return area;
}

QRegion areaOf(const std::vector<HallOverlay::Mark>& marks)
{
    QRegion area;
    for (const HallOverlay::Mark& mark : marks) {
        for (const QLineF& line : mark.lines)
            area |= QRectF(line.p1(), line.p2()).normalized().toAlignedRect().adjusted(-4, -4, 4, 4);
    }
    return area;
}

QRegion areaOf(const std::vector<HallCallout>& callouts)
{
    QRegion area;
    for (const HallCallout& callout : callouts)
        area |= callout.plate.united(QRectF(callout.at, QSizeF(1, 1))).toAlignedRect().adjusted(-8, -8, 8, 8);
    return area;
}

QRegion areaOf(const RackUnitScale& tape)
{
    constexpr int numberRoom = 40;
    QRect area;
    for (const QLineF& line : tape.lines)
        area |= QRectF(line.p1(), line.p2()).normalized().toAlignedRect();
    return area.isNull() ? QRegion() : area.adjusted(-numberRoom, -12, 4, 12);
}

} // namespace

std::vector<QLineF> projectedEdges(const Box& box, const HallCamera& camera, QSizeF viewport)
{
    const auto corners = box.corners();
    std::array<QPointF, 8> pixels;
    for (std::size_t at = 0; at < corners.size(); ++at) {
        const auto pixel = camera.project(corners[at], viewport);
        if (!pixel)
            return {};
        pixels[at] = *pixel;
    }
    const QVector3D eye = camera.eye();
    const auto faces = [&](int axis, bool high) {
        return high ? eye[axis] > box.high[axis] : eye[axis] < box.low[axis];
    };

    // An edge is parallel to one axis; its number (0 to 3) selects the sides on the other two axes.
    std::vector<QLineF> lines;
    for (int axis = 0; axis < 3; ++axis) {
        const int second = (axis + 1) % 3;
        const int third = (axis + 2) % 3;
        for (const bool secondHigh : {false, true}) {
            for (const bool thirdHigh : {false, true}) {
                if (!faces(second, secondHigh) && !faces(third, thirdHigh))
                    continue;
                const auto from = (secondHigh ? 1U << second : 0U) | (thirdHigh ? 1U << third : 0U);
                lines.emplace_back(pixels[from], pixels[from | (1U << axis)]);
            }
        }
    }
    return lines;
}

DragPreview ghostOf(const RackDrag& drag, const QString& name, const QString& blocker, const HallCamera& camera,
                    QSizeF viewport)
{
    DragPreview ghost;
    ghost.edges = projectedEdges(drag.box(), camera, viewport);
    ghost.isBlocked = drag.isBlocked();
    ghost.grid = gridAround(drag.box(), camera, viewport);
    const QVector3D corner = drag.box().low;
    ghost.text
        = tr("%1   x %2 m   z %3 m")
              .arg(name, QString::number(double{corner.x()}, 'f', 2), QString::number(double{corner.z()}, 'f', 2));
    if (ghost.isBlocked)
        ghost.text = tr("%1   blocked by %2").arg(ghost.text, blocker);
    const QVector3D middle = drag.box().centre();
    const auto top = camera.project({middle.x(), drag.box().high.y(), middle.z()}, viewport);
    ghost.at = top.value_or(QPointF()) - QPointF(0, 16);
    if (!top)
        ghost.edges.clear();
    return ghost;
}

QRect areaOf(const DragPreview& ghost)
{
    if (ghost.edges.empty())
        return {};
    QRectF area(ghost.at - QPointF(ghostTextRoom, ghostLineRoom), ghost.at + QPointF(ghostTextRoom, ghostLineRoom));
    for (const auto* lines : {&ghost.grid, &ghost.edges}) {
        for (const QLineF& line : *lines)
            area |= QRectF(line.p1(), line.p2()).normalized().adjusted(-4, -4, 4, 4);
    }
    return area.toAlignedRect();
}

HallOverlay::HallOverlay(const Theme& theme, FrameStats& frames, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_frames(frames)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
}

// Each setter repaints only changed areas. The overlay is transparent, and without a graphics card blending it costs
// more than drawing the picture.

void HallOverlay::setNames(std::vector<Name> names)
{
    update(areaOf(m_names) | areaOf(names));
    m_names = std::move(names);
}

void HallOverlay::setMarks(std::vector<Mark> marks)
{
    update(areaOf(m_marks) | areaOf(marks));
    m_marks = std::move(marks);
}

void HallOverlay::setCallouts(std::vector<HallCallout> callouts)
{
    update(areaOf(m_callouts) | areaOf(callouts));
    m_callouts = std::move(callouts);
}

void HallOverlay::setTape(RackUnitScale tape)
{
    update(areaOf(m_tape) | areaOf(tape));
    m_tape = std::move(tape);
}

void HallOverlay::setFrame(QRectF frame)
{
    update(QRegion(m_frame.toAlignedRect().adjusted(-2, -2, 2, 2)) | frame.toAlignedRect().adjusted(-2, -2, 2, 2));
    m_frame = frame;
}

void HallOverlay::setGhost(DragPreview ghost)
{
    update(QRegion(areaOf(m_ghost)) | areaOf(ghost));
    m_ghost = std::move(ghost);
}

void HallOverlay::setHint(QString hint)
{
    if (hint == m_hint)
        return;
    m_hint = std::move(hint);
    update();
}

void HallOverlay::setLegend(HallLegend legend)
{
    if (legend == m_legend)
        return;
    const QRectF before = legendArea();
    m_legend = std::move(legend);
    update((before | legendArea()).toAlignedRect());
}

void HallOverlay::setTip(HallTip tip, QPointF pointer)
{
    const auto area = [this] {
        return tipRect(m_tip, m_pointer, size(), font()).toAlignedRect();
    };
    const QRect before = area();
    m_tip = std::move(tip);
    m_pointer = pointer;
    update(QRegion(before) | area());
}

void HallOverlay::setMessage(QString message)
{
    if (message == m_message)
        return;
    m_message = std::move(message);
    update();
}

void HallOverlay::setOpaque(bool isOpaque)
{
    m_isOpaque = isOpaque;
    update();
}

QRectF HallOverlay::legendArea() const
{
    return legendRect(m_legend, size(), font());
}

void HallOverlay::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event);
    const FrameStats::Work work(m_frames);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_isOpaque)
        painter.fillRect(rect(), QColor(m_theme.palette().window));
    paintMarks(painter);
    paintNames(painter);
    paintTape(painter);
    paintCallouts(painter);
    paintFrame(painter);
    paintLegend(painter, m_legend, size(), m_theme.palette());
    paintGhost(painter);
    paintHint(painter);
    paintMessage(painter);
    paintTip(painter, m_tip, m_pointer, size(), m_theme.palette());
}

void HallOverlay::paintMarks(QPainter& painter) const
{
    for (const Mark& mark : m_marks) {
        // A dark border keeps the line visible on bright colours.
        QColor seam(m_theme.palette().window);
        seam.setAlphaF(0.7F);
        painter.setPen(QPen(seam, mark.width + 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLines(mark.lines.data(), static_cast<int>(mark.lines.size()));
        painter.setPen(QPen(QColor(mark.colour), mark.width, Qt::SolidLine, Qt::RoundCap));
        painter.drawLines(mark.lines.data(), static_cast<int>(mark.lines.size()));
    }
}

void HallOverlay::paintNames(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    QColor plate(palette.window);
    plate.setAlphaF(0.72F);
    for (const Name& name : m_names) {
        if (name.label.isOnBox) {
            constexpr Rgb ink = 0x101418;
            constexpr Rgb paper = 0xFFFFFF;
            const bool wantsInk = contrastRatio(ink, name.background) > contrastRatio(paper, name.background);
            painter.setPen(QColor(wantsInk ? ink : paper));
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(plate);
            painter.drawRoundedRect(name.label.rect.adjusted(-3, 0, 3, 0), 2, 2);
            painter.setPen(QColor(palette.text));
        }
        painter.drawText(name.label.rect, Qt::AlignCenter, name.label.text);
    }
}

void HallOverlay::paintCallouts(QPainter& painter) const
{
    constexpr double ring = 5;
    const Palette& palette = m_theme.palette();
    for (const HallCallout& callout : m_callouts) {
        const QColor colour(callout.colour);
        const QLineF leader = callout.leader();
        for (const bool isSeam : {true, false}) {
            QColor seam(palette.window);
            seam.setAlphaF(0.8F);
            painter.setPen(QPen(isSeam ? seam : colour, isSeam ? 3.5 : 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawLine(leader);
            painter.drawEllipse(callout.at, ring, ring);
        }
        painter.setBrush(QColor(palette.raised));
        painter.drawRoundedRect(callout.plate, 3, 3);
        painter.setPen(QColor(palette.text));
        painter.drawText(callout.plate, Qt::AlignCenter, callout.text);
    }
}

void HallOverlay::paintTape(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    painter.setPen(QPen(QColor(palette.accent), 1.5));
    painter.drawLines(m_tape.lines.data(), static_cast<int>(m_tape.lines.size()));
    const QFontMetricsF metrics(font());
    QColor plate(palette.window);
    plate.setAlphaF(0.72F);
    for (const RackUnitScale::Number& number : m_tape.numbers) {
        const double width = metrics.horizontalAdvance(number.text) + 4;
        const QRectF rect(number.at.x() - width, number.at.y() - metrics.height() / 2, width, metrics.height());
        painter.fillRect(rect, plate);
        painter.setPen(QColor(palette.text));
        painter.drawText(rect, Qt::AlignCenter, number.text);
    }
}

void HallOverlay::paintFrame(QPainter& painter) const
{
    if (m_frame.isEmpty())
        return;
    QColor fill(m_theme.palette().accent);
    fill.setAlphaF(0.12F);
    painter.setPen(QPen(QColor(m_theme.palette().accent), 1));
    painter.setBrush(fill);
    painter.drawRect(m_frame);
}

void HallOverlay::paintGhost(QPainter& painter) const
{
    if (m_ghost.edges.empty())
        return;
    const Palette& palette = m_theme.palette();
    QColor grid(palette.dimText);
    grid.setAlphaF(0.35F);
    painter.setPen(QPen(grid, 1));
    painter.drawLines(m_ghost.grid.data(), static_cast<int>(m_ghost.grid.size()));
    const QColor colour(m_ghost.isBlocked ? palette.critical : palette.accent);
    QColor seam(palette.window);
    seam.setAlphaF(0.7F);
    for (const bool isSeam : {true, false}) {
        const Qt::PenStyle style = m_ghost.isBlocked && !isSeam ? Qt::DashLine : Qt::SolidLine;
        painter.setPen(QPen(isSeam ? seam : colour, isSeam ? 4.5 : 2.5, style, Qt::RoundCap));
        painter.drawLines(m_ghost.edges.data(), static_cast<int>(m_ghost.edges.size()));
    }
    paintPlate(painter, m_ghost.text, m_ghost.at, colour);
}

void HallOverlay::paintHint(QPainter& painter) const
{
    if (!m_hint.isEmpty())
        paintPlate(painter, m_hint, {width() / 2.0, QFontMetricsF(font()).height() / 2 + 10},
                   QColor(m_theme.palette().accent));
}

/// One line of text on a plate centred at @p middle, moved inside the view.
void HallOverlay::paintPlate(QPainter& painter, const QString& text, QPointF middle, const QColor& edge) const
{
    const QFontMetricsF metrics(font());
    const double room = std::max(40.0, width() - 24.0);
    const QString line = metrics.elidedText(text, Qt::ElideRight, room);
    QRectF plate(QPointF(), QSizeF(metrics.horizontalAdvance(line) + 16, metrics.height() + 6));
    plate.moveCenter(middle);
    plate.moveLeft(std::clamp(plate.left(), 4.0, std::max(4.0, width() - plate.width() - 4)));
    plate.moveTop(std::clamp(plate.top(), 4.0, std::max(4.0, height() - plate.height() - 4)));
    painter.setPen(QPen(edge, 1.5));
    painter.setBrush(QColor(m_theme.palette().raised));
    painter.drawRoundedRect(plate, 3, 3);
    painter.setPen(QColor(m_theme.palette().text));
    painter.drawText(plate, Qt::AlignCenter, line);
}

void HallOverlay::paintMessage(QPainter& painter) const
{
    if (m_message.isEmpty())
        return;
    constexpr int how = Qt::AlignCenter | Qt::TextWordWrap;
    const QRectF middle = QRectF(rect()).adjusted(24, 24, -24, -24);
    QColor plate(m_theme.palette().window);
    plate.setAlphaF(0.85F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(plate);
    painter.drawRoundedRect(painter.boundingRect(middle, how, m_message).adjusted(-10, -6, 10, 6), 4, 4);
    painter.setPen(QColor(m_theme.palette().text));
    painter.drawText(middle, how, m_message);
}

} // namespace lockstep

#include "moc_halloverlay.cpp"
