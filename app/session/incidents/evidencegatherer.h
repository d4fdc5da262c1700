// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/incidents/damagesum.h"
#include "app/session/incidents/evidenceparts.h"
#include "datasources/recording/recording.h"
#include "models/core/ids.h"
#include "models/incidents/evidence.h"
#include "models/incidents/lostthroughput.h"
#include "models/store/columns/changeset.h"

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QObject>
#include <deque>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace lockstep {

class ClusterModel;
class ClusterStore;

/// Sums the results of Blame tick by tick: the GPU time lost in waits, and the ranks responsible. Based on the wait
/// relations of each collective, not on spans alone. A plain value; GUI thread.
class WaitSum
{
public:
    explicit WaitSum(TickRange ticks) : m_ticks(ticks), m_next(ticks.from) { }

    /// Whether Blame computes results here; searched again until it does.
    bool find(const ClusterStore& store);
    [[nodiscard]] bool isComplete() const { return m_next >= m_ticks.to; }
    [[nodiscard]] bool hasBegun() const { return m_next > m_ticks.from; }
    [[nodiscard]] MetricId metric() const { return m_share; }

    void touchTick(const ClusterStore& store) const; ///< requests the data that addTick() reads next
    void addTick(const ClusterStore& store);

    [[nodiscard]] std::uint64_t ticksWithoutWaits() const { return m_without; }
    /// Fills in the loss and its basis, or why it is unknown. @p lost already contains the result from spans.
    void settle(const ClusterStore& store, LostThroughput& lost) const;

private:
    [[nodiscard]] std::string culpritText(const ClusterStore& store, double total) const;

    TickRange m_ticks;
    TickIndex m_next;
    MetricId m_share; ///< metric: share of time that each GPU waited
    MetricId m_blame; ///< metric: number of GPUs that each GPU kept waiting
    double m_gpuSeconds = 0;
    std::size_t m_gpus = 0; ///< maximum number of GPUs with a value in one tick
    std::uint64_t m_without = 0;
    std::vector<double> m_blamed; ///< GPU seconds, by GPU
};

/// Evidence of an incident from the recording, for data that is not in memory.
struct RecordedEvidence
{
    std::vector<EvidenceSpan> spans; ///< unordered
    std::uint64_t spansLeftOut = 0;
    LostThroughput lost; ///< its lanes are those below
    std::set<std::string> lanes; ///< lanes with a span, see laneKey()
    std::vector<EvidenceEvent> events;
    std::vector<EvidenceGap> gaps;
    std::string problem; ///< why data is missing; empty: complete
};

/// One lane of one entity, the same in memory and in recordings.
[[nodiscard]] std::string laneKey(const std::string& entityPath, const std::string& lane);

/// Reads evidence from a recording once, on its own thread. The destructor cancels it.
class RecordedEvidenceReader
{
public:
    struct Request
    {
        std::string path; ///< folder or file
        std::vector<TimeRange> spans; ///< ranges that do not overlap
        TimeRange events; ///< range of events and gaps; empty: none
        std::vector<EntityName> entities; ///< entities whose spans are kept; empty: all
        std::size_t maxSpans = 4000; ///< the worst are kept, all are counted
    };

    /// @param done called on the reader's thread, unless cancelled
    RecordedEvidenceReader(Request request, std::function<void(RecordedEvidence)> done);

private:
    std::jthread m_thread;
};

/// Parameters of evidence gathering.
struct EvidenceRequest
{
    TimeRange range;
    std::vector<EntityRef> entities; ///< entities whose series are copied
    MetricId metric; ///< metric of series and heatmap; invalid: none
};

/// Builds the evidence of one incident in short steps: columns, waits, and spans in memory and from the recording.
/// GUI thread; owned by the gatherer.
class EvidenceWork
{
public:
    /// Evidence, lost time, and the costs that follow from measurements, with their sources.
    using Done = std::function<void(Evidence, LostThroughput, CostInputs)>;

    EvidenceWork(const ClusterStore& store, EvidenceRequest wanted, Done whenDone);

    void setSource(std::string source) { m_evidence.source = std::move(source); }
    /// Reads what is not in memory from a recording, if needed. @param come called with the result on another thread
    void startReading(const ClusterStore& store, const std::string& path, std::function<void(RecordedEvidence)> come);
    void takeRecorded(RecordedEvidence recorded) { m_recorded = std::move(recorded); }

    [[nodiscard]] TimeRange range() const { return m_request.range; }
    /// Requests the data that the next step reads, so that data outside memory is fetched. @return true: it is pending
    [[nodiscard]] bool isAwaited(const ClusterStore& store) const;
    /// Whether the wait results of the last ticks are not computed yet.
    [[nodiscard]] bool isAheadOfAnalysis(const ClusterStore& store);
    /// Whether only the recording is still being read.
    [[nodiscard]] bool waitsForRecording() const { return m_nextLane == noLane && m_reader && !m_recorded; }

    /// @return false when done
    bool step(const ClusterStore& store);
    void noteGap(TimeRange range, std::uint64_t lostTicks, std::string reason);
    /// Delivers the evidence and ends the work.
    void finish() { m_done(std::move(m_evidence), m_lost, std::move(m_costs)); }

private:
    static constexpr std::size_t noLane = std::numeric_limits<std::size_t>::max();

    [[nodiscard]] MetricId touch(const ClusterStore& store) const;
    bool stepColumns(const ClusterStore& store); ///< series, heatmap, waits, damage; false when they are done
    void addLane(const ClusterStore& store, const SpanLane& lane);
    void addRecorded();
    void addSpansAndEvents(const ClusterStore& store);

    EvidenceRequest m_request;
    Done m_done;
    Evidence m_evidence;
    LostThroughput m_lost;
    TickRange m_ticks;
    std::vector<std::pair<MetricId, EntityRef>> m_series; ///< still to be copied
    std::optional<HeatInProgress> m_heat;
    WaitSum m_waits;
    DamageSum m_damage;
    CostInputs m_costs; ///< as far as they are measured
    std::vector<TimeRange> m_onDisk;
    std::vector<TimeRange> m_inMemory; ///< ranges with spans in memory
    bool m_readsFacts = false; ///< read events and gaps from disk, too
    std::set<std::string> m_lanes; ///< lanes that had a span
    std::size_t m_nextLane = 0; ///< noLane: done
    bool m_hasRest = true;
    std::optional<RecordedEvidence> m_recorded; ///< set once it has been read
    /// Null: not reading; last member, because its thread must end first.
    std::unique_ptr<RecordedEvidenceReader> m_reader;
};

/// Copies the evidence of an incident from the live state in small steps while the event loop is idle. Fetches data
/// that has left memory, and reads spans from the recording. Evidence: series of the selected entities, a heatmap of
/// the metric, spans of the lanes concerned, events and gaps. GUI thread; owned by the composition.
class EvidenceGatherer : public QObject
{
    Q_OBJECT

public:
    using Done = EvidenceWork::Done;

    /// Source of the store's older columns.
    struct Origin
    {
        std::function<std::string()> name; ///< "live state", "recording /var/..."
        /// Folder or file with data that is no longer in memory; empty: none.
        std::function<std::string()> recording;
    };

    explicit EvidenceGatherer(const ClusterModel& cluster, QObject* parent = nullptr);
    ~EvidenceGatherer() override;

    void setOrigin(Origin origin) { m_origin = std::move(origin); }

    /// Gathers, then calls @p done. Requests are processed in order.
    void gather(EvidenceRequest request, Done done);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    struct Waiting
    {
        std::unique_ptr<EvidenceWork> work;
        QElapsedTimer lagging; ///< time for which it has been ahead of the analysis; invalid: it is not
        QElapsedTimer forDisk; ///< time waiting for the disk; invalid: not waiting
    };

    /// @return false while data is being read from disk
    [[nodiscard]] bool prepare(Waiting& waiting);

    const ClusterModel& m_cluster;
    std::deque<Waiting> m_works; ///< the first is in progress
    Origin m_origin;
    QBasicTimer m_idle;
};

} // namespace lockstep
