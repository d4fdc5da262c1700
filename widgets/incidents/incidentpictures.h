// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

class QListWidget;
class QPushButton;

namespace lockstep {

class EmptyState;

/// Pictures attached to the open incident; each can restore its view. GUI thread; owned by the editor.
class IncidentPictures : public QWidget
{
    Q_OBJECT

public:
    explicit IncidentPictures(ViewContext context, QWidget* parent = nullptr);

    void refresh();
    [[nodiscard]] QListWidget& list() const { return *m_list; }

Q_SIGNALS:
    void pictureWanted(); ///< a picture of the window as it is now
    void stateWanted(const QString& viewState); ///< requests that the views restore that state

private:
    void showAgain();

    ViewContext m_context;
    QListWidget* m_list;
    EmptyState* m_empty;
    QPushButton* m_show;
};

} // namespace lockstep
