// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/view/viewcontext.h"

#include <QList>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lockstep {

/// Shown while no incident is open: a button per alert at the moment shown, which opens an incident from it. Follows
/// alerts only while visible. GUI thread; owned by the editor.
class IncidentOffers : public QWidget
{
    Q_OBJECT

public:
    explicit IncidentOffers(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const QList<QPushButton*>& buttons() const { return m_buttons; }

Q_SIGNALS:
    void incidentWanted(const lockstep::AlertAt& alert);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    ViewContext m_context;
    QLabel* m_heading;
    QVBoxLayout* m_lines;
    QList<QPushButton*> m_buttons;
    std::vector<AlertAt> m_offered; ///< by button
};

} // namespace lockstep
