// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/header/statusfooter.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/panels/header/headerfigures.h"
#include "widgets/panels/header/metricsummary.h"

#include <QPainter>
#include <QTimerEvent>

#include <chrono>

namespace lockstep {

namespace {

constexpr int footerRefreshMs = 1000;
constexpr int footerPad = 12;
constexpr int footerMarkSide = 10;

} // namespace

StatusFooter::StatusFooter(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Monitoring overhead"));
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize StatusFooter::sizeHint() const
{
    return {400, rowHeight(smallTextFont())};
}

void StatusFooter::setQueue(std::size_t waiting, std::uint64_t dropped)
{
    m_waiting = waiting;
    m_dropped = dropped;
}

void StatusFooter::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_framesBefore = m_context.frames.frames();
    m_before = FrameStats::Clock::now();
    refresh();
    m_timer.start(footerRefreshMs, Qt::VeryCoarseTimer, this);
}

void StatusFooter::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

void StatusFooter::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId())
        return QWidget::timerEvent(event);
    refresh();
}

QString StatusFooter::agentsText() const
{
    const HeaderMoment now{m_context.time.isFollowing(), m_context.time.cursor(), wallClockNow()};
    const ClusterStore& store = m_context.cluster.store();
    if (!store.metrics().find(metrics::agent::cpu).isValid())
        return {}; // nobody meant to report it, so nothing is missing
    const MetricSummary cpu = summarise(store, metrics::agent::cpu, now);
    if (!cpu.hasData() || cpu.isStale)
        return tr("agents: no data");
    return tr("agents: %1 of a core each, at most %2")
        .arg(quantityText(cpu.mean(), Unit::Ratio), quantityText(cpu.highest, Unit::Ratio));
}

void StatusFooter::refresh()
{
    const FrameStats& frames = m_context.frames;
    QStringList parts;
    if (!m_work.isEmpty())
        parts << m_work;
    if (const QString agents = agentsText(); !agents.isEmpty())
        parts << agents;
    if (m_waiting) {
        parts << tr("queue: %1 waiting, %2 dropped").arg(*m_waiting).arg(m_dropped);
    }
    const auto now = FrameStats::Clock::now();
    const double seconds = std::chrono::duration<double>(now - m_before).count();
    if (seconds > 0.5) {
        const double rate = static_cast<double>(frames.frames() - m_framesBefore) / seconds;
        parts << tr("%1 frames/s").arg(toQString(formatNumber(rate)));
        m_framesBefore = frames.frames();
        m_before = now;
    }
    const Percentiles work = frames.frameMilliseconds();
    const Percentiles latency = frames.sampleToPixelMilliseconds();
    if (work.p99 > 0)
        parts << tr("frame p99 %1").arg(quantityText(work.p99 / 1000, Unit::Seconds));
    if (latency.p99 > 0)
        parts << tr("sample to pixel p99 %1").arg(quantityText(latency.p99 / 1000, Unit::Seconds));
    const QString text = parts.join(QStringLiteral("   ·   "));
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleDescription(m_text);
    update();
}

void StatusFooter::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.window));
    painter.fillRect(0, 0, width(), 1, toColor(palette.line));
    QRect line = rect().adjusted(footerPad, 1, -footerPad, 0);
    if (m_dropped > 0) {
        drawSeverity(painter,
                     QRectF(line.left(), line.center().y() - footerMarkSide / 2.0 + 1, footerMarkSide, footerMarkSide),
                     Severity::Warning, palette);
        line.setLeft(line.left() + footerMarkSide + 6);
    }
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(line, Qt::AlignVCenter, painter.fontMetrics().elidedText(m_text, Qt::ElideRight, line.width()));
}

} // namespace lockstep

#include "moc_statusfooter.cpp"
