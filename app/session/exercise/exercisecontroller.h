// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/matching.h"
#include "app/session/sources/simulateddrill.h"
#include "models/core/ids.h"
#include "models/core/metric.h"

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

class Session;
struct Incident;

/// The operator's diagnosis.
struct ExerciseAnswer
{
    TimePoint at;
    std::string kind; ///< as in drills; empty: no fault
    std::vector<std::string> culprits; ///< as in drills
};

/// When one role noticed a problem, and the cause that it named.
struct ExercisePart
{
    ExerciseRole role = ExerciseRole::Everything;
    std::optional<TimePoint> noticed;
    std::optional<ExerciseAnswer> answer; ///< nullopt: given up
};

/// Result of an exercise for one role. A plain value.
struct ExerciseResult
{
    ExerciseRole role = ExerciseRole::Everything;
    std::vector<scoring::RealFault> faults; ///< faults begun by the end; empty: none
    std::string cause; ///< the root cause in a sentence
    std::optional<ExerciseAnswer> answer; ///< nullopt: given up
    std::optional<TimePoint> noticed;
    bool isEarly = false; ///< noticed, answered or given up before a fault began
    bool isKindRight = false;
    bool isPlaceRight = false;
    std::optional<Duration> toNotice; ///< from the first fault's onset
    std::optional<Duration> toCause; ///< from the first fault's onset, if the answer is right
    /// First alert that names the culprit, if any.
    std::optional<scoring::RaisedAlert> reported;
    bool isReportedRight = false; ///< that alert also named the fault kind in its last state

    [[nodiscard]] bool isRight() const { return isKindRight && isPlaceRight; }
};

/// Compares the answer and the alerts with the true faults.
/// @param truth faults of the run @param end when the answer was revealed: later faults are ignored
[[nodiscard]] ExerciseResult judgeExercise(const std::string& cause, std::span<const scoring::RealFault> truth,
                                           const ExercisePart& part, std::span<const scoring::RaisedAlert> reported,
                                           TimePoint end);

/// JSON for the file beside the recording: kinds, entities, times in ISO 8601, delays in seconds. With several results,
/// the object contains the first one, and its "roles" lists all.
[[nodiscard]] QJsonObject exerciseAsJson(std::span<const ExerciseResult> results);

/// Runs an exercise: the operator reports a problem and a diagnosis, then gets the answer. The case is the drill of a
/// live session, or an incident of a recording. With roles, each role sees only its data and answers separately, until
/// the facilitator reveals everything. GUI thread; owned by the composition; the session must outlive it.
class ExerciseController : public QObject
{
    Q_OBJECT

public:
    explicit ExerciseController(Session& session);
    ~ExerciseController() override;

    /// Begins an exercise on an incident of a recording. The alerts of its time and entities are the ground truth, and
    /// the moment shown is the clock.
    void startOn(const Incident& incident, const std::vector<ExerciseRole>& roles);

    [[nodiscard]] bool isActive() const;
    [[nodiscard]] const std::vector<ExerciseRole>& roles() const { return m_roles; }
    /// The role that the window shows now; Everything once it is revealed.
    [[nodiscard]] ExerciseRole role() const { return m_result ? ExerciseRole::Everything : part().role; }
    void switchRole(); ///< to the next one
    [[nodiscard]] TimePoint began() const { return m_began; }
    [[nodiscard]] std::optional<TimePoint> noticed() const { return part().noticed; } ///< by this role
    [[nodiscard]] bool hasAnswered() const { return part().answer.has_value(); } ///< this role
    [[nodiscard]] const std::optional<ExerciseResult>& result() const { return m_result; } ///< nullopt: not finished
    [[nodiscard]] const std::vector<ExerciseResult>& results() const { return m_results; } ///< by role
    [[nodiscard]] QString recording() const; ///< folder of the run's recording; empty: not recorded

    /// Names as used in drills. Places without an entity, such as storage, follow from the kind.
    [[nodiscard]] std::vector<std::string> namesOf(const std::vector<EntityRef>& entities) const;

    void notice(); ///< the operator noticed a problem; only the first call counts
    /// Without roles, this ends the exercise.
    /// @param kind fault kind as in drills; empty: no fault
    void answer(const std::string& kind, const std::vector<EntityRef>& culprits);
    void giveUp(); ///< reveals everything

Q_SIGNALS:
    void changed();
    void problem(const QString& message);

private:
    /// A case that is not a drill.
    struct Case
    {
        TimeRange range;
        std::vector<std::string> names; ///< of its entities; empty: any
        std::string cause;
    };

    void begin(std::vector<ExerciseRole> roles, TimePoint now);
    void follow();
    void showRole();
    [[nodiscard]] std::vector<scoring::RealFault> truth() const;
    [[nodiscard]] ExercisePart& part() { return m_parts[m_turn]; }
    [[nodiscard]] const ExercisePart& part() const { return m_parts[m_turn]; }
    void reveal();
    void keep();

    Session& m_session;
    std::optional<Case> m_case; ///< nullopt: the session's drill, if any
    std::vector<ExerciseRole> m_roles; ///< empty: everything is shown
    std::vector<ExercisePart> m_parts = std::vector<ExercisePart>(1); ///< by role, at least one
    std::size_t m_turn = 0; ///< index of the current part
    std::vector<MetricId> m_withheld; ///< metrics of the other role
    TimePoint m_began;
    std::optional<ExerciseResult> m_result; ///< the best of them
    std::vector<ExerciseResult> m_results;
    std::vector<scoring::RaisedAlert> m_reported;
    QTimer m_clock;
};

} // namespace lockstep
