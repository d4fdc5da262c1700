// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

namespace lockstep {

class BoundText;

/// The story as text: summary, causes, actions. GUI thread; owned by the editor.
class IncidentStory : public QWidget
{
    Q_OBJECT

public:
    explicit IncidentStory(ViewContext context, QWidget* parent = nullptr);

    void refresh();
    void commit();

private:
    ViewContext m_context;
    BoundText* m_summary;
    BoundText* m_causes;
    BoundText* m_actions;
};

} // namespace lockstep
