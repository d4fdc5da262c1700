// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/power/powercanvas.h"

#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "widgets/charts/chartlines.h"
#include "widgets/common/canvas/timeruler.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr int plotPad = 8;
constexpr double spectrumShare = 0.36; ///< of the width or height
constexpr double lowestSpectrumLines = 5.5; ///< with less room, only the power over time is shown
constexpr double wideFrom = 560; ///< pixels: both plots fit side by side
constexpr double headroomOfScale = 1.08;

int textLine()
{
    return QFontMetrics(smallTextFont()).height() + 2;
}

ValueAxis wattAxis(double highest, double height)
{
    return valueAxisFor(*findMetric(metrics::cluster::power), 0, highest, std::max(2, static_cast<int>(height / 40)));
}

QString wattText(double value)
{
    return quantityText(value, Unit::Watt);
}

} // namespace

PowerCanvas::PowerCanvas(ViewContext context, QWidget* parent)
    : Canvas(context, tr("Hall power over time, steps of jobs, and power spectrum"), parent)
{ }

void PowerCanvas::show(PowerReport report)
{
    m_report = std::move(report);
    setAccessibleDescription(limitOfSampling());
    update();
}

bool PowerCanvas::isWide() const
{
    return width() >= wideFrom;
}

QRectF PowerCanvas::timeArea() const
{
    const QRectF all = rect();
    if (isWide())
        return {0, 0, std::floor(all.width() * (1 - spectrumShare)), all.height()};
    const double below = std::floor(all.height() * spectrumShare);
    return {0, 0, all.width(), all.height() - (below < lowestSpectrumLines * textLine() ? 0 : below)};
}

QRectF PowerCanvas::spectrumArea() const
{
    const QRectF time = timeArea();
    return isWide() ? QRectF(time.right(), 0, width() - time.right(), height())
                    : QRectF(0, time.bottom(), width(), height() - time.bottom());
}

int PowerCanvas::labelWidth() const
{
    return QFontMetrics(smallFigureFont()).horizontalAdvance(wattText(888e3)) + 4;
}

QRectF PowerCanvas::timePlot() const
{
    const double beneath = (static_cast<double>(m_report.jobs.size()) + 0.5) * textLine(); // half of the lowest label
    return timeArea().adjusted(plotPad + labelWidth(), textLine(), -plotPad, -beneath);
}

QRectF PowerCanvas::stepRow(std::size_t job) const
{
    const QRectF plot = timePlot();
    return {plot.left(), plot.bottom() + (static_cast<double>(job) + 0.5) * textLine(), plot.width(),
            static_cast<double>(textLine())};
}

QRectF PowerCanvas::spectrumPlot() const
{
    // The title is above the highest label.
    return spectrumArea().adjusted(plotPad + labelWidth(), 1.5 * textLine(), -plotPad, -2.0 * textLine());
}

TimeAxis PowerCanvas::axis() const
{
    return {{timeOfTick(m_report.ticks.from, m_report.period), timeOfTick(m_report.ticks.to, m_report.period)},
            timePlot().width()};
}

double PowerCanvas::highestWatts() const
{
    double highest = m_report.hall.capacityWatts;
    for (const float each : m_report.watts)
        highest = std::isnan(each) ? highest : std::max(highest, static_cast<double>(each));
    return highest * headroomOfScale;
}

double PowerCanvas::highestHertz() const
{
    return m_report.secondsPerSample > 0 ? nyquistHertz(m_report.secondsPerSample) : 0.5;
}

double PowerCanvas::highestAmplitude() const
{
    double highest = m_report.limits.bandWatts;
    for (const double each : m_report.amplitudes)
        highest = std::max(highest, each);
    return std::max(highest * headroomOfScale, 1.0);
}

double PowerCanvas::xOfHertz(double hertz) const
{
    const QRectF plot = spectrumPlot();
    return plot.left() + (hertz - lowestSwingHertz) / (highestHertz() - lowestSwingHertz) * plot.width();
}

QString PowerCanvas::limitOfSampling() const
{
    if (m_report.secondsPerSample <= 0)
        return {};
    return tr("Measurable up to %1").arg(quantityText(highestHertz(), Unit::Hertz));
}

void PowerCanvas::paintOn(QPainter& painter)
{
    const Palette& palette = m_context.theme.palette();
    painter.fillRect(rect(), toColor(palette.panel));
    if (timePlot().height() > 24 && timePlot().width() > 40) {
        const QRectF plot = timePlot();
        drawTimeRuler(painter, QRect(static_cast<int>(plot.left()), 0, static_cast<int>(plot.width()), textLine()),
                      static_cast<int>(plot.bottom()), axis(), palette);
        paintScale(painter, plot, highestWatts());
        paintSeries(painter);
        paintSteps(painter);
    }
    if (spectrumPlot().height() > 24 && spectrumPlot().width() > 40)
        paintSpectrum(painter);
}

void PowerCanvas::paintScale(QPainter& painter, const QRectF& plot, double highest) const
{
    const Palette& palette = m_context.theme.palette();
    const ValueAxis scale = wattAxis(highest, plot.height());
    painter.setFont(smallFigureFont());
    for (const double mark : scale.marks) {
        const double y = plot.top() + scale.pixelOf(mark, plot.height());
        painter.fillRect(QRectF(plot.left(), std::round(y), plot.width(), 1), toColor(palette.line));
        painter.setPen(toColor(palette.dimText));
        painter.drawText(QRectF(0, y - textLine() / 2.0, plot.left() - 4, textLine()),
                         Qt::AlignRight | Qt::AlignVCenter, wattText(mark));
    }
}

void PowerCanvas::paintSeries(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const QRectF plot = timePlot();
    const ValueAxis scale = wattAxis(highestWatts(), plot.height());
    const TimeAxis along = axis();
    painter.save();
    painter.setClipRect(plot);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto draw = [&](const std::vector<float>& series, QColor colour, double width) {
        painter.setPen(QPen(colour, width));
        for (ChartStretch stretch : stretchesOf({series, m_report.ticks.from, m_report.period}, along)) {
            for (QPointF& point : stretch)
                point = {plot.left() + point.x(), plot.top() + scale.pixelOf(point.y(), plot.height())};
            painter.drawPolyline(stretch.constData(), static_cast<int>(stretch.size()));
        }
    };
    for (const JobPower& job : m_report.jobs)
        draw(job.watts, toColor(m_context.selection.isSelected(job.job) ? palette.accent : palette.compute), 1);
    draw(m_report.watts, toColor(palette.text), 1.5);
    if (m_report.hall.capacityWatts > 0) {
        const double y = plot.top() + scale.pixelOf(m_report.hall.capacityWatts, plot.height());
        painter.setPen(QPen(toColor(palette.warning), 1, Qt::DashLine));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    painter.restore();
}

/// One row for each job; neighbouring steps differ in shade.
void PowerCanvas::paintSteps(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const TimeAxis along = axis();
    painter.setFont(smallTextFont());
    for (std::size_t at = 0; at < m_report.jobs.size(); ++at) {
        const JobPower& job = m_report.jobs[at];
        const QRectF row = stepRow(at).adjusted(0, 2, 0, -2);
        painter.fillRect(row, noDataBrush(palette));
        const bool isSelected = m_context.selection.isSelected(job.job);
        const Rgb light = isSelected ? palette.accent : palette.compute;
        double drawnTo = row.left();
        for (std::size_t tick = 0; tick < job.steps.size();) {
            std::size_t end = tick + 1;
            while (end < job.steps.size() && job.steps[end] == job.steps[tick])
                ++end;
            const double right = row.left()
                + along.pixelOf(timeOfTick(m_report.ticks.from + static_cast<TickIndex>(end), m_report.period));
            if (!std::isnan(job.steps[tick]) && right >= drawnTo + 1) {
                const double left
                    = std::max(drawnTo,
                               row.left()
                                   + along.pixelOf(timeOfTick(m_report.ticks.from + static_cast<TickIndex>(tick),
                                                              m_report.period)));
                const bool isOdd = std::fmod(job.steps[tick], 2.0F) >= 1;
                painter.fillRect(QRectF(left, row.top(), right - left, row.height()),
                                 toColor(isOdd ? light : mixed(palette.panel, light, 0.45)));
                drawnTo = right;
            }
            tick = end;
        }
        painter.setPen(toColor(palette.dimText));
        painter.drawText(
            QRectF(0, row.top() - 2, row.left() - 4, row.height() + 4), Qt::AlignRight | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(toQString(job.name), Qt::ElideRight, static_cast<int>(row.left()) - 6));
    }
}

void PowerCanvas::paintSpectrum(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    const QRectF plot = spectrumPlot();
    const double highest = highestAmplitude();
    const int line = textLine();
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    const double left = spectrumArea().left() + plotPad;
    const QRectF title(left, spectrumArea().top(), plot.right() - left, line);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(tr("Power swings in the last minute"), Qt::ElideRight,
                                                      static_cast<int>(title.width())));
    const QRectF note(left, plot.bottom() + line, plot.right() - left, line);
    painter.drawText(
        note, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(limitOfSampling(), Qt::ElideRight, static_cast<int>(note.width())));
    if (m_report.amplitudes.empty()) {
        painter.fillRect(plot, noDataBrush(palette));
        painter.drawText(plot, Qt::AlignCenter | Qt::TextWordWrap,
                         m_report.secondsPerSample >= 5
                             ? tr("The sampling interval is too long for swings of 0.1 Hz and above")
                             : tr("Too few samples in the last minute"));
        return;
    }
    paintScale(painter, plot, highest);
    const ValueAxis scale = wattAxis(highest, plot.height());
    painter.setFont(smallFigureFont());
    double labelledTo = plot.left();
    for (const double mark : {lowestSwingHertz, highestHertz() / 2, highestHertz()}) {
        const QString label = quantityText(mark, Unit::Hertz);
        const double wide = painter.fontMetrics().horizontalAdvance(label) + 4;
        const double at = std::clamp(xOfHertz(mark) - wide / 2, plot.left(), plot.right() - wide);
        if (at < labelledTo)
            continue;
        painter.drawText(QRectF(at, plot.bottom(), wide, line), Qt::AlignCenter, label);
        labelledTo = at + wide;
    }
    painter.save();
    painter.setClipRect(plot.adjusted(-1, -1, 1, 1));
    painter.setPen(QPen(toColor(palette.compute), 1));
    double drawn = -1;
    QPolygonF curve;
    for (std::size_t at = 0; at < m_report.hertz.size(); ++at) {
        const double x = std::floor(xOfHertz(m_report.hertz[at]));
        const double y = plot.top() + scale.pixelOf(m_report.amplitudes[at], plot.height());
        if (x == drawn && !curve.isEmpty()) {
            curve.back().setY(std::min(curve.back().y(), y)); // the strongest of a pixel
            continue;
        }
        drawn = x;
        curve << QPointF(x, y);
    }
    QPolygonF area = curve;
    area << QPointF(curve.back().x(), plot.bottom()) << QPointF(curve.front().x(), plot.bottom());
    painter.setPen(Qt::NoPen);
    painter.setBrush(toColor(mixed(palette.panel, palette.compute, 0.5)));
    painter.drawPolygon(area);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(toColor(palette.text), 1.5));
    painter.drawPolyline(curve);
    painter.restore();
    if (m_report.limits.bandWatts > 0) {
        const double y = plot.top() + scale.pixelOf(m_report.limits.bandWatts, plot.height());
        const double from = std::clamp(xOfHertz(m_report.limits.bandFromHertz), plot.left(), plot.right());
        const double to = std::clamp(xOfHertz(m_report.limits.bandToHertz), plot.left(), plot.right());
        painter.setPen(QPen(toColor(palette.warning), 1.5, Qt::DashLine));
        painter.drawLine(QPointF(from, y), QPointF(to, y));
        const double top = y - line < plot.top() ? y : y - line; // the heading is above
        painter.drawText(QRectF(from + 4, top, to - from - 4, line), Qt::AlignLeft | Qt::AlignVCenter, tr("limit"));
    }
}

HoverText PowerCanvas::explain(QPointF point) const
{
    if (timePlot().contains(point)) {
        const auto tick = tickIndexOf(axis().timeAt(point.x() - timePlot().left()), m_report.period);
        const auto at = static_cast<std::size_t>(std::max<TickIndex>(0, tick - m_report.ticks.from));
        const auto valueOf = [at](const std::vector<float>& series) {
            return wattText(at < series.size() ? static_cast<double>(series[at]) : static_cast<double>(noData));
        };
        HoverText text{
            tr("Hall power at %1").arg(toQString(formatTime(timeOfTick(tick, m_report.period), m_report.period))),
            {{tr("hall"), valueOf(m_report.watts)}}};
        for (const JobPower& job : m_report.jobs)
            text.facts.push_back({toQString(job.name), valueOf(job.watts)});
        return text;
    }
    if (spectrumPlot().contains(point) && !m_report.amplitudes.empty()) {
        const QRectF plot = spectrumPlot();
        const double hertz
            = lowestSwingHertz + (point.x() - plot.left()) / plot.width() * (highestHertz() - lowestSwingHertz);
        const auto after = std::ranges::lower_bound(m_report.hertz, hertz);
        const auto at = std::min<std::size_t>(static_cast<std::size_t>(after - m_report.hertz.begin()),
                                              m_report.hertz.size() - 1);
        return {tr("Amplitude of swings at this frequency in the last minute: half of the difference between peak and "
                   "trough"),
                {{quantityText(m_report.hertz[at], Unit::Hertz), wattText(m_report.amplitudes[at])}}};
    }
    return {};
}

void PowerCanvas::hover(QPointF point)
{
    m_tip->showAt(point.toPoint(), explain(point));
}

void PowerCanvas::click(QPointF point, Qt::KeyboardModifiers)
{
    for (std::size_t at = 0; at < m_report.jobs.size(); ++at) {
        if (QRectF(QPointF(0, stepRow(at).top()), stepRow(at).bottomRight()).contains(point))
            m_context.selection.select(m_report.jobs[at].job);
    }
}

} // namespace lockstep

#include "moc_powercanvas.cpp"
