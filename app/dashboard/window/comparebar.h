// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/comparison/comparison.h"

#include <QWidget>

#include <map>

class QAction;
class QLabel;
class QToolButton;

namespace lockstep {

class ComparisonController;

/// Shown in the control bar during a comparison: the baseline, the side that is shown, and controls to change them. GUI
/// thread; owned by the dashboard page.
class CompareBar : public QWidget
{
    Q_OBJECT

public:
    explicit CompareBar(ComparisonController& controller, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void addModes(QLayout& layout);
    QToolButton* makeMore();
    void refresh();
    void elideSentence();

    ComparisonController& m_controller;
    QLabel* m_sentence;
    std::map<Shown, QToolButton*> m_shown;
    QAction* m_mean = nullptr;
    QAction* m_moments = nullptr;
};

} // namespace lockstep
