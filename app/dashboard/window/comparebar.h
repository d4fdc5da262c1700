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

/// Part of the control bar during a comparison: shows the baseline and the selected side, and controls to change them.
/// GUI thread; owned by the dashboard page.
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
