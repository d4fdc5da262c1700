// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recordingsession.h"

#include "models/core/batch.h"
#include "models/view/timesteps.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration firstWindow = std::chrono::minutes(5);

StoreLimits limitsOf(Duration history, const OpenedRecording& opened)
{
    const Duration period = opened.columns.tickPeriod();
    return {period, history * std::max<std::int64_t>(1, period / std::chrono::seconds(1))};
}

std::vector<MetricDescriptor> metricsOf(const Recording& recording)
{
    std::vector<MetricDescriptor> metrics;
    for (std::uint32_t id = 0; id < recording.metrics().size(); ++id) {
        if (recording.metrics().descriptor(MetricId{id}).name != presenceMetric().name)
            metrics.push_back(recording.metrics().descriptor(MetricId{id}));
    }
    return metrics;
}

} // namespace

RecordingSession::RecordingSession(Duration history, OpenedRecording opened)
    : Session(limitsOf(history, opened), FramePump::Feed::File),
      m_path(opened.path),
      m_opened(std::make_unique<OpenedRecording>(std::move(opened))),
      m_past(m_cluster, m_time)
{
    m_analyses.rest();
    connect(&m_past, &SessionPast::nothingThere, this, &Session::nothingThere);
}

RecordingSession::~RecordingSession() = default;

void RecordingSession::begin()
{
    const std::unique_ptr<OpenedRecording> opened = std::move(m_opened);
    Recording& recording = opened->columns;
    for (const std::string& each : recording.problems())
        Q_EMIT problem(QString::fromStdString(each));
    m_cluster.setTopology(recording.topology());
    const TickRange ticks = recording.ticks();
    const std::vector<MetricDescriptor> metrics = metricsOf(recording);
    for (const BatchPtr& batch : opened->introductions)
        m_queue.push(batch);
    Result<Recording> steps = recording.again();
    if (Result<Recording> lookedBackAt = recording.again(); lookedBackAt.isOk())
        m_results.readFrom(std::move(lookedBackAt).value(), !RecordedPast::growing);
    m_past.useWhole(std::move(recording), std::move(opened->spans), std::move(steps));
    m_spanEvents = std::make_unique<SpanEventLoader>(std::move(opened->spanEvents), m_cluster, m_queue);
    m_spanEvents->setHold([this] { return m_past.columns()->waiting() > 0; });
    const auto follow = [this] {
        m_spanEvents->show(m_time.range(), m_time.cursor());
    };
    connect(&m_time, &TimeWindow::changed, m_spanEvents.get(), follow);
    connect(&m_time, &TimeWindow::cursorChanged, m_spanEvents.get(), follow);
    m_cluster.addToAlerts(opened->events);
    m_events = std::move(opened->events);
    m_cluster.declare(metrics);
    m_cluster.coldColumnsCame(ticks);
    showFirstMoment(ticks, opened->firstMoment);
    m_past.letWindowWait();
    m_pump.start();
    Q_EMIT shown();
}

void RecordingSession::showFirstMoment(TickRange ticks, TimePoint moment)
{
    const Duration period = m_cluster.store().tickPeriod();
    const TimeRange range{timeOfTick(ticks.from, period), timeOfTick(ticks.to, period)};
    m_time.setExtent(range);
    const Duration window = std::min(range.length(), firstWindow);
    const TimePoint from = std::clamp(moment - window / 5, range.from, range.to - window);
    m_time.setRange({from, from + window});
    m_time.setCursor(moment);
}

std::optional<TimePoint> RecordingSession::findEvent(EntityRef of, TimePoint from, int direction) const
{
    return nextEvent(m_events, *m_cluster.store().topology(), of, from, direction);
}

} // namespace lockstep
