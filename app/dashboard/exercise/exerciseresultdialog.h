// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace lockstep {

class ExerciseController;

/// How an exercise went, once it is over: what it was, what was said of it, what was reported. GUI thread; deletes
/// itself.
class ExerciseResultDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ExerciseResultDialog(const ExerciseController& exercise, QWidget* parent = nullptr);
};

} // namespace lockstep
