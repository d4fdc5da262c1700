// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/annotation.h"
#include "models/view/viewcontext.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace lockstep {

/// One line, above the time bar, that takes a note about a moment or a stretch of time: says what it will be about,
/// Enter keeps it, Escape drops it. Nothing else stops meanwhile. Hidden until asked for. GUI thread; owned by the
/// page.
class NoteBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoteBar(ViewContext context, QWidget* parent = nullptr);

    /// Asks for the words of a note that has everything else already.
    void ask(Annotation note);
    /// Keeps what has been typed, if it is asking.
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
    QPointer<QWidget> m_before; ///< had the focus
};

} // namespace lockstep
