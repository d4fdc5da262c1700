// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/comparebaseline.h"

#include <QWidget>

#include <map>

class QLabel;
class QToolButton;

namespace lockstep {

class CompareDesk;

/// One line below the control bar while something is compared: with what, which side is shown, and how to change that.
/// GUI thread; owned by the dashboard page.
class CompareBar : public QWidget
{
    Q_OBJECT

public:
    explicit CompareBar(CompareDesk& desk, QWidget* parent = nullptr);

private:
    void addModes(QLayout& layout);
    void refresh();

    CompareDesk& m_desk;
    QLabel* m_sentence;
    std::map<Shown, QToolButton*> m_shown;
    QToolButton* m_mean;
    QToolButton* m_moments;
};

} // namespace lockstep
