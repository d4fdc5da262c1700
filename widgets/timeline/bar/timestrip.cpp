// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/bar/timestrip.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/time/player.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/timegestures.h"
#include "widgets/common/canvas/timeruler.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/timeline/marks/annotationmarks.h"
#include "widgets/timeline/marks/lastheard.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Counts, for each column, the nodes with missing data.
class MissingNodes
{
public:
    explicit MissingNodes(const TimeAxis& axis)
        : m_axis(axis), m_steps(static_cast<std::size_t>(axis.width) + 1), m_lastOfNode(-1)
    { }

    void beginNode() { m_lastOfNode = -1; }

    /// Adds a range of one node, in time order. A column counts each node once.
    void add(TimeRange range)
    {
        if (range.isEmpty() || !range.overlaps(m_axis.range))
            return;
        const auto last = static_cast<std::int64_t>(m_steps.size()) - 2;
        const auto column = [&](TimePoint time) {
            return std::clamp(static_cast<std::int64_t>(std::floor(m_axis.pixelOf(time))), std::int64_t{0}, last);
        };
        const std::int64_t from = std::max(column(range.from), m_lastOfNode + 1);
        const std::int64_t to = column(range.to - Duration(1));
        if (to < from)
            return;
        ++m_steps[static_cast<std::size_t>(from)];
        --m_steps[static_cast<std::size_t>(to) + 1];
        m_lastOfNode = to;
    }

    void writeShares(std::size_t nodes, std::vector<OverviewColumn>& columns) const
    {
        int missing = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            missing += m_steps[i];
            columns[i].missing = static_cast<float>(missing) / static_cast<float>(nodes);
        }
    }

private:
    TimeAxis m_axis;
    std::vector<int> m_steps; ///< change of the count from one column to the next
    std::int64_t m_lastOfNode;
};

} // namespace

std::vector<OverviewColumn> overviewColumns(const ClusterStore& store, const TimeAxis& axis)
{
    std::vector<OverviewColumn> columns(static_cast<std::size_t>(std::max(0.0, axis.width)));
    if (columns.empty() || axis.range.isEmpty())
        return columns;
    for (const LoggedEvent& logged : store.events().events()) {
        if (!axis.range.contains(logged.lastTime))
            continue;
        const auto column = static_cast<std::size_t>(std::max(0.0, axis.pixelOf(logged.lastTime)));
        columns[std::min(column, columns.size() - 1)].events += logged.count;
    }

    MissingNodes missing(axis);
    std::size_t seen = 0;
    const auto nodes = static_cast<std::uint32_t>(store.topology()->count(EntityKind::Node));
    for (std::uint32_t index = 0; index < nodes; ++index) {
        const NodeStatus& status = store.node({EntityKind::Node, index});
        if (status.freshness == Freshness::NeverSeen)
            continue;
        ++seen;
        missing.beginNode();
        for (const Gap& gap : status.gaps)
            missing.add(gap.range);
        if (status.freshness == Freshness::Stale)
            missing.add({lastHeard(status) + store.tickPeriod(), axis.range.to});
    }
    if (seen > 0)
        missing.writeShares(seen, columns);
    return columns;
}

void addWaits(std::vector<OverviewColumn>& columns, const SyncSnapshot& sync, const TimeAxis& axis)
{
    if (columns.empty() || axis.range.isEmpty())
        return;
    std::vector<float> ranks(columns.size(), 0); // number of ranks in the shares so far
    std::vector<float> shares;
    for (const auto& job : sync.jobs) {
        shares.assign(columns.size(), -1);
        const auto ofJob = static_cast<float>(job->ranks.size());
        for (const auto& step : job->steps) {
            const double gpuSeconds = std::chrono::duration<double>(step->range.length()).count() * job->ranks.size();
            if (!step->range.overlaps(axis.range) || !(gpuSeconds > 0))
                continue;
            const auto last = static_cast<double>(columns.size() - 1);
            const auto from = static_cast<std::size_t>(std::clamp(axis.pixelOf(step->range.from), 0.0, last));
            const auto to = static_cast<std::size_t>(std::clamp(axis.pixelOf(step->range.to - Duration(1)), 0.0, last));
            const auto share = static_cast<float>(std::clamp(step->waitGpuSeconds / gpuSeconds, 0.0, 1.0));
            for (std::size_t at = from; at <= to; ++at)
                shares[at] = std::max(shares[at], share);
        }
        for (std::size_t at = 0; at < columns.size(); ++at) {
            if (shares[at] < 0)
                continue;
            columns[at].wait = (columns[at].wait * ranks[at] + shares[at] * ofJob) / (ranks[at] + ofJob);
            ranks[at] += ofJob;
        }
    }
}

namespace {

constexpr int trackHeight = 26;
constexpr double narrowestBox = 6;
constexpr double handleWidth = 6;
constexpr QSizeF bookmarkFlag{6, 4};

constexpr double zoomStep = 0.8;
constexpr double notch = 120;
/// Minimum window length with the handles.
constexpr Duration shortest = std::chrono::microseconds(1);

} // namespace

TimeStrip::TimeStrip(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Overview of all data"));
    setAccessibleDescription(tr("The handles mark the visible range of all views. W and S zoom, A and D pan, Home "
                                "shows everything, L goes live."));
    connect(&context.cluster, &ClusterModel::changed, this, &TimeStrip::clusterChanged);
    if (context.sync != nullptr) {
        connect(context.sync, &SyncResults::changed, this, [this] {
            ++m_dataVersion;
            repaintIfVisible();
        });
    }
    connect(&context.time, &TimeWindow::changed, this, &TimeStrip::repaintIfVisible);
    connect(&context.time, &TimeWindow::extentChanged, this, [this] {
        readPauses();
        repaintIfVisible();
    });
    connect(&context.time, &TimeWindow::cursorChanged, this, &TimeStrip::repaintIfVisible);
    connect(&context.time, &TimeWindow::markedChanged, this, &TimeStrip::repaintIfVisible);
    connect(&context.selection, &Selection::hoveredChanged, this, &TimeStrip::repaintIfVisible);
    connect(&context.theme, &Theme::changed, this, &TimeStrip::repaintIfVisible);
    if (context.alerts != nullptr) {
        connect(context.alerts, &JoinedAlerts::joined, this, [this] {
            ++m_dataVersion;
            repaintIfVisible();
        });
    }
    if (context.player != nullptr)
        connect(&context.player->bookmarks(), &Bookmarks::changed, this, &TimeStrip::repaintIfVisible);
    if (context.incidents != nullptr) {
        connect(context.incidents, &IncidentWorkspace::annotationsChanged, this, &TimeStrip::repaintIfVisible);
        connect(context.incidents, &IncidentWorkspace::focusedChanged, this, &TimeStrip::repaintIfVisible);
    }
}

QSize TimeStrip::sizeHint() const
{
    return {600, QFontMetrics(smallFigureFont()).height() + 4 + trackHeight};
}

QSize TimeStrip::minimumSizeHint() const
{
    return {160, sizeHint().height()};
}

void TimeStrip::repaintIfVisible()
{
    if (isVisible())
        update();
}

void TimeStrip::clusterChanged(const ChangeSet& changes)
{
    if (!changes.events && !changes.sources && !changes.topology)
        return;
    ++m_dataVersion;
    repaintIfVisible();
}

void TimeStrip::readPauses()
{
    const TimeRange extent = m_context.time.extent();
    std::vector<TimeRange> pauses = m_context.cluster.store().pauses();
    // Omit pauses that are negligible relative to the whole.
    std::erase_if(pauses, [&](const TimeRange& pause) {
        return pause.from <= extent.from || pause.to >= extent.to || pause.length() < extent.length() / 50;
    });
    if (pauses == m_pauses)
        return;
    m_pauses = std::move(pauses);
    ++m_dataVersion;
}

TimeAxis TimeStrip::axis() const
{
    return {m_context.time.extent(), static_cast<double>(width()), m_pauses};
}

QRect TimeStrip::ruler() const
{
    return {0, 0, width(), height() - trackHeight};
}

QRect TimeStrip::track() const
{
    return {0, height() - trackHeight, width(), trackHeight};
}

QRectF TimeStrip::windowBox() const
{
    const TimeRange range = m_context.time.range();
    double from = std::clamp(axis().pixelOf(range.from), 0.0, axis().width);
    double to = std::clamp(axis().pixelOf(range.to), 0.0, axis().width);
    if (to - from < narrowestBox) {
        const double middle = std::clamp((from + to) / 2, narrowestBox / 2, axis().width - narrowestBox / 2);
        from = middle - narrowestBox / 2;
        to = middle + narrowestBox / 2;
    }
    return {from, static_cast<double>(track().top()), to - from, static_cast<double>(trackHeight)};
}

void TimeStrip::paintPicture()
{
    const Key key{m_context.time.extent(), size(), devicePixelRatioF(), m_dataVersion, m_context.theme.isDark()};
    if (key == m_key && !m_picture.isNull())
        return;
    m_key = key;
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());

    const Palette& palette = m_context.theme.palette();
    const ClusterStore& store = m_context.cluster.store();
    const QRect area = track();
    QPainter painter(&m_picture);
    painter.fillRect(rect(), toColor(palette.window));
    painter.fillRect(area, toColor(palette.panel));
    drawTimeRuler(painter, ruler(), height(), axis(), palette);

    const QBrush hatch = noDataBrush(palette);
    const QColor bar = toColor(mixed(palette.panel, palette.dimText, 0.55));
    auto columns = overviewColumns(store, axis());
    const bool isWithheld = m_context.alerts != nullptr && m_context.alerts->isFiltered();
    if (isWithheld)
        std::ranges::for_each(columns, [](OverviewColumn& column) { column.events = 0; });
    else if (m_context.sync != nullptr)
        addWaits(columns, *m_context.sync->snapshotOfView(), axis());
    for (int x = 0; x < static_cast<int>(columns.size()); ++x) {
        const OverviewColumn& column = columns[static_cast<std::size_t>(x)];
        if (column.wait > 0) {
            // Square root: small waits of a healthy job stay visible, and half of all time stands out.
            const double strength = std::sqrt(static_cast<double>(column.wait));
            const int tall = std::max(1, static_cast<int>(std::lround(strength * trackHeight)));
            painter.fillRect(x, area.bottom() + 1 - tall, 1, tall,
                             toColor(mixed(palette.panel, palette.wait, 0.25 + 0.75 * strength)));
        }
        if (column.missing > 0) {
            const int tall = std::max(5, static_cast<int>(std::lround(column.missing * trackHeight)));
            painter.fillRect(x, area.bottom() + 1 - tall, 1, tall, hatch);
        }
        if (column.events > 0) {
            // Logarithmic: one event is visible, and a thousand fit.
            const int tall = 3 + static_cast<int>(std::min(14.0, 4 * std::log2(column.events)));
            painter.fillRect(x, area.bottom() + 1 - tall, 1, tall, bar);
        }
    }
    for (const TimeRange& pause : m_pauses)
        paintPause(painter, axis().pixelOf(pause.from), axis().pixelOf(pause.to));
    m_alerts = isWithheld ? std::vector<EventMark>()
                          : eventMarks(store.events(), axis(), eventMarkSide + 2, Severity::Warning);
}

/// A tear line: time is omitted here.
void TimeStrip::paintPause(QPainter& painter, double from, double to) const
{
    const Palette& palette = m_context.theme.palette();
    painter.fillRect(QRectF(from, 0, to - from, height()), toColor(palette.window));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(toColor(palette.dimText), 1.5));
    for (const double x : {from + (to - from) / 3, to - (to - from) / 3})
        painter.drawLine(QPointF(x - 2, height() - 2), QPointF(x + 2, track().top()));
    painter.restore();
}

void TimeStrip::paintWindow(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const QRectF box = windowBox();
    const QRect area = track();
    const QColor shade = toColor(palette.window, 150);
    painter.fillRect(QRectF(area.left(), area.top(), box.left(), area.height()), shade);
    painter.fillRect(QRectF(box.right(), area.top(), area.width() - box.right(), area.height()), shade);
    const QColor edge = toColor(hasFocus() ? palette.accent : mixed(palette.line, palette.accent, 0.7));
    painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), edge);
    painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), edge);
    for (const double x : {box.left(), box.right() - 3}) {
        painter.fillRect(QRectF(x, box.top(), 3, box.height()), edge);
        painter.fillRect(QRectF(x + 1, box.center().y() - 4, 1, 8), toColor(palette.window));
    }
}

void TimeStrip::paintTimes(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const auto line = [&](TimePoint time, Rgb colour) {
        const double x = axis().pixelOf(time);
        if (x >= 0 && x <= axis().width)
            painter.fillRect(std::min(static_cast<int>(std::lround(x)), width() - 1), 0, 1, height(), toColor(colour));
    };
    if (const auto marked = m_context.time.marked()) {
        const double from = axis().pixelOf(marked->from);
        painter.fillRect(QRectF(from, track().top(), std::max(1.0, axis().pixelOf(marked->to) - from), trackHeight),
                         toColor(palette.accent, 70));
    }
    std::span<const TimePoint> bookmarks;
    if (m_context.player != nullptr)
        bookmarks = m_context.player->bookmarks().times();
    for (const TimePoint bookmark : bookmarks) {
        const double x = axis().pixelOf(bookmark);
        line(bookmark, palette.text);
        painter.fillRect(QRectF(x, 0, bookmarkFlag.width(), bookmarkFlag.height()), toColor(palette.text));
    }
    if (const auto hovered = m_context.selection.hoveredTime())
        line(*hovered, palette.hover);
    line(m_context.time.cursor(), palette.accent);
}

void TimeStrip::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    if (m_context.time.extent().isEmpty()) {
        painter.fillRect(rect(), toColor(palette.window));
        painter.setFont(smallTextFont());
        painter.setPen(toColor(palette.dimText));
        painter.drawText(rect(), Qt::AlignCenter, tr("No data yet"));
    } else {
        paintPicture();
        painter.drawPixmap(0, 0, m_picture);
        paintWindow(painter);
        drawEventMarks(painter, track(), m_alerts, palette); // alerts outside the window are not dimmed
        if (const IncidentWorkspace* const incidents = m_context.incidents)
            drawAnnotations(painter, track(), 0, axis(), incidents->marks(), incidents->focused(), palette);
        paintTimes(painter);
    }
    if (hasFocus())
        drawFocusFrame(painter, rect(), palette);
    m_context.frames.painted();
}

TimeStrip::Grip TimeStrip::gripAt(QPointF point) const
{
    const QRectF box = windowBox();
    // Outer edges come first, because a narrow box has no space inside.
    if (point.x() >= box.left() - handleWidth && point.x() <= box.left() + handleWidth / 2)
        return Grip::From;
    if (point.x() >= box.right() - handleWidth / 2 && point.x() <= box.right() + handleWidth)
        return Grip::To;
    return Grip::Window;
}

void TimeStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_context.time.extent().isEmpty())
        return;
    m_pressedAt = event->position();
    m_grip = event->modifiers().testFlag(Qt::ShiftModifier) ? Grip::Mark : gripAt(m_pressedAt);
    if (m_grip == Grip::Window)
        m_context.time.setCursor(axis().timeAt(m_pressedAt.x()));
    m_pressedRange = m_context.time.target().range;
}

void TimeStrip::dragTo(QPointF point)
{
    const TimePoint here = axis().timeAt(std::clamp(point.x(), 0.0, axis().width));
    const TimePoint there = axis().timeAt(m_pressedAt.x());
    TimeWindow& time = m_context.time;
    switch (m_grip) {
    case Grip::From:
        time.setRange({std::min(here, m_pressedRange.to - shortest), m_pressedRange.to});
        break;
    case Grip::To:
        time.setRange({m_pressedRange.from, std::max(here, m_pressedRange.from + shortest)});
        break;
    case Grip::Window:
        time.setRange({m_pressedRange.from + (here - there), m_pressedRange.to + (here - there)});
        time.setCursor(here);
        break;
    case Grip::Mark:
        time.setMarked(TimeRange{std::min(here, there), std::max(here, there)});
        break;
    case Grip::None:
        break;
    }
}

void TimeStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_context.time.extent().isEmpty())
        return;
    if (m_grip != Grip::None) {
        // A movement of one pixel is a click and must not end follow mode.
        if (std::abs(event->position().x() - m_pressedAt.x()) >= 2)
            dragTo(event->position());
        return;
    }
    const Grip grip = gripAt(event->position());
    setCursor(grip == Grip::From || grip == Grip::To ? Qt::SizeHorCursor : Qt::ArrowCursor);
    m_context.selection.setHovered({}, axis().timeAt(event->position().x()));
}

void TimeStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_grip = Grip::None;
}

void TimeStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_context.time.fitExtent();
}

void TimeStrip::wheelEvent(QWheelEvent* event)
{
    if (m_context.time.extent().isEmpty())
        return;
    m_context.time.zoom(std::pow(zoomStep, event->angleDelta().y() / notch), axis().timeAt(event->position().x()));
    event->accept();
}

void TimeStrip::keyPressEvent(QKeyEvent* event)
{
    const bool isArrow = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (isArrow && m_context.player != nullptr && event->modifiers() == Qt::NoModifier)
        return m_context.player->step(event->key() == Qt::Key_Left ? -1 : +1);
    TimeGestures gestures(m_context.time);
    if (gestures.key(*event, std::nullopt))
        return;
    if (event->key() == Qt::Key_Home)
        m_context.time.fitExtent();
    else if (event->key() == Qt::Key_Escape)
        m_context.time.setMarked(std::nullopt);
    else
        event->ignore();
}

void TimeStrip::leaveEvent(QEvent*)
{
    m_context.selection.setHovered({});
}

} // namespace lockstep

#include "moc_timestrip.cpp"
