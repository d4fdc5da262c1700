// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/columns/recordedpast.h"
#include "app/session/past/spans/recordedspans.h"
#include "app/session/past/spans/spanstepper.h"

#include <QObject>

#include <memory>

namespace lockstep {

class ClusterModel;
struct EnginePlan;
class TimeWindow;

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
    /// From now on the window moves only when the data of the target is available, so that views change from one
    /// complete picture to the next.
    void letWindowWait();

    /// Null: no recording.
    [[nodiscard]] const RecordedPast* columns() const { return m_columns.get(); }
    /// Whether visible columns or spans are still being read, or not yet announced.
    [[nodiscard]] bool isReading() const;
    /// Shows the next start of a span of the entity or its parts, after (+1) or before (-1) the moment shown, anywhere
    /// in the recording. The step may have to wait for reading; see nothingThere().
    void stepBySpan(EntityRef of, int direction);

    void followWindow();

Q_SIGNALS:
    void nothingThere(const QString& message); ///< there is nothing to step to

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
