// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/columns/recordedpast.h"
#include "datasources/recording/recording.h"
#include "models/core/work/latestrequest.h"
#include "models/core/work/workpace.h"
#include "models/store/columns/changeset.h"
#include "models/store/spans/spansource.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace lockstep {

class ClusterModel;
class TimeWindow;
struct EnginePlan;

/// Reads the spans of a time range of a recording on a low-priority thread. A new request cancels the previous one. If
/// there are too many spans to draw, it reads only those around the middle of the range. Request from one thread;
/// answers arrive on the reader's thread. The destructor waits for a read in progress.
class PastSpansReader
{
public:
    struct Request
    {
        TimeRange range;
        TimePoint middle; ///< centre of interest, read first
        TopologyPtr topology; ///< topology whose entity ids the spans use
    };
    /// Called with the requested range; the spans may cover less. A slow read has two answers: first the time around
    /// the middle, then everything.
    /// @param isWhole last answer
    using Answer = std::function<void(TimeRange, std::shared_ptr<const PastSpans>, bool isWhole)>;

    /// More cannot be distinguished on screen, and would take seconds to read.
    static constexpr std::size_t maxSpans = 1'000'000;

    /// @param recording must not be shared
    /// @param isGrowing looks for newly written data
    PastSpansReader(Recording recording, bool isGrowing, Answer answer);

    void fetch(Request request);
    /// Cancels the pending request; usually no answer follows.
    void cancel() { m_worker.cancel(); }

private:
    void read(const Request& request, const std::stop_token& stop);
    void readOutwards(const Request& request, const std::stop_token& stop);

    Recording m_recording; ///< used by the worker
    const bool m_isGrowing;
    const Answer m_answer;
    LatestRequest m_worker; ///< last
};

/// The spans of a recording: reads those that are visible but not in memory. Reads the whole window at once or, if that
/// takes long, the time around the cursor first. Registered as the cluster's span source while it lives. GUI thread;
/// owned by the history controller.
class RecordedSpans : public QObject, public SpanSource
{
    Q_OBJECT

public:
    /// @param isGrowing true for the recording that a live cluster is writing: looks for new data
    /// @param cluster outlives this
    RecordedSpans(Recording recording, bool isGrowing, ClusterModel& cluster, QObject* parent = nullptr);
    ~RecordedSpans() override;

    [[nodiscard]] const std::shared_ptr<const PlacedSpans>& placed() const override { return m_placed; }
    [[nodiscard]] bool isTruncated() const override { return m_isTruncated; }

    /// Whether visible spans are still being read.
    [[nodiscard]] bool isReading() const { return m_settle.isActive() || !m_asked.isEmpty(); }
    /// Reading is paused while the function returns true; null: never.
    void setHold(std::function<bool()> isHeld) { m_isHeld = std::move(isHeld); }
    /// @param isFollowing the time advances by itself, so older data is read occasionally instead of continuously
    void show(TimeRange range, TimePoint cursor, bool isFollowing);

private:
    /// While following, spans leave memory continuously, those of a very busy node even while visible.
    static constexpr WorkLimits followingLimits{50, std::chrono::seconds(10)};

    void clusterChanged(const ChangeSet& changes);
    void ask();
    void take(TimeRange asked, const std::shared_ptr<const PastSpans>& past, bool isWhole);
    /// The requested range that is neither in memory nor read; empty: none.
    [[nodiscard]] TimeRange missing() const;

    ClusterModel& m_cluster;
    std::shared_ptr<const PlacedSpans> m_placed;
    bool m_isTruncated = false; ///< fewer spans than requested were delivered
    TimeRange m_inView;
    TimePoint m_cursor;
    bool m_isFollowing = false;
    WorkPace m_pace{followingLimits};
    TimeRange m_asked; ///< requested, not yet received
    TimePoint m_askedMiddle;
    TopologyPtr m_askedOn; ///< topology of the request and of the result
    TimeRange m_answered; ///< range requested for the last answer
    std::function<bool()> m_isHeld;
    bool m_isHeldUp = false; ///< a request is being delayed
    bool m_isLeap = false; ///< the last move, after a rest, was a jump
    WorkPace::Clock::time_point m_moved; ///< when that was
    QTimer m_settle; ///< delay before a request
    PastSpansReader m_reader; ///< last: its thread ends before its receiver is destroyed
};

/// Steps from span to span, including those that are only in the recording: reads one time range after another until a
/// span is found. GUI thread; owned by the history controller.
class SpanStepper : public QObject
{
    Q_OBJECT

public:
    /// The arguments outlive this.
    /// @param isGrowing true for the recording that a live cluster is writing; see PastSpansReader
    SpanStepper(Recording recording, bool isGrowing, const ClusterModel& cluster, TimeWindow& time,
                QObject* parent = nullptr);

    /// Goes to the next start of a span of @p of or its parts, after (+1) or before (-1) the moment shown.
    void step(EntityRef of, int direction);

Q_SIGNALS:
    void foundNone(int direction); ///< there is nothing to step to

private:
    struct Search
    {
        EntityRef of;
        int direction = 1;
        TimePoint from; ///< starting moment
        TimePoint reached; ///< no span starts between the starting point and this time
        Duration stretch; ///< length of the next range
    };

    void goOn();
    void take(TimeRange asked, const std::shared_ptr<const PastSpans>& past);
    void finish(std::optional<TimePoint> found);
    /// The nearest range before @p found that has not been read.
    [[nodiscard]] std::optional<TimeRange> unreadBefore(std::optional<TimePoint> found) const;

    const ClusterModel& m_cluster;
    TimeWindow& m_time;
    std::optional<Search> m_search; ///< search that waits for the reader
    TimeRange m_asked;
    PastSpansReader m_reader; ///< last: its thread ends before its receiver is destroyed
};

/// The past of a session: fetches data that views need from a recording, and steps through it. The recording is the one
/// that is shown or, for live data, the one that is being written. Without a recording, only data in memory is
/// available. GUI thread; owned by the session.
class SessionPast : public QObject
{
    Q_OBJECT

public:
    SessionPast(ClusterModel& cluster, TimeWindow& time);
    ~SessionPast() override;

    /// Uses the live cluster's own recording while it is written to the folder.
    void useGrowing(const std::string& folder);
    /// Uses a Prometheus-compatible server for times before the recording or, with an empty @p folder, for all of the
    /// past.
    void useEngine(const std::shared_ptr<const EnginePlan>& plan, const std::string& folder);
    /// Uses a complete recording for everything shown. @param columns, spans, steps the same recording, one per thread
    void useWhole(Recording columns, Recording spans, Result<Recording> steps);
    /// See RecordedPast; call after useWhole().
    void setResults(const ResultColumns* results) { m_columns->setResults(results); }
    /// From now on, the window moves only when the data of its target is available, so that views change from one
    /// complete picture to the next.
    void deferMovesUntilLoaded();

    /// Null: no recording.
    [[nodiscard]] const RecordedPast* columns() const { return m_columns.get(); }
    /// Whether visible columns or spans are still being read, or not yet announced.
    [[nodiscard]] bool isReading() const;
    /// Shows the next start of a span of the entity or its parts, after (+1) or before (-1) the moment shown, anywhere
    /// in the recording. The step may have to wait for reading; see cannotStep().
    void stepBySpan(EntityRef of, int direction);

    void followWindow();

Q_SIGNALS:
    void cannotStep(const QString& message); ///< there is nothing to step to

private:
    void use(std::unique_ptr<RecordedPast> columns);
    void useSpans(Recording spans, Result<Recording> steps, bool isGrowing);
    void judgeNodes();

    ClusterModel& m_cluster;
    TimeWindow& m_time;
    std::unique_ptr<RecordedPast> m_columns;
    std::unique_ptr<RecordedSpans> m_recordedSpans;
    std::unique_ptr<SpanStepper> m_stepper;
};

} // namespace lockstep
