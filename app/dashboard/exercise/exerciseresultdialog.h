// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace lockstep {

class ExerciseController;

/// Result of an exercise: the true fault, the operator's diagnosis and Lockstep's own alerts. GUI thread; deletes
/// itself.
class ExerciseResultDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ExerciseResultDialog(const ExerciseController& exercise, QWidget* parent = nullptr);
};

} // namespace lockstep
