// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recordingsession.h"

#include "app/analysis/recordedanalysis.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timesteps.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration firstWindow = std::chrono::minutes(5);
/// Memory limit for results, and their approximate number per entity.
constexpr std::size_t resultBytes = std::size_t{512} << 20U;
constexpr std::size_t resultsAnEntity = 12;

StoreLimits limitsOf(Duration history, const OpenedRecording& opened)
{
    const Duration period = opened.columns.tickPeriod();
    return {.tickPeriod = period,
            .history = history * std::max<std::int64_t>(1, period / std::chrono::seconds(1)),
            .feed = Feed::File};
}

std::vector<MetricDescriptor> metricsOf(const Recording& recording)
{
    std::vector<MetricDescriptor> metrics;
    for (std::uint32_t id = 0; id < recording.metrics().size(); ++id) {
        if (!describesSamples(recording.metrics().descriptor(MetricId{id}).name))
            metrics.push_back(recording.metrics().descriptor(MetricId{id}));
    }
    return metrics;
}

} // namespace

RecordingSession::RecordingSession(Duration history, OpenedRecording opened)
    : Session(limitsOf(history, opened), {}), // results are in the recording
      m_path(opened.path),
      m_opened(std::make_unique<OpenedRecording>(std::move(opened))),
      m_past(cluster(), m_time)
{
    connect(&m_past, &SessionPast::cannotStep, this, &Session::cannotStep);
}

RecordingSession::~RecordingSession() = default;

void RecordingSession::begin()
{
    const std::unique_ptr<OpenedRecording> opened = std::move(m_opened);
    Recording& recording = opened->columns;
    for (const std::string& each : recording.problems())
        Q_EMIT problem(QString::fromStdString(each));
    cluster().setTopology(opened->topology);
    const TickRange ticks = recording.ticksWithTiers();
    const std::vector<MetricDescriptor> metrics = metricsOf(recording);
    Result<Recording> steps = recording.again();
    if (Result<Recording> lookedBackAt = recording.again(); lookedBackAt.isOk())
        m_results.readFrom(std::move(lookedBackAt).value(), !RecordedPast::growing);
    Result<Recording> analysed = recording.again();
    m_past.useWhole(std::move(recording), std::move(opened->spans), std::move(steps));
    cluster().declare(metrics);
    if (const auto& until = opened->facts.eventsUntil)
        Q_EMIT note(tr("This recording has too many events to list. Events after %1 are not shown.")
                        .arg(QString::fromStdString(formatDateTime(*until))));
    if (const auto& since = opened->facts.eventsSince)
        Q_EMIT note(tr("This recording has too many events to list. Events before %1 are not shown.")
                        .arg(QString::fromStdString(formatDateTime(*since))));
    cluster().ingestRecorded(std::move(opened->facts));
    cluster().coldColumnsCame(ticks);
    showFirstMoment(ticks, opened->firstMoment);
    m_past.deferMovesUntilLoaded();
    m_pump.start();
    Q_EMIT shown();
    if (analysed.isOk())
        findMissingResults(std::move(analysed).value());
}

void RecordingSession::findMissingResults(Recording recording)
{
    MissingResults missing = missingResults(recording);
    if (missing.isEmpty())
        return;
    std::size_t entities = 0;
    for (std::uint32_t kind = 0; kind < entityKindCount; ++kind)
        entities += recording.topology()->count(static_cast<EntityKind>(kind));
    const std::size_t bytesATick = resultsAnEntity * sizeof(float) * std::max<std::size_t>(entities, 64);
    const auto kept = static_cast<TickIndex>(resultBytes / bytesATick);
    m_found = std::make_unique<ResultColumns>(recording.ticks(), kept);
    if (kept < recording.ticks().length())
        Q_EMIT note(tr("Maps and charts show analysis results for the first %1 of this recording only. The rest does "
                       "not fit into %2 MB of memory.")
                        .arg(QString::fromStdString(formatDuration(kept * recording.tickPeriod())))
                        .arg(resultBytes / 1'000'000));
    m_past.setResults(m_found.get());
    takeResults({}, 0);
    m_analysing.ask([this, missing = std::move(missing),
                     shared = std::make_shared<Recording>(std::move(recording))](const std::stop_token& stop) {
        shared->stopWith(stop);
        analyseRecording(*shared, missing, stop, [this](Derived found, double share) {
            QMetaObject::invokeMethod(
                this, [this, found = std::move(found), share] { takeResults(found, share); }, Qt::QueuedConnection);
        });
        QMetaObject::invokeMethod(
            this, [this] { Q_EMIT working(QString()); }, Qt::QueuedConnection);
    });
}

void RecordingSession::takeResults(const Derived& found, double share)
{
    std::vector<MetricDescriptor> metrics;
    for (const DerivedColumn& column : found.columns) {
        if (!cluster().store().metrics().find(column.metric.name).isValid())
            metrics.push_back(column.metric);
    }
    cluster().declare(metrics);
    cluster().coldColumnsCame(m_found->take(found.columns, cluster().store().metrics()));
    if (!found.events.empty())
        cluster().applyDerived({{}, found.events});
    Q_EMIT working(tr("Analysing this recording: %1 % done").arg(static_cast<int>(100 * share)));
}

void RecordingSession::showFirstMoment(TickRange ticks, TimePoint moment)
{
    const Duration period = cluster().store().tickPeriod();
    const TimeRange range{timeOfTick(ticks.from, period), timeOfTick(ticks.to, period)};
    m_time.setExtent(range);
    const Duration window = std::min(range.length(), firstWindow);
    const TimePoint from = std::clamp(moment - window / 5, range.from, range.to - window);
    m_time.setRange({from, from + window});
    m_time.setCursor(moment);
}

std::optional<TimePoint> RecordingSession::findEvent(EntityRef of, TimePoint from, int direction) const
{
    return nextEvent(cluster().store().recordedEvents(), *cluster().store().topology(), of, from, direction);
}

} // namespace lockstep

#include "moc_recordingsession.cpp"
