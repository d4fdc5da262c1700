// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analysis/baselinestore.h"
#include "app/session/past/results/resultsatcursor.h"
#include "app/session/sources/framepump.h"
#include "models/core/work/batchqueue.h"
#include "models/pipeline/pipeline.h"
#include "models/view/framestats.h"
#include "models/view/time/player.h"
#include "models/view/time/timewindow.h"

#include <QObject>
#include <QString>

#include <span>
#include <string>

namespace lockstep {

class RecordedPast;
struct AlertResponse;

/// The data behind a window: a cluster over a range of time, its clock and its analyses. A session is live, a recording
/// or a trace for its whole life; opening another source creates a new session. GUI thread.
class Session : public QObject
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Live, Recording, Trace };

    ~Session() override;

    /// Starts providing data. Call once views are connected.
    virtual void begin() = 0;
    [[nodiscard]] virtual Kind kind() const = 0;
    [[nodiscard]] bool isLive() const { return kind() == Kind::Live; }
    [[nodiscard]] virtual bool isEmpty() const { return false; } ///< whether there are no sources
    /// The clock by which nodes are judged: wall-clock time, or the moment shown.
    [[nodiscard]] virtual TimePoint now() const = 0;

    [[nodiscard]] Pipeline& pipeline() { return m_pipeline; }
    [[nodiscard]] ClusterModel& cluster() { return m_pipeline.cluster(); }
    [[nodiscard]] const ClusterModel& cluster() const { return m_pipeline.cluster(); }
    [[nodiscard]] TimeWindow& time() { return m_time; }
    [[nodiscard]] Player& player() { return m_player; }
    [[nodiscard]] const LearnedBaselines& learned() const { return m_learned.baselines(); }
    [[nodiscard]] const JoinedAlerts& alerts() const { return m_pipeline.alerts(); }
    [[nodiscard]] JoinedAlerts& alerts() { return m_pipeline.alerts(); }
    [[nodiscard]] const ResultsAtCursor& results() const { return m_results; }
    [[nodiscard]] FrameStats& frames() { return m_frames; }
    [[nodiscard]] const FrameStats& frames() const { return m_frames; }
    [[nodiscard]] const BatchQueue& queue() const { return m_queue; }
    [[nodiscard]] const FramePump& pump() const { return m_pump; }

    /// Folder or file with the data shown; empty: none.
    [[nodiscard]] virtual QString path() const { return {}; }
    /// For example "live state", "recording /data/run7".
    [[nodiscard]] virtual std::string origin() const = 0;
    /// Columns on disk; null: none.
    [[nodiscard]] virtual const RecordedPast* past() const { return nullptr; }
    /// Whether visible past data is still being read.
    [[nodiscard]] virtual bool isReadingPast() const { return false; }

    /// Shows the next start of a span, or the next event, of the entity or its parts, after (+1) or before (-1) the
    /// moment shown. Reading may delay the step; see cannotStep().
    virtual void stepBySpan(EntityRef of, int direction) = 0;
    void stepByEvent(EntityRef of, int direction);
    /// Records an operator's response to an alert, which takes effect now.
    void respond(const AlertResponse& response);

Q_SIGNALS:
    void shown(); ///< there is data to show
    void problem(const QString& message);
    void note(const QString& message); ///< for information; not an error
    void cannotStep(const QString& message); ///< there is nothing to step to
    void working(const QString& what); ///< current background work; empty: none

protected:
    /// @param analyses to run on incoming data
    Session(StoreLimits limits, std::span<const AnalysisRow> analyses = analysisTable());

    /// Passes the queue's batches to the store and advances time.
    virtual void ingest(std::span<const BatchPtr> batches);
    [[nodiscard]] virtual std::optional<TimePoint> findEvent(EntityRef of, TimePoint from, int direction) const;

    FrameStats m_frames;
    BatchQueue m_queue;
    BaselineStore m_learned;
    Pipeline m_pipeline;
    TimeWindow m_time;
    Player m_player;
    ResultsAtCursor m_results;
    FramePump m_pump;
};

} // namespace lockstep
