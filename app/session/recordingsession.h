// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/recordingopener.h"
#include "app/session/past/results/resultcolumns.h"
#include "app/session/past/sessionpast.h"
#include "app/session/session.h"
#include "models/core/work/latestrequest.h"

#include <memory>

namespace lockstep {

/// An opened recording: its clock is the moment shown, and its extent does not grow. Analyses that did not run while it
/// was made run in the background. GUI thread.
class RecordingSession : public Session
{
    Q_OBJECT

public:
    /// @param history see LiveSession; as many ticks as live data has in that time
    RecordingSession(Duration history, OpenedRecording opened);
    ~RecordingSession() override;

    void begin() override;

    [[nodiscard]] Kind kind() const override { return Kind::Recording; }
    [[nodiscard]] TimePoint now() const override { return m_time.cursor(); }
    [[nodiscard]] QString path() const override { return m_path; }
    [[nodiscard]] std::string origin() const override { return "recording " + m_path.toStdString(); }
    [[nodiscard]] const RecordedPast* past() const override { return m_past.columns(); }
    [[nodiscard]] bool isReadingPast() const override { return m_past.isReading(); }
    void stepBySpan(EntityRef of, int direction) override { m_past.stepBySpan(of, direction); }

protected:
    [[nodiscard]] std::optional<TimePoint> findEvent(EntityRef of, TimePoint from, int direction) const override;

private:
    static constexpr int lowPriority = 10; ///< views have priority

    void findMissingResults(Recording recording);
    void takeResults(const Derived& found, double share);
    void showFirstMoment(TickRange ticks, TimePoint moment);

    QString m_path;
    std::unique_ptr<OpenedRecording> m_opened; ///< until the session begins
    SessionPast m_past;
    std::unique_ptr<ResultColumns> m_found; ///< null: the recording has all results
    LatestRequest m_analysing{lowPriority}; ///< last: ends before the objects that it notifies
};

} // namespace lockstep
