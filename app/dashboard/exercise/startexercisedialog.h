// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/sources/simulateddrill.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QLabel;

namespace lockstep {

/// Chooses a drill, or a surprise, and its severity. GUI thread; deletes itself.
class StartExerciseDialog : public QDialog
{
    Q_OBJECT

public:
    explicit StartExerciseDialog(std::vector<sim::Drill> drills, QWidget* parent = nullptr);

    void accept() override;

Q_SIGNALS:
    void chosen(const lockstep::SimulatedDrill& exercise);

private:
    void explain();

    const std::vector<sim::Drill> m_drills;
    QComboBox* m_which;
    QComboBox* m_strength;
    QLabel* m_summary;
};

} // namespace lockstep
