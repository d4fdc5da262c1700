// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/latestrequest.h"
#include "models/core/result.h"
#include "models/core/time.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <vector>

namespace lockstep {

class Analyses;
class BatchQueue;
class ClusterModel;
class TimeWindow;
class TraceColumns;
struct Derived;
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
class TraceController : public QObject
{
    Q_OBJECT

public:
    TraceController(ClusterModel& cluster, TimeWindow& time, BatchQueue& queue, Analyses& analyses);
    ~TraceController() override;

    /// Files, folders or RANK=FILE. Begins to read; read() or problem() follows. A reading that is under way is
    /// stopped.
    void open(const QStringList& paths);
    /// Shows what was read. The cluster, in which nothing is shown yet, and the time become the trace's; its spans
    /// follow.
    void show(OpenedTrace trace);
    /// Memory for the columns of what is worked out from a trace; what does not fit is left out, and noted.
    void setColumnBudget(std::size_t bytes) { m_columnBudget = bytes; }
    /// The moment that is shown: the cursor's, within the trace.
    [[nodiscard]] TimePoint now() const;
    [[nodiscard]] bool isShowing() const { return m_columns != nullptr; }

Q_SIGNALS:
    void problem(const QString& message);
    void note(const QString& message);
    void read(const std::shared_ptr<lockstep::OpenedTrace>& trace);

private:
    void tell(Result<OpenedTrace> opened, std::uint64_t reading);
    void feed();
    void tellNotes(const OpenedTrace& trace);
    void beginAnew(const OpenedTrace& trace);
    void keepDerived(const Derived& derived);
    [[nodiscard]] TickIndex ticksThatFit(const OpenedTrace& trace) const;

    ClusterModel& m_cluster;
    TimeWindow& m_time;
    BatchQueue& m_queue;
    Analyses& m_analyses;
    std::vector<BatchPtr> m_batches; ///< still to be handed over
    std::size_t m_next = 0;
    QTimer m_feeding;
    TimeRange m_range; ///< of the trace
    std::unique_ptr<TraceColumns> m_columns; ///< null: none was opened
    std::size_t m_columnBudget = std::size_t{1} << 30U;
    std::uint64_t m_reading = 0; ///< counts readings, so that the answer of one that was stopped is known
    LatestRequest m_reader; ///< last: ends before what it tells goes
};

} // namespace lockstep
