// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace lockstep {

class BoundLine;

/// Summary of an incident: title, severity (now and over time), state, owner, responders, time, place, tags. Edits the
/// open incident. GUI thread; owned by the editor.
class IncidentHead : public QWidget
{
    Q_OBJECT

public:
    explicit IncidentHead(ViewContext context, QWidget* parent = nullptr);

    void refresh();
    void commit();
    void focusTitle();

Q_SIGNALS:
    void reportWanted(); ///< as a file, without further questions
    void copyWanted(); ///< of the report

private:
    void layOut();
    void connectFields();
    void takeMarkedRange();
    void takeSelection();
    void showOnTimeBar();

    ViewContext m_context;
    BoundLine* m_title;
    QComboBox* m_severity;
    QComboBox* m_state;
    BoundLine* m_owner;
    BoundLine* m_responders;
    BoundLine* m_tags;
    QLabel* m_severities;
    QLabel* m_when;
    QLabel* m_where;
};

} // namespace lockstep
