// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/sessionpast.h"

#include "app/session/past/readers/columnreader.h"
#include "app/session/past/readers/enginereader.h"
#include "models/core/topology/topologymatch.h"
#include "models/store/clustermodel.h"
#include "models/view/time/timesteps.h"
#include "models/view/time/timewindow.h"

#include <QThreadPool>
#include <deque>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

constexpr int spansNiceness = 5; // after columns and alerts, which need much less time
/// A request is read in parts and can be cancelled between them. Each part has about this many spans, estimated from
/// their density.
constexpr double spansAPart = 100'000;
constexpr std::chrono::milliseconds quick{5}; ///< reads that take longer are delivered in parts
constexpr Duration firstPart = std::chrono::seconds(1);
constexpr Duration shortestPart = std::chrono::milliseconds(250);
constexpr std::int64_t fewestParts = 32; ///< parts of a long range: it may be dense in places

Duration lengthOfNext(Duration length, std::size_t spans, Duration whole)
{
    const double scale = std::min(spansAPart / std::max(1.0, static_cast<double>(spans)), 8.0);
    const Duration next(static_cast<std::int64_t>(static_cast<double>(length.count()) * scale));
    return std::clamp<Duration>(next, shortestPart, std::max<Duration>(whole / fewestParts, firstPart));
}

/// Maps recorded spans to the entities of another topology, and their names to another table.
class Placement
{
public:
    Placement(const Recording& recording, TopologyPtr to, SpanStore& spans)
        : m_from(recording.topology()), m_to(std::move(to)), m_spans(spans), m_names(recording.names().size())
    {
        for (std::uint32_t id = 0; id < m_names.size(); ++id)
            m_names[id] = spans.names().intern(recording.names().name(NameId{id}));
    }

    void add(const RecordedSpan& recorded)
    {
        const auto [known, isNew] = m_entities.try_emplace(recorded.entity);
        if (isNew)
            known->second = m_from == m_to ? recorded.entity : counterpart(*m_from, recorded.entity, *m_to);
        if (!known->second.isValid())
            return;
        m_spans.add(known->second, spanOf(recorded), m_names);
    }

private:
    TopologyPtr m_from;
    TopologyPtr m_to;
    SpanStore& m_spans;
    std::vector<NameId> m_names; ///< by the recording's
    std::unordered_map<EntityRef, EntityRef> m_entities;
};

struct Part
{
    TimeRange range;
    std::vector<RecordedSpan> spans;
};

/// @return null: cancelled
std::shared_ptr<const PastSpans> placed(const Recording& recording, const TopologyPtr& topology, TimeRange whole,
                                        std::deque<Part>& parts, const std::stop_token& stop)
{
    auto past = std::make_shared<PastSpans>(whole);
    Placement placement(recording, topology, past->spans());
    for (Part& part : parts) {
        if (stop.stop_requested())
            return nullptr;
        // Except in the first part, spans that begin before the part came with the previous one.
        const std::int64_t from
            = &part == &parts.front() ? std::numeric_limits<std::int64_t>::min() : nsOf(part.range.from);
        std::ranges::sort(part.spans, {}, &RecordedSpan::startNs);
        for (const RecordedSpan& span : part.spans) {
            if (span.startNs >= from)
                placement.add(span);
        }
    }
    past->seal();
    return past;
}

/// While the time keeps moving, spans are requested only after it has stood still for this long: columns come first.
constexpr std::chrono::milliseconds spansSettleInterval{60};
constexpr std::chrono::milliseconds withTheNextTurn{0};
/// Fraction of the window that is also read on both sides, for small pans.
constexpr double beyond = 0.5;

bool covers(TimeRange outer, TimeRange inner)
{
    return outer.from <= inner.from && outer.to >= inner.to;
}

} // namespace

PastSpansReader::PastSpansReader(Recording recording, bool isGrowing, Answer answer)
    : m_recording(std::move(recording)), m_isGrowing(isGrowing), m_answer(std::move(answer)), m_worker(spansNiceness)
{
    m_recording.stopWith(m_worker.endToken());
}

void PastSpansReader::fetch(Request request)
{
    m_worker.ask([this, request = std::move(request)](const std::stop_token& stop) { read(request, stop); });
}

void PastSpansReader::read(const Request& request, const std::stop_token& stop)
{
    // If opening fails, the next request tries again.
    const bool isOpen = (m_isGrowing || !m_recording.topology()) ? m_recording.refresh().isOk() : true;
    if (!isOpen || !m_recording.topology() || !request.topology || request.range.isEmpty())
        return m_answer(request.range, std::make_shared<PastSpans>(TimeRange{}), true);
    // A new request cancels this one, even within a part.
    m_recording.stopWith(stop);
    readOutwards(request, stop);
    m_recording.stopWith(m_worker.endToken());
}

/// Reads from the middle outwards, always as one contiguous range.
void PastSpansReader::readOutwards(const Request& request, const std::stop_token& stop)
{
    const auto answer = [&](TimeRange whole, std::deque<Part>& parts, bool isWhole) {
        if (auto past = placed(m_recording, request.topology, whole, parts, stop))
            m_answer(request.range, std::move(past), isWhole);
    };
    std::deque<Part> read;
    const auto began = std::chrono::steady_clock::now();
    bool hasAnswered = false;
    const TimePoint middle = std::clamp(request.middle, request.range.from, request.range.to);
    TimeRange whole{middle, middle};
    Duration length = firstPart;
    for (std::size_t count = 0; whole != request.range && count < maxSpans;) {
        const bool isAtEnd = whole.to == request.range.to;
        const bool goesLow = whole.from > request.range.from && (isAtEnd || middle - whole.from < whole.to - middle);
        const TimeRange part = goesLow ? TimeRange{std::max(whole.from - length, request.range.from), whole.from}
                                       : TimeRange{whole.to, std::min(whole.to + length, request.range.to)};
        std::vector<RecordedSpan> spans = m_recording.spans(part);
        if (stop.stop_requested())
            return; // superseded by another request
        count += spans.size();
        length = lengthOfNext(part.length(), spans.size(), request.range.length());
        (goesLow ? whole.from : whole.to) = goesLow ? part.from : part.to;
        read.insert(goesLow ? read.begin() : read.end(), Part{part, std::move(spans)});
        if (!hasAnswered && whole != request.range && std::chrono::steady_clock::now() - began > quick) {
            hasAnswered = true;
            answer(whole, read, false);
        }
    }
    answer(whole, read, true);
}

RecordedSpans::RecordedSpans(Recording recording, bool isGrowing, ClusterModel& cluster, QObject* parent)
    : QObject(parent),
      m_cluster(cluster),
      m_reader(std::move(recording), isGrowing,
               [this](TimeRange asked, std::shared_ptr<const PastSpans> past, bool isWhole) {
                   QMetaObject::invokeMethod(
                       this, [this, asked, past = std::move(past), isWhole] { take(asked, past, isWhole); },
                       Qt::QueuedConnection);
               })
{
    m_settle.setSingleShot(true);
    connect(&m_settle, &QTimer::timeout, this, &RecordedSpans::ask);
    connect(&cluster, &ClusterModel::changed, this, &RecordedSpans::clusterChanged);
    cluster.setSpanSource(this);
}

RecordedSpans::~RecordedSpans()
{
    m_cluster.setSpanSource(nullptr);
}

void RecordedSpans::show(TimeRange range, TimePoint cursor, bool isFollowing)
{
    m_inView = range;
    m_cursor = cursor;
    m_isFollowing = isFollowing;
    // Reading for another place would delay columns and spans of this one.
    const bool isElsewhere = !m_asked.isEmpty() && (m_asked.to <= range.from || range.to <= m_asked.from);
    if (isElsewhere) {
        m_reader.cancel();
        m_asked = {};
    }
    // The next move shows whether this was a single jump or one of a series of moves.
    const auto now = WorkPace::Clock::now();
    const bool isStillTheSame = m_isLeap && m_settle.isActive() && m_settle.intervalAsDuration() == withTheNextTurn;
    m_isLeap = isStillTheSame || now - m_moved > spansSettleInterval;
    m_moved = now;
    m_settle.start(m_isLeap ? withTheNextTurn : spansSettleInterval);
}

void RecordedSpans::clusterChanged(const ChangeSet& changes)
{
    const bool areRenumbered = m_placed && m_placed->generation != m_cluster.store().spans().generation();
    if (areRenumbered || (changes.topology && m_askedOn && m_askedOn != m_cluster.store().topology())) {
        m_askedOn.reset();
        m_asked = m_answered = {};
        m_placed.reset();
        m_settle.start(spansSettleInterval);
    }
    // Visible data may leave memory.
    if (changes.historyDropped && !m_inView.isEmpty() && !m_settle.isActive())
        m_settle.start(spansSettleInterval);
    if (changes.isFetched && m_isLeap && std::exchange(m_isHeldUp, false))
        m_settle.start(withTheNextTurn);
}

TimeRange RecordedSpans::missing() const
{
    const std::vector<TimeRange> onDisk = m_cluster.store().spansOnDisk(m_inView);
    if (onDisk.empty())
        return {};
    const TimeRange all{onDisk.front().from, onDisk.back().to};
    return m_placed && covers(m_placed->read->range(), all) ? TimeRange{} : all;
}

void RecordedSpans::ask()
{
    const TimeRange wanted = missing();
    if (wanted.isEmpty())
        return;
    const TimePoint middle = std::clamp(m_inView.contains(m_cursor) ? m_cursor : m_inView.from + m_inView.length() / 2,
                                        wanted.from, wanted.to);
    const bool isThere = m_placed && m_placed->read->range().contains(middle);
    // For a long range with very many spans only those around the middle are delivered.
    if (covers(m_asked, wanted) && (isThere || middle == m_askedMiddle))
        return;
    m_isHeldUp = m_isHeld && m_isHeld();
    if (m_isHeldUp)
        return m_settle.start(spansSettleInterval);
    const WorkPace::Clock::time_point now = WorkPace::Clock::now();
    if (m_isFollowing && !m_pace.isDue(now))
        return; // a following move will request it
    // The reader delivers no more for a range this long.
    if (isThere && covers(m_answered, wanted))
        return;
    m_isTruncated = false;
    const Duration more(static_cast<std::int64_t>(static_cast<double>(wanted.length().count()) * beyond));
    m_asked = {wanted.from - more, wanted.to + more};
    m_askedMiddle = middle;
    m_askedOn = m_cluster.store().topology();
    m_pace.begin(now);
    m_reader.fetch({m_asked, middle, m_askedOn});
}

void RecordedSpans::take(TimeRange asked, const std::shared_ptr<const PastSpans>& past, bool isWhole)
{
    if (asked != m_asked)
        return; // superseded by another request
    if (isWhole) {
        m_answered = std::exchange(m_asked, {});
        m_pace.end(WorkPace::Clock::now());
    }
    if (past->range().isEmpty())
        return;
    if (isWhole)
        m_settle.start(spansSettleInterval); // the moment may have changed
    if (!isWhole && m_placed && m_placed->read->range().contains(m_cursor))
        return; // keeps the display until the complete answer arrives
    if (!isWhole)
        m_answered = {};
    m_isTruncated = isWhole && !covers(past->range(), asked);
    // Freeing a million spans takes 10 ms.
    QThreadPool::globalInstance()->start([old = std::exchange(m_placed, m_cluster.place(past))] {});
    m_cluster.spansRead();
}

namespace {

/// Dense spans are found in the first range, and sparse ones in a few longer ranges.
constexpr Duration firstStretch = std::chrono::seconds(20);
constexpr Duration longestStretch = std::chrono::minutes(30);

} // namespace

SpanStepper::SpanStepper(Recording recording, bool isGrowing, const ClusterModel& cluster, TimeWindow& time,
                         QObject* parent)
    : QObject(parent),
      m_cluster(cluster),
      m_time(time),
      m_reader(std::move(recording), isGrowing,
               [this](TimeRange asked, std::shared_ptr<const PastSpans> spans, bool isWhole) {
                   if (!isWhole)
                       return;
                   QMetaObject::invokeMethod(
                       this, [this, asked, spans = std::move(spans)] { take(asked, spans); }, Qt::QueuedConnection);
               })
{ }

void SpanStepper::step(EntityRef of, int direction)
{
    const TimePoint from = m_time.target().cursor;
    m_search = Search{of, direction, from, from, firstStretch};
    goOn();
}

std::optional<TimeRange> SpanStepper::unreadBefore(std::optional<TimePoint> found) const
{
    const TimeRange all = m_time.extent();
    const bool isForward = m_search->direction > 0;
    const TimePoint end = found.value_or(isForward ? all.to : all.from);
    const TimeRange between = isForward ? TimeRange{m_search->reached, end} : TimeRange{end, m_search->reached};
    std::optional<TimeRange> nearest;
    for (const AvailableRange& each : m_cluster.store().spansAvailable(between)) {
        if (each.state == Availability::Pending && (!nearest || !isForward))
            nearest = each.range;
    }
    return nearest;
}

void SpanStepper::goOn()
{
    const auto found = nextSpanStart(m_cluster.store(), m_search->of, m_search->from, m_search->direction);
    const auto unread = unreadBefore(found);
    if (!unread)
        return finish(found);
    const bool isForward = m_search->direction > 0;
    m_asked = isForward ? TimeRange{unread->from, std::min(unread->from + m_search->stretch, unread->to)}
                        : TimeRange{std::max(unread->to - m_search->stretch, unread->from), unread->to};
    m_reader.fetch({m_asked, isForward ? m_asked.from : m_asked.to, m_cluster.store().topology()});
}

void SpanStepper::take(TimeRange asked, const std::shared_ptr<const PastSpans>& past)
{
    if (!m_search || asked != m_asked)
        return; // superseded by another request
    const auto found = past->range().isEmpty() ? std::nullopt
                                               : nextSpanStart(past->spans(), *m_cluster.store().topology(),
                                                               m_search->of, m_search->from, m_search->direction);
    if (found || past->range().isEmpty())
        return finish(found);
    m_search->reached = m_search->direction > 0 ? past->range().to : past->range().from;
    m_search->stretch = std::min(m_search->stretch * 4, longestStretch);
    goOn();
}

void SpanStepper::finish(std::optional<TimePoint> found)
{
    const Search search = *std::exchange(m_search, std::nullopt);
    // Does not move a user who has gone elsewhere meanwhile.
    if (m_time.target().cursor != search.from && !m_time.isFollowing())
        return;
    if (found)
        m_time.setCursor(*found);
    else
        Q_EMIT foundNone(search.direction);
}

namespace {

/// Queries spend their time waiting, so several run in parallel.
constexpr std::size_t engineReaders = 3;

} // namespace

SessionPast::SessionPast(ClusterModel& cluster, TimeWindow& time) : m_cluster(cluster), m_time(time)
{
    connect(&m_time, &TimeWindow::changed, this, &SessionPast::followWindow);
    connect(&m_time, &TimeWindow::cursorChanged, this, &SessionPast::followWindow);
}

SessionPast::~SessionPast()
{
    m_cluster.setColdColumns(nullptr);
    m_time.setPreparation(nullptr);
}

void SessionPast::useGrowing(const std::string& folder)
{
    use(std::make_unique<RecordedPast>(Recording::growing(folder, Recording::Reads::TicksAndTiers),
                                       RecordedPast::growing, m_cluster));
    useSpans(Recording::growing(folder), Recording::growing(folder), RecordedPast::growing);
    deferMovesUntilLoaded();
}

void SessionPast::useEngine(const std::shared_ptr<const EnginePlan>& plan, const std::string& folder)
{
    PastReaders readers;
    for (std::size_t thread = 0; thread < engineReaders; ++thread) {
        auto engine = std::make_unique<EngineReader>(plan);
        if (folder.empty())
            readers.push_back(std::move(engine));
        else
            readers.push_back(std::make_unique<LayeredReader>(
                std::make_unique<ColumnReader>(Recording::growing(folder)), std::move(engine)));
    }
    use(std::make_unique<RecordedPast>(std::move(readers), RecordedPast::growing, m_cluster));
    // Nodes appear one after another, and the server may have older data of each.
    connect(&m_cluster, &ClusterModel::changed, m_columns.get(), [past = m_columns.get()](const ChangeSet& changes) {
        if (changes.topology)
            past->refetch();
    });
    if (!folder.empty())
        useSpans(Recording::growing(folder), Recording::growing(folder), RecordedPast::growing);
    deferMovesUntilLoaded();
}

void SessionPast::useWhole(Recording columns, Recording spans, Result<Recording> steps)
{
    use(std::make_unique<RecordedPast>(std::move(columns), !RecordedPast::growing, m_cluster));
    useSpans(std::move(spans), std::move(steps), !RecordedPast::growing);
}

void SessionPast::use(std::unique_ptr<RecordedPast> columns)
{
    m_columns = std::move(columns);
    m_cluster.setColdColumns(m_columns.get());
    connect(m_columns.get(), &RecordedPast::came, this, &SessionPast::judgeNodes);
}

void SessionPast::useSpans(Recording spans, Result<Recording> steps, bool isGrowing)
{
    m_recordedSpans = std::make_unique<RecordedSpans>(std::move(spans), isGrowing, m_cluster);
    m_recordedSpans->setHold([this] { return m_columns->waiting() > 0; });
    if (!steps.isOk())
        return;
    m_stepper = std::make_unique<SpanStepper>(std::move(steps).value(), isGrowing, m_cluster, m_time);
    connect(m_stepper.get(), &SpanStepper::foundNone, this, [this](int direction) {
        Q_EMIT cannotStep(direction > 0 ? tr("The selection has no later span")
                                        : tr("The selection has no earlier span"));
    });
}

void SessionPast::deferMovesUntilLoaded()
{
    m_time.setPreparation([this](const TimeWindow::Place& place) { return m_columns->prepare(place); });
    connect(m_columns.get(), &RecordedPast::prepared, &m_time, &TimeWindow::arrive);
}

void SessionPast::stepBySpan(EntityRef of, int direction)
{
    if (m_stepper)
        return m_stepper->step(of, direction);
    if (const auto next = nextSpanStart(m_cluster.store(), of, m_time.target().cursor, direction))
        m_time.setCursor(*next);
    else
        Q_EMIT cannotStep(direction > 0 ? tr("No later span of the selection is loaded")
                                        : tr("No earlier span of the selection is loaded"));
}

bool SessionPast::isReading() const
{
    return (m_columns && (m_columns->waiting() > 0 || !m_columns->isReported()))
        || (m_recordedSpans && m_recordedSpans->isReading());
}

void SessionPast::followWindow()
{
    if (m_columns)
        m_columns->arrive({m_time.range(), m_time.cursor(), m_time.isFollowing()});
    if (m_recordedSpans)
        m_recordedSpans->show(m_time.range(), m_time.cursor(), m_time.isFollowing());
    judgeNodes();
    if (m_columns)
        m_columns->notifyCluster();
    else
        m_cluster.announce();
}

/// Marks nodes that were silent at the moment shown. Views are updated with that moment's columns.
void SessionPast::judgeNodes()
{
    m_cluster.setViewTime(m_time.isFollowing() ? std::nullopt : std::optional(m_time.cursor()));
}

} // namespace lockstep

#include "moc_sessionpast.cpp"
