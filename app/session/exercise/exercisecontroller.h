// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/matching.h"
#include "models/core/ids.h"
#include "models/simulation/cluster/groundtruth.h"

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

/// The operator's diagnosis.
struct ExerciseAnswer
{
    TimePoint at;
    std::string kind; ///< as in drills; empty: no fault
    std::vector<std::string> culprits; ///< as in drills
};

/// Result of an exercise. A plain value.
struct ExerciseResult
{
    std::vector<sim::TrueFault> faults; ///< faults begun by the end; empty: none
    std::string cause; ///< the root cause in a sentence
    std::optional<ExerciseAnswer> answer; ///< nullopt: given up
    std::optional<TimePoint> noticed;
    bool isEarly = false; ///< noticed, answered or given up before anything was wrong
    bool isKindRight = false;
    bool isPlaceRight = false;
    std::optional<Duration> toNotice; ///< from the first fault's onset
    std::optional<Duration> toCause; ///< from the first fault's onset, if the answer is right
    /// First alert that names the culprit, if any.
    std::optional<scoring::RaisedAlert> reported;
    bool isReportedRight = false; ///< it also named the fault kind in the end

    [[nodiscard]] bool isRight() const { return isKindRight && isPlaceRight; }
};

/// Compares the answer and the alerts with the true faults.
/// @param truth faults of the run @param end when the answer was revealed: later faults are ignored
[[nodiscard]] ExerciseResult judgeExercise(const std::string& cause, std::span<const sim::TrueFault> truth,
                                           std::optional<TimePoint> noticed, std::optional<ExerciseAnswer> answer,
                                           std::span<const scoring::RaisedAlert> reported, TimePoint end);

/// JSON for the file beside the recording: kinds, entities, times in ISO 8601, delays in seconds.
[[nodiscard]] QJsonObject exerciseAsJson(const ExerciseResult& result);

/// Runs an exercise: the operator reports a problem and a diagnosis, then gets the answer. Does nothing without an
/// exercise in the session. GUI thread; owned by the composition; the session must outlive it.
class ExerciseController : public QObject
{
    Q_OBJECT

public:
    explicit ExerciseController(Session& session);
    ~ExerciseController() override;

    [[nodiscard]] bool isActive() const;
    [[nodiscard]] TimePoint began() const { return m_began; }
    [[nodiscard]] std::optional<TimePoint> noticed() const { return m_noticed; }
    [[nodiscard]] const std::optional<ExerciseResult>& result() const { return m_result; } ///< nullopt: not finished
    [[nodiscard]] QString recording() const; ///< folder of the run's recording; empty: not recorded

    /// Names as used in drills. Places without an entity, such as storage, follow from the kind.
    [[nodiscard]] std::vector<std::string> namesOf(const std::vector<EntityRef>& entities) const;

    void notice(); ///< the operator noticed a problem; only the first call counts
    /// @param kind fault kind as in drills; empty: no fault
    void answer(const std::string& kind, const std::vector<EntityRef>& culprits);
    void giveUp();

Q_SIGNALS:
    void changed();
    void problem(const QString& message);

private:
    void follow();
    void reveal(std::optional<ExerciseAnswer> answer);
    void keep();

    Session& m_session;
    TimePoint m_began;
    std::optional<TimePoint> m_noticed;
    std::optional<ExerciseResult> m_result;
    std::vector<scoring::RaisedAlert> m_reported;
    QTimer m_clock;
};

} // namespace lockstep
