// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/driftcanvas.h"

#include "models/core/median.h"
#include "models/core/metric.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/sync/drifttext.h"
#include "widgets/sync/jobshown.h"

#include <QPainter>
#include <QTimerEvent>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::chrono::microseconds turn{1000};
/// A sample of this many ranks has the same percentiles to within a pixel.
constexpr std::size_t enoughRanks = 2048;

constexpr int canvasPad = 8;
constexpr std::size_t maxLines = 6; ///< drifting ranks drawn; more are not distinguishable
constexpr double widestLabels = 0.4; ///< of the width

constexpr double reach = 6; ///< pixels from a line

} // namespace

DriftBand driftBandOf(const DriftPoint& point, std::span<const std::uint32_t> leftOut)
{
    std::vector<float> values;
    const std::size_t every = std::max<std::size_t>(1, point.slowdown.size() / enoughRanks);
    values.reserve(point.slowdown.size() / every + 1);
    for (std::size_t lane = 0; lane < point.slowdown.size(); lane += every) {
        const bool counts = !std::ranges::binary_search(leftOut, static_cast<std::uint32_t>(lane));
        if (counts && !std::isnan(point.slowdown[lane]))
            values.push_back(point.slowdown[lane]);
    }
    if (values.empty())
        return {noData, noData, noData, noData, noData};
    return {quantile(values, 0.05), quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75),
            quantile(values, 0.95)};
}

void DriftBands::leaveOut(std::vector<std::uint32_t> lanes)
{
    if (lanes == m_leftOut)
        return;
    m_leftOut = std::move(lanes);
    m_known.clear();
}

bool DriftBands::work(const Points& points)
{
    const auto end = std::chrono::steady_clock::now() + turn;
    for (const auto& point : points) {
        if (m_known.contains(point))
            continue;
        if (std::chrono::steady_clock::now() >= end)
            return false;
        m_known.emplace(point, driftBandOf(*point, m_leftOut));
    }
    // Occasionally drops points that the curve no longer contains.
    if (m_known.size() > 2 * points.size() + 16) {
        std::map<std::shared_ptr<const DriftPoint>, DriftBand> kept;
        for (const auto& point : points)
            kept.insert(m_known.extract(point));
        m_known = std::move(kept);
    }
    return true;
}

const DriftBand* DriftBands::of(const std::shared_ptr<const DriftPoint>& point) const
{
    const auto known = m_known.find(point);
    return known != m_known.end() ? &known->second : nullptr;
}

namespace {

constexpr double plotMargin = 0.08; ///< of the height, above and below
constexpr double minMarkDistance = 36; ///< pixels

} // namespace

DriftPlot::DriftPlot(std::shared_ptr<const JobSync> job, const DriftBands& bands,
                     const std::vector<std::uint32_t>& lanes, const QRectF& area)
    : m_job(std::move(job)), m_area(area)
{
    if (isEmpty())
        return;
    const auto& points = m_job->driftCurve;
    m_firstStep = points.front()->firstStep;
    m_stepCount = points.back()->lastStep - m_firstStep + 1;
    for (const auto& point : points) {
        if (const DriftBand* band = bands.of(point)) {
            reach(band->low);
            reach(band->high);
        }
        for (const std::uint32_t lane : lanes) {
            if (lane < point->slowdown.size())
                reach(point->slowdown[lane]);
        }
    }
    const double room = (m_high - m_low) * plotMargin;
    m_low -= room;
    m_high += room;
}

void DriftPlot::reach(float value)
{
    if (std::isnan(value))
        return;
    m_low = std::min(m_low, static_cast<double>(value));
    m_high = std::max(m_high, static_cast<double>(value));
}

double DriftPlot::xOfStep(double step) const
{
    return m_area.left() + (step - m_firstStep) / m_stepCount * m_area.width();
}

double DriftPlot::xOf(const DriftPoint& point) const
{
    return xOfStep((static_cast<double>(point.firstStep) + point.lastStep + 1) / 2);
}

double DriftPlot::yOf(double slowdown) const
{
    return m_area.top() + (m_high - slowdown) / (m_high - m_low) * m_area.height();
}

bool DriftPlot::breaksAfter(std::size_t point) const
{
    const auto& points = m_job->driftCurve;
    return point + 1 < points.size() && points[point + 1]->firstStep > points[point]->lastStep + 1;
}

std::vector<DriftPlot::Hole> DriftPlot::holes() const
{
    std::vector<Hole> holes;
    if (isEmpty())
        return holes;
    for (std::size_t at = 0; at + 1 < m_job->driftCurve.size(); ++at) {
        if (breaksAfter(at))
            holes.push_back({xOfStep(static_cast<double>(m_job->driftCurve[at]->lastStep) + 1),
                             xOfStep(m_job->driftCurve[at + 1]->firstStep)});
    }
    return holes;
}

std::vector<QPolygonF> DriftPlot::curveOf(std::uint32_t lane) const
{
    std::vector<QPolygonF> pieces(1);
    if (isEmpty())
        return pieces;
    const auto& points = m_job->driftCurve;
    for (std::size_t at = 0; at < points.size(); ++at) {
        const DriftPoint& point = *points[at];
        const bool isKnown = lane < point.slowdown.size() && !std::isnan(point.slowdown[lane]);
        if (isKnown)
            pieces.back() << QPointF(xOf(point), yOf(static_cast<double>(point.slowdown[lane])));
        if ((!isKnown || breaksAfter(at)) && !pieces.back().isEmpty())
            pieces.emplace_back();
    }
    return pieces;
}

QPolygonF DriftPlot::lineOf(std::uint32_t lane) const
{
    if (isEmpty() || lane >= m_job->drifts.size())
        return {};
    const DriftEstimate& drift = m_job->drifts[lane];
    const double back = std::min(drift.steps, m_stepCount);
    if (drift.isJump || !(back > 0))
        return {};
    const double newest = m_firstStep + m_stepCount;
    return {{QPointF(xOfStep(newest - back), yOf(drift.now - drift.perThousandSteps / 1000 * back)),
             QPointF(xOfStep(newest), yOf(drift.now))}};
}

std::optional<std::size_t> DriftPlot::pointAt(double x) const
{
    if (isEmpty() || x < m_area.left() || x > m_area.right())
        return std::nullopt;
    const double step = m_firstStep + (x - m_area.left()) / m_area.width() * m_stepCount;
    const auto& points = m_job->driftCurve;
    const auto found = std::ranges::lower_bound(
        points, step, {}, [](const auto& point) { return static_cast<double>(point->lastStep) + 1; });
    return found != points.end() ? static_cast<std::size_t>(found - points.begin()) : points.size() - 1;
}

std::vector<double> DriftPlot::marks() const
{
    const double max = std::max(2.0, m_area.height() / minMarkDistance);
    double distance = std::pow(10, std::floor(std::log10((m_high - m_low) / max)));
    for (const double factor : {2.0, 2.5, 2.0, 2.0}) { // 1, 2, 5, 10, 20
        if ((m_high - m_low) / distance <= max)
            break;
        distance *= factor;
    }
    std::vector<double> marks;
    const double first = std::ceil((m_low - 1) / distance);
    for (double at = first; 1 + at * distance <= m_high; ++at)
        marks.push_back(1 + at * distance);
    return marks;
}

DriftCanvas::DriftCanvas(ViewContext context, QWidget* parent)
    : JobCanvas(context, tr("Drift: compute time relative to peers, by step"), parent)
{
    // The axis must include selected ranks.
    connect(&context.selection, &Selection::selectedChanged, this, [this] { m_picture = {}; });
}

void DriftCanvas::rebuild()
{
    const auto job = jobWanted();
    // Replaces the old picture only when the new one is complete.
    const auto drifting = job ? driftingLanes(*job) : std::vector<std::uint32_t>();
    if (job) {
        auto ascending = drifting;
        std::ranges::sort(ascending);
        m_bands.leaveOut(std::move(ascending));
        if (!m_bands.work(job->driftCurve))
            return m_work.start(0, this);
    }
    m_work.stop();
    m_isOld = false;
    m_job = job;
    m_drifting = drifting;
    m_picture = {};
    setAccessibleDescription(sentence());
    update();
    Q_EMIT shownChanged();
}

void DriftCanvas::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_work.timerId())
        rebuild();
    else
        JobCanvas::timerEvent(event);
}

QString DriftCanvas::sentence() const
{
    return m_job ? driftSentence(*m_job, m_drifting.empty() ? QString() : nameOf(m_drifting.front())) : QString();
}

QString DriftCanvas::nameOf(std::uint32_t lane) const
{
    return nameOfLane(m_context.cluster.store(), *m_job, lane);
}

std::optional<std::uint32_t> DriftCanvas::laneOf(EntityRef entity) const
{
    if (!m_job || !entity.isValid())
        return std::nullopt;
    for (std::uint32_t lane = 0; lane < m_job->lanes.size(); ++lane) {
        if (entityOf(lane) == entity)
            return lane;
    }
    return std::nullopt;
}

/// Lanes that are drawn as labelled lines: those that drift most, and selected ones.
std::vector<std::uint32_t> DriftCanvas::marked() const
{
    std::vector<std::uint32_t> lanes(
        m_drifting.begin(), m_drifting.begin() + static_cast<std::ptrdiff_t>(std::min(maxLines, m_drifting.size())));
    if (const auto selected = laneOf(m_context.selection.current()); selected && !std::ranges::count(lanes, *selected))
        lanes.push_back(*selected);
    return lanes;
}

int DriftCanvas::labelWidth() const
{
    const QFontMetrics words(smallTextFont());
    const QFontMetrics figures(smallFigureFont());
    int widest = 0;
    for (const std::uint32_t lane : marked())
        widest = std::max(widest, words.horizontalAdvance(nameOf(lane)));
    const int wanted = widest + 4 * canvasPad + figures.horizontalAdvance(QStringLiteral("+88.8 %")) + canvasPad;
    return widest > 0 ? std::min(wanted, static_cast<int>(width() * widestLabels)) : 0;
}

QRectF DriftCanvas::area() const
{
    const QFontMetrics metrics(smallTextFont());
    const int left = QFontMetrics(smallFigureFont()).horizontalAdvance(QStringLiteral("+88.8 %")) + 2 * canvasPad;
    const int top = metrics.height() + 4;
    return {static_cast<double>(left), static_cast<double>(top),
            static_cast<double>(std::max(1, width() - left - labelWidth() - canvasPad)),
            static_cast<double>(std::max(1, height() - top - metrics.height() - 6))};
}

void DriftCanvas::paintPicture()
{
    m_plot = DriftPlot(m_job, m_bands, marked(), area());
    m_wasDark = m_context.theme.isDark();
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    ++m_builds;
    const Palette& palette = m_context.theme.palette();
    QPainter painter(&m_picture);
    painter.fillRect(rect(), toColor(palette.panel));
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(m_plot.area());
    paintBands(painter);
    for (std::size_t at = std::min(maxLines, m_drifting.size()); at-- > 0;) {
        const std::uint32_t lane = m_drifting[at];
        paintCurve(painter, lane, palette.warning, at == 0 ? 2 : 1.25);
        painter.setPen(QPen(toColor(palette.text), 1, Qt::DashLine));
        painter.drawPolyline(m_plot.lineOf(lane));
    }
}

void DriftCanvas::paintOn(QPainter& painter)
{
    if (!m_job || m_job->driftCurve.empty())
        return paintEmpty(painter);
    const Palette& palette = m_context.theme.palette();
    if (m_picture.isNull() || m_wasDark != m_context.theme.isDark() || m_plot.area() != area())
        paintPicture();
    painter.drawPixmap(0, 0, m_picture);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(m_plot.area());
    if (const auto selected = laneOf(m_context.selection.current()))
        paintCurve(painter, *selected, palette.accent, 2);
    if (const auto hovered = laneOf(m_context.selection.hovered()))
        paintCurve(painter, *hovered, palette.hover, 2);
    painter.setClipping(false);
    paintLabels(painter);
    painter.restore();
}

void DriftCanvas::resizeEvent(QResizeEvent* event)
{
    m_picture = {};
    JobCanvas::resizeEvent(event);
}

void DriftCanvas::hideEvent(QHideEvent* event)
{
    m_work.stop();
    JobCanvas::hideEvent(event);
}

void DriftCanvas::paintAxes(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const QRectF plot = m_plot.area();
    painter.setFont(smallFigureFont());
    const int line = painter.fontMetrics().height();
    for (const double mark : m_plot.marks()) {
        const double y = std::round(m_plot.yOf(mark));
        const bool isLikePeers = std::abs(mark - 1) < 1e-9;
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), toColor(palette.line, isLikePeers ? 255 : 120));
        painter.setPen(toColor(isLikePeers ? palette.text : palette.dimText));
        painter.drawText(QRectF(0, y - line / 2.0, plot.left() - canvasPad, line), Qt::AlignRight | Qt::AlignVCenter,
                         slowerText(mark));
    }
    for (const DriftPlot::Hole& hole : m_plot.holes())
        painter.fillRect(QRectF(hole.from, plot.top(), std::max(hole.to - hole.from, 1.0), plot.height()),
                         noDataBrush(palette));
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(QRectF(canvasPad, 2, width() - 2 * canvasPad, line), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(
                         tr("Compute time relative to peers; bands: middle 50 % and 90 % of the other ranks"),
                         Qt::ElideRight, static_cast<int>(plot.right()) - canvasPad));
    if (labelWidth() > 0)
        painter.drawText(QRectF(plot.right() + canvasPad, 2, width() - plot.right() - 2 * canvasPad, line),
                         Qt::AlignRight | Qt::AlignVCenter, tr("per 1 000 steps"));
    const QRectF below(plot.left(), plot.bottom() + 3, plot.width(), line);
    const auto stepText = [](std::uint32_t step) {
        return tr("step %1").arg(toQString(formatNumber(static_cast<double>(step))));
    };
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop, stepText(m_job->driftCurve.front()->firstStep));
    painter.drawText(below, Qt::AlignRight | Qt::AlignTop, stepText(m_job->driftCurve.back()->lastStep));
}

void DriftCanvas::paintBands(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const auto& points = m_job->driftCurve;
    const auto paintPiece = [&](std::size_t from, std::size_t to) {
        const auto band = [&](float DriftBand::*low, float DriftBand::*high, double share) {
            QPolygonF outline;
            for (std::size_t at = from; at < to; ++at)
                outline << QPointF(m_plot.xOf(*points[at]),
                                   m_plot.yOf(static_cast<double>(m_bands.of(points[at])->*high)));
            for (std::size_t at = to; at-- > from;)
                outline << QPointF(m_plot.xOf(*points[at]),
                                   m_plot.yOf(static_cast<double>(m_bands.of(points[at])->*low)));
            painter.setPen(Qt::NoPen);
            painter.setBrush(toColor(mixed(palette.panel, palette.dimText, share)));
            painter.drawPolygon(outline);
        };
        band(&DriftBand::low, &DriftBand::high, 0.22);
        band(&DriftBand::quarter, &DriftBand::threeQuarters, 0.42);
        QPolygonF middle;
        for (std::size_t at = from; at < to; ++at)
            middle << QPointF(m_plot.xOf(*points[at]), m_plot.yOf(static_cast<double>(m_bands.of(points[at])->middle)));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(toColor(palette.dimText), 1));
        painter.drawPolyline(middle);
    };
    std::size_t from = 0;
    for (std::size_t at = 0; at < points.size(); ++at) {
        const DriftBand* band = m_bands.of(points[at]);
        const bool isKnown = band != nullptr && !std::isnan(band->middle);
        if (isKnown && !m_plot.breaksAfter(at) && at + 1 < points.size())
            continue;
        if (const std::size_t to = at + (isKnown ? 1 : 0); to > from)
            paintPiece(from, to);
        from = at + 1;
    }
}

void DriftCanvas::paintCurve(QPainter& painter, std::uint32_t lane, Rgb colour, double width) const
{
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& piece : m_plot.curveOf(lane)) {
        for (const auto& [ground, wide] :
             {std::pair(m_context.theme.palette().panel, width + 2), std::pair(colour, width)}) {
            painter.setPen(QPen(toColor(ground), wide));
            if (piece.size() == 1)
                painter.drawPoint(piece.front());
            else
                painter.drawPolyline(piece);
        }
    }
}

/// Labels at the right end of the curves, moved apart if they overlap, worst first.
void DriftCanvas::paintLabels(QPainter& painter) const
{
    struct Label
    {
        std::uint32_t lane;
        double y;
    };
    std::vector<Label> labels;
    for (const std::uint32_t lane : marked()) {
        double y = m_plot.area().center().y();
        for (const QPolygonF& piece : m_plot.curveOf(lane))
            y = piece.isEmpty() ? y : piece.back().y();
        labels.push_back({lane, y});
    }
    const double line = QFontMetricsF(smallTextFont()).height() + 1;
    const QRectF plot = m_plot.area();
    const auto max = static_cast<std::size_t>(std::max(1.0, plot.height() / line));
    labels.resize(std::min(labels.size(), max));
    std::ranges::sort(labels, {}, &Label::y);
    double min = plot.top();
    for (std::size_t at = 0; at < labels.size(); ++at) {
        const double rest = static_cast<double>(labels.size() - at) * line;
        labels[at].y = std::min(std::max(labels[at].y - line / 2, min), plot.bottom() - rest);
        min = labels[at].y + line;
    }
    const Palette& palette = m_context.theme.palette();
    const auto selected = laneOf(m_context.selection.current());
    for (const Label& label : labels) {
        const QRectF box(plot.right() + canvasPad, label.y, width() - plot.right() - 2 * canvasPad, line);
        const bool drifts = std::ranges::count(m_drifting, label.lane) > 0;
        const DriftEstimate drift = label.lane < m_job->drifts.size() ? m_job->drifts[label.lane] : DriftEstimate{};
        const QString slope = !(drift.steps > 0) ? QString()
            : drift.isJump                       ? tr("jump")
                                                 : signedText(drift.perThousandSteps, Unit::Ratio);
        painter.fillRect(QRectF(box.left(), box.top() + 2, 3, box.height() - 4),
                         toColor(selected == label.lane ? palette.accent
                                     : drifts           ? palette.warning
                                                        : palette.dimText));
        painter.setFont(smallFigureFont());
        painter.setPen(toColor(palette.text));
        const int wide = painter.fontMetrics().horizontalAdvance(slope);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, slope);
        painter.setFont(smallTextFont());
        const QRectF name = box.adjusted(canvasPad, 0, -wide - canvasPad, 0);
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(nameOf(label.lane), Qt::ElideRight,
                                                          static_cast<int>(std::max(0.0, name.width()))));
    }
}

/// Lines have priority over other ranks near the band.
std::optional<std::uint32_t> DriftCanvas::laneAt(QPoint point) const
{
    const auto at = m_plot.pointAt(point.x());
    if (!at || !m_plot.area().contains(point))
        return std::nullopt;
    const DriftPoint& shown = *m_job->driftCurve[*at];
    const auto distance = [&](std::uint32_t lane) {
        const float value = lane < shown.slowdown.size() ? shown.slowdown[lane] : NAN;
        return std::isnan(value) ? reach + 1 : std::abs(m_plot.yOf(static_cast<double>(value)) - point.y());
    };
    std::optional<std::uint32_t> nearest;
    double min = reach;
    const auto look = [&](std::uint32_t lane) {
        if (const double away = distance(lane); away < min) {
            min = away;
            nearest = lane;
        }
    };
    std::ranges::for_each(marked(), look);
    if (nearest)
        return nearest;
    const DriftBand* band = m_bands.of(m_job->driftCurve[*at]);
    for (std::uint32_t lane = 0; lane < shown.slowdown.size(); ++lane) {
        if (band != nullptr && (shown.slowdown[lane] > band->high || shown.slowdown[lane] < band->low))
            look(lane);
    }
    return nearest;
}

HoverText DriftCanvas::explain(QPoint point) const
{
    const auto at = m_plot.pointAt(point.x());
    if (!at || !m_plot.area().contains(point))
        return {};
    const DriftPoint& shown = *m_job->driftCurve[*at];
    const auto stepText = [](std::uint32_t step) {
        return toQString(formatNumber(static_cast<double>(step)));
    };
    const QString steps = shown.firstStep == shown.lastStep
        ? tr("step %1").arg(stepText(shown.firstStep))
        : tr("steps %1 to %2").arg(stepText(shown.firstStep), stepText(shown.lastStep));
    HoverText text;
    if (const auto lane = laneAt(point)) {
        const DriftEstimate drift = *lane < m_job->drifts.size() ? m_job->drifts[*lane] : DriftEstimate{};
        const QString name = nameOf(*lane);
        text.sentence = !(drift.steps > 0) ? tr("%1: too few steps to detect drift").arg(name)
            : drift.isJump                 ? tr("%1 changed abruptly").arg(name)
            : isDrift(drift)               ? tr("%1 is slowing down: %2").arg(name, slopeText(drift))
                                           : tr("%1: no drift (%2)").arg(name, slopeText(drift));
        if (drift.steps > 0 && !drift.isJump)
            text.facts.push_back({tr("Slope"), confidenceText(drift)});
        text.facts.push_back({tr("In %1").arg(steps), slowerText(static_cast<double>(shown.slowdown[*lane]))});
        if (drift.steps > 0)
            text.facts.push_back({tr("Now"), slowerText(drift.now)});
        const EntityRef entity = entityOf(*lane);
        if (m_context.cluster.store().topology()->contains(entity))
            text.facts.push_back({tr("Where"), toQString(m_context.cluster.store().topology()->path(entity))});
        return text;
    }
    const DriftBand* band = m_bands.of(m_job->driftCurve[*at]);
    if (band == nullptr || std::isnan(band->middle))
        return text;
    const auto range = [](float low, float high) {
        return tr("%1 to %2").arg(slowerText(static_cast<double>(low)), slowerText(static_cast<double>(high)));
    };
    text.sentence = tr("In %1, the compute time of the middle 50 % of ranks was %2 relative to their peers")
                        .arg(steps, range(band->quarter, band->threeQuarters));
    text.facts.push_back({tr("Middle 90 % of ranks"), range(band->low, band->high)});
    const auto isKnown = [](float value) {
        return !std::isnan(value);
    };
    const auto worst
        = std::ranges::max_element(shown.slowdown, {}, [&](float value) { return isKnown(value) ? value : -1.0F; });
    text.facts.push_back({tr("Slowest"),
                          tr("%1, %2").arg(nameOf(static_cast<std::uint32_t>(worst - shown.slowdown.begin())),
                                           slowerText(static_cast<double>(*worst)))});
    return text;
}

} // namespace lockstep

#include "moc_driftcanvas.cpp"
