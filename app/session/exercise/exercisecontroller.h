// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/exercise/exerciseresult.h"
#include "models/core/ids.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class Session;

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
