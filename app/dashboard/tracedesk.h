// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/result.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <thread>
#include <vector>

namespace lockstep {

class Analyses;
class BatchQueue;
class ClusterModel;
class TimeWindow;
struct JobWhatIf;

/// What was read from trace files, ready to be shown.
struct OpenedTrace
{
    std::string name;
    TimeRange range;
    std::size_t lanes = 0;
    std::size_t spans = 0;
    std::vector<BatchPtr> batches;
    std::shared_ptr<const JobWhatIf> whatIf; ///< null: no training steps
    std::vector<std::string> notes; ///< what was missing, damaged or skipped
};

/// Shows trace files in the window: reads them beside the GUI, then hands them to the queue at the pace at which the
/// analyses follow, so that none of them misses a span. GUI thread; a member of the composition, taken down before the
/// queue.
class TraceDesk : public QObject
{
    Q_OBJECT

public:
    TraceDesk(ClusterModel& cluster, TimeWindow& time, BatchQueue& queue, Analyses& analyses);
    ~TraceDesk() override;

    /// Files, folders or RANK=FILE. Begins to read; read() or problem() follows. A reading that is under way is
    /// stopped.
    void open(const QStringList& paths);
    /// The moment at which nodes are judged while a trace is shown: in a trace nobody falls silent.
    [[nodiscard]] TimePoint now() const { return m_now; }

Q_SIGNALS:
    void problem(const QString& message);
    void note(const QString& message);
    void aboutToShow(); ///< has been read; whatever else is shown must go now
    void shown(); ///< cluster and time are the trace's; its spans follow

private:
    void show(Result<OpenedTrace> opened, std::uint64_t reading);
    void feed();
    void tellNotes(const OpenedTrace& trace);
    void beginAnew(const OpenedTrace& trace);

    ClusterModel& m_cluster;
    TimeWindow& m_time;
    BatchQueue& m_queue;
    Analyses& m_analyses;
    std::vector<BatchPtr> m_batches; ///< still to be handed over
    std::size_t m_next = 0;
    QTimer m_feeding;
    TimePoint m_now;
    std::uint64_t m_reading = 0; ///< counts readings, so that the answer of one that was stopped is known
    std::jthread m_reader; ///< last: ends before what it tells goes
};

} // namespace lockstep
