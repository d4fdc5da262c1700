// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "models/core/batchptr.h"
#include "models/core/result.h"
#include "models/core/time.h"
#include "models/core/work/latestrequest.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class ResultColumns;
struct Derived;
struct JobWhatIf;

/// Data read from trace files, ready to show.
struct OpenedTrace
{
    static constexpr Duration tickPeriod = std::chrono::seconds(1); ///< of the results computed from its spans

    std::string name;
    TimeRange range;
    std::size_t lanes = 0;
    std::size_t spans = 0;
    std::vector<BatchPtr> batches;
    std::shared_ptr<const JobWhatIf> whatIf; ///< null: no training steps
    std::vector<std::string> notes; ///< missing, damaged or skipped data
};

/// Reads trace files on its own thread; a new request cancels the previous one. GUI thread.
class TraceOpener : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Files, folders or RANK=FILE. opened() or problem() follows.
    void open(const QStringList& paths);

Q_SIGNALS:
    void problem(const QString& message);
    void opened(const std::shared_ptr<lockstep::OpenedTrace>& trace);

private:
    void deliver(Result<OpenedTrace> read, std::uint64_t reading);

    std::uint64_t m_reading = 0; ///< number of the current request, to recognise answers of cancelled ones
    LatestRequest m_reader; ///< last: ends before the objects that it notifies
};

/// Opened trace files. Feeds their data to the queue at the pace of the analyses, so that no span is missed. GUI
/// thread.
class TraceSession : public Session
{
    Q_OBJECT

public:
    /// Memory limit for columns computed from a trace; the rest is omitted, with a note.
    static constexpr std::size_t columnBudget = std::size_t{1} << 30U;

    explicit TraceSession(Duration history, OpenedTrace trace, std::size_t columnBytes = columnBudget);
    ~TraceSession() override;

    void begin() override;

    [[nodiscard]] Kind kind() const override { return Kind::Trace; }
    /// The moment shown: the cursor, limited to the trace.
    [[nodiscard]] TimePoint now() const override;
    [[nodiscard]] std::string origin() const override { return "trace " + m_trace.name; }
    void stepBySpan(EntityRef of, int direction) override;

private:
    void feed();
    void reportNotes();
    void keepDerived(const Derived& derived);
    [[nodiscard]] TickRange ticks() const;
    [[nodiscard]] TickIndex ticksWithinBudget() const;

    OpenedTrace m_trace;
    std::size_t m_columnBytes;
    std::unique_ptr<ResultColumns> m_columns;
    std::size_t m_next = 0; ///< next batch to feed
    QTimer m_feeding;
};

} // namespace lockstep
