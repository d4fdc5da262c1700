// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/notebar.h"

#include "models/view/time/timeaxis.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

namespace lockstep {

namespace {

QString aboutText(const Annotation& note)
{
    QString text = toQString(formatTime(note.range.from, std::chrono::milliseconds(1)));
    if (!note.isMoment())
        text += QStringLiteral(", ") + toQString(formatDuration(note.range.length()));
    if (note.entities.size() == 1)
        text += QStringLiteral("  ") + toQString(note.entities.front().path);
    else if (note.entities.size() > 1)
        text += NoteBar::tr("  %1 components").arg(note.entities.size());
    return text;
}

} // namespace

NoteBar::NoteBar(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_about(makeLabel()), m_words(new QLineEdit)
{
    setAutoFillBackground(true);
    m_about->setFont(figureFont());
    m_about->setForegroundRole(QPalette::PlaceholderText);
    m_words->setPlaceholderText(tr("What happened? Enter saves the note, Esc cancels."));
    m_words->setAccessibleName(tr("Note text"));
    m_words->installEventFilter(this);
    auto* line = makeBox<QHBoxLayout>(this, 8, {8, 4, 8, 4});
    line->addWidget(makeLabel(tr("Note")));
    line->addWidget(m_about);
    line->addWidget(m_words, 1);
    connect(m_words, &QLineEdit::returnPressed, this, &NoteBar::keep);
    hide();
}

void NoteBar::ask(Annotation note)
{
    m_note = std::move(note);
    if (!isVisible())
        m_before = QApplication::focusWidget();
    m_about->setText(aboutText(m_note));
    m_words->setText(toQString(m_note.text));
    show();
    m_words->setFocus(Qt::ShortcutFocusReason);
}

void NoteBar::commit()
{
    if (isVisible())
        keep();
}

void NoteBar::keep()
{
    m_note.text = m_words->text().trimmed().toStdString();
    leave();
    if (!m_note.text.empty())
        Q_EMIT kept(m_note);
}

void NoteBar::leave()
{
    hide();
    if (m_before)
        m_before->setFocus();
}

bool NoteBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        leave();
        return true;
    }
    if (event->type() == QEvent::FocusOut && m_words->text().isEmpty()
        && static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason)
        hide();
    return QWidget::eventFilter(watched, event);
}

} // namespace lockstep

#include "moc_notebar.cpp"
