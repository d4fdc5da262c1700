// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/historycontroller.h"

#include "models/core/batch.h"
#include "models/store/clustermodel.h"
#include "models/view/timesteps.h"
#include "models/view/timewindow.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration firstWindow = std::chrono::minutes(5);

} // namespace

HistoryController::HistoryController(ClusterModel& cluster, TimeWindow& time, BatchQueue& queue)
    : m_cluster(cluster), m_time(time), m_queue(queue), m_player(time)
{
    m_player.setTick(m_cluster.store().tickPeriod());
    m_watch.setInterval(std::chrono::seconds(1));
    connect(&m_watch, &QTimer::timeout, this, &HistoryController::watchRecorder);
    connect(&m_time, &TimeWindow::changed, this, &HistoryController::followWindow);
    connect(&m_time, &TimeWindow::cursorChanged, this, &HistoryController::followWindow);
}

HistoryController::~HistoryController()
{
    leavePast();
}

void HistoryController::usePast(std::unique_ptr<RecordedPast> past)
{
    m_past = std::move(past);
    m_cluster.setColdColumns(m_past.get(),
                             m_isReplay ? ClusterStore::Source::ColdAlone : ClusterStore::Source::LiveAndCold);
    connect(m_past.get(), &RecordedPast::came, this, &HistoryController::judgeNodes);
}

void HistoryController::leavePast()
{
    m_cluster.setColdColumns(nullptr);
    m_spanEvents.reset();
    m_recordedSpans.reset();
    m_spanStepper.reset();
    m_past.reset();
    m_time.setPreparation(nullptr);
}

/// It goes to another place once that is at hand, so that what is shown changes from one whole picture to the next.
void HistoryController::letWindowWait()
{
    m_time.setPreparation([this](const TimeWindow::Place& place) { return m_past->prepare(place); });
    connect(m_past.get(), &RecordedPast::prepared, &m_time, &TimeWindow::arrive);
}

void HistoryController::startRecording(const QString& folder)
{
    RecorderOptions options;
    options.folder = folder.toStdString();
    options.tickPeriod = m_cluster.store().tickPeriod();
    Result<std::unique_ptr<Recorder>> started = Recorder::start(options, m_cluster.store().topology());
    if (!started.isOk()) {
        Q_EMIT problem(QString::fromStdString(started.error().message));
        return;
    }
    m_recorder = std::move(started).value();
    m_path = folder;
    usePast(std::make_unique<RecordedPast>(Recording::growing(options.folder), RecordedPast::growing, m_cluster));
    letWindowWait();
    m_recordedSpans = std::make_unique<RecordedSpans>(Recording::growing(options.folder), RecordedPast::growing,
                                                      m_cluster, m_pastSpans);
    stepThrough(Recording::growing(options.folder), RecordedPast::growing);
    m_watch.start();
}

void HistoryController::stepThrough(Result<Recording> recording, bool isGrowing)
{
    if (!recording.isOk())
        return;
    m_spanStepper
        = std::make_unique<SpanStepper>(std::move(recording).value(), isGrowing, m_cluster, m_pastSpans, m_time);
    connect(m_spanStepper.get(), &SpanStepper::foundNone, this, [this](int direction) {
        Q_EMIT nothingThere(direction > 0 ? tr("No later span of what is selected")
                                          : tr("No earlier span of what is selected"));
    });
}

void HistoryController::stepBySpan(EntityRef of, int direction)
{
    if (m_spanStepper)
        return m_spanStepper->step(of, direction);
    if (const auto next = nextSpanStart(m_cluster.store(), of, m_time.target().cursor, direction))
        m_time.setCursor(*next);
    else
        Q_EMIT nothingThere(direction > 0 ? tr("No later span of what is selected is in memory")
                                          : tr("No earlier span of what is selected is in memory"));
}

void HistoryController::stepByEvent(EntityRef of, int direction)
{
    const TimePoint from = m_time.target().cursor;
    const ClusterStore& store = m_cluster.store();
    const auto next = m_isReplay ? nextEvent(m_recordedEvents, *store.topology(), of, from, direction)
                                 : nextEvent(store, of, from, direction);
    if (next)
        m_time.setCursor(*next);
    else
        Q_EMIT nothingThere(direction > 0 ? tr("No later event of what is selected")
                                          : tr("No earlier event of what is selected"));
}

/// Said once when it begins and once when it is over; the window's list of notes counts the rest.
void HistoryController::watchRecorder()
{
    const RecorderStatus status = m_recorder->status();
    if (status.whyKept != std::exchange(m_toldKept, status.whyKept) && !status.whyKept.empty())
        Q_EMIT problem(QString::fromStdString(status.whyKept));
    if (status.problem == m_toldProblem)
        return;
    m_toldProblem = status.problem;
    Q_EMIT problem(m_toldProblem.empty()
                       ? tr("Recording again into %1").arg(QString::fromStdString(m_recorder->folder()))
                       : QString::fromStdString(m_toldProblem));
}

Status HistoryController::canShow(const OpenedRecording& opened) const
{
    if (opened.columns.tickPeriod() != m_cluster.store().tickPeriod())
        return Error{"This recording has another tick than what is shown"};
    return success();
}

void HistoryController::show(OpenedRecording opened)
{
    Recording& recording = opened.columns;
    for (const std::string& each : recording.problems())
        Q_EMIT problem(QString::fromStdString(each));
    m_isReplay = true;
    m_path = opened.path;
    m_watch.stop();
    leavePast();
    m_recorder.reset();
    m_player.setJoinsLive(false);

    m_cluster.setTopology(recording.topology());
    const TickRange ticks = recording.ticks();
    const TimeRange range{timeOfTick(ticks.from, recording.tickPeriod()), timeOfTick(ticks.to, recording.tickPeriod())};
    std::vector<MetricDescriptor> metrics;
    for (std::uint32_t id = 0; id < recording.metrics().size(); ++id)
        if (recording.metrics().descriptor(MetricId{id}).name != presenceMetric().name)
            metrics.push_back(recording.metrics().descriptor(MetricId{id}));
    Result<Recording> stepped = recording.again();
    for (const BatchPtr& batch : opened.introductions)
        m_queue.push(batch);
    usePast(std::make_unique<RecordedPast>(std::move(recording), !RecordedPast::growing, m_cluster));
    m_spanEvents = std::make_unique<SpanEventLoader>(std::move(opened.spanEvents), m_cluster, m_queue);
    m_recordedSpans
        = std::make_unique<RecordedSpans>(std::move(opened.spans), !RecordedPast::growing, m_cluster, m_pastSpans);
    // In a replay spans and events come nearest to the cursor first; what they leave out is read after them.
    m_recordedSpans->setHold([this] { return m_spanEvents->isFetching(); });
    m_spanEvents->setHold([this] { return m_past->waiting() > 0; });
    m_cluster.addToAlerts(opened.events);
    m_recordedEvents = std::move(opened.events);
    stepThrough(std::move(stepped), !RecordedPast::growing);
    m_cluster.declare(metrics);
    m_cluster.coldColumnsCame(ticks);
    m_time.setExtent(range);
    const Duration window = std::min(range.length(), firstWindow);
    const TimePoint from = std::clamp(opened.firstMoment - window / 5, range.from, range.to - window);
    m_time.setRange({from, from + window});
    m_time.setCursor(opened.firstMoment);
    letWindowWait();
    Q_EMIT replayOpened();
}

void HistoryController::followWindow()
{
    if (m_isReplay && !m_spanEvents)
        return; // it is being opened
    if (m_past)
        m_past->arrive({m_time.range(), m_time.cursor(), m_time.isFollowing()});
    if (m_isReplay)
        m_spanEvents->show(m_time.range(), m_time.cursor());
    if (m_recordedSpans)
        m_recordedSpans->show(m_time.range(), m_time.cursor(), m_time.isFollowing());
    judgeNodes();
    if (m_past)
        m_past->tell();
    else
        m_cluster.announce();
}

/// Who was silent at the moment that is shown. Views are told of that with the columns of that moment.
void HistoryController::judgeNodes()
{
    if (m_isReplay)
        m_cluster.ingest({}, now());
    else
        m_cluster.setViewTime(m_time.isFollowing() ? std::nullopt : std::optional(m_time.cursor()));
}

void HistoryController::record(std::span<const BatchPtr> batches)
{
    if (m_recorder)
        m_recorder->record(batches);
}

void HistoryController::recordDerived(const Derived& derived)
{
    if (m_recorder)
        m_recorder->record(derived);
}

void HistoryController::beginAnew(const TopologyPtr& topology)
{
    if (m_recorder)
        m_recorder->beginAnew(topology);
}

TimePoint HistoryController::now() const
{
    return m_isReplay ? m_time.cursor() : wallClockNow();
}

} // namespace lockstep
