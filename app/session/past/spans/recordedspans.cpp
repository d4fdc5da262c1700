// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/spans/recordedspans.h"

#include "models/store/clustermodel.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

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
    // Reading for another place delays columns and spans of this one.
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
    m_isCutShort = false;
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
        return; // keep what is shown until the complete answer is there
    if (!isWhole)
        m_answered = {};
    m_isCutShort = isWhole && !covers(past->range(), asked);
    m_placed = m_cluster.place(past);
    m_cluster.spansRead();
}

} // namespace lockstep

#include "moc_recordedspans.cpp"
