// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QTextBrowser>

namespace lockstep {

/// Edit history of the open incident, newest first. GUI thread; owned by the editor.
class IncidentHistory : public QTextBrowser
{
    Q_OBJECT

public:
    explicit IncidentHistory(ViewContext context, QWidget* parent = nullptr);

    void refresh();

protected:
    /// Loads nothing: the text comes from untrusted sources.
    QVariant loadResource(int, const QUrl&) override { return {}; }

private:
    ViewContext m_context;
};

} // namespace lockstep
