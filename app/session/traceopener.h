// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/result.h"
#include "models/core/time.h"
#include "models/core/work/latestrequest.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

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

} // namespace lockstep
