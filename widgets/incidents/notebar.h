// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/annotation.h"
#include "models/view/viewcontext.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace lockstep {

/// A line above the time bar for a note about a moment or range. Shows what the note refers to; Enter saves, Escape
/// cancels. Not modal. Hidden until requested. GUI thread; owned by the dashboard page.
class NoteBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoteBar(ViewContext context, QWidget* parent = nullptr);

    /// Asks for the text of an otherwise complete annotation.
    void ask(Annotation note);
    /// Saves the text typed so far, if any.
    void commit();

Q_SIGNALS:
    void kept(const lockstep::Annotation& note);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void keep();
    void leave();

    ViewContext m_context;
    QLabel* m_about;
    QLineEdit* m_words;
    Annotation m_note;
    QPointer<QWidget> m_before; ///< widget that had the focus
};

} // namespace lockstep
