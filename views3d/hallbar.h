// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/hallchoice.h"
#include "views3d/hallcommand.h"

#include <QToolBar>

#include <map>

class QComboBox;

namespace lockstep {

/// The strip over the hall: what the colours show, and what is drawn besides. What has no room is behind its arrow.
/// Every button has a key (see hallCommandOf()) and says so. GUI thread; child of HallView.
class HallBar : public QToolBar
{
    Q_OBJECT

public:
    explicit HallBar(QWidget* parent);

    void setChoice(const HallChoice& choice);
    /// The metric as chosen: modes that it cannot be shown in are not offered.
    void setMetric(const MetricDescriptor* metric);

Q_SIGNALS:
    void modeChosen(lockstep::HallMode mode);
    void commanded(lockstep::HallCommand command);

private:
    void addButton(const QString& text, const QString& explanation, HallCommand command, bool isCheckable);

    QComboBox* m_modes;
    std::map<HallCommand, QAction*> m_actions;
};

} // namespace lockstep
