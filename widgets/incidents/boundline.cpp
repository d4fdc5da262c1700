// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/boundline.h"

#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QTextBlock>
#include <QTextCursor>
#include <QTimerEvent>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int pauseMs = 600;

} // namespace

BoundText::BoundText(const QString& name, QWidget* parent) : QPlainTextEdit(parent)
{
    setAccessibleName(name);
    setTabChangesFocus(true);
    connect(this, &QPlainTextEdit::textChanged, this, &BoundText::typed);
}

void BoundText::setStored(const QString& text)
{
    m_stored = text;
    if (m_isWaiting || text == toPlainText())
        return;
    // Keep the cursor position, limited to the new text.
    const int position = textCursor().position();
    const QSignalBlocker blocker(this);
    setPlainText(text);
    QTextCursor cursor = textCursor();
    cursor.setPosition(std::min(position, static_cast<int>(text.size())));
    setTextCursor(cursor);
}

void BoundText::typed()
{
    m_isWaiting = true;
    m_pause.start(pauseMs, this);
}

void BoundText::commit()
{
    m_pause.stop();
    if (!std::exchange(m_isWaiting, false) || toPlainText() == m_stored)
        return;
    m_stored = toPlainText();
    Q_EMIT committed(m_stored);
}

void BoundText::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    commit();
}

void BoundText::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_pause.timerId())
        commit();
    else
        QPlainTextEdit::timerEvent(event);
}

BoundLine::BoundLine(const QString& name, QWidget* parent) : QLineEdit(parent)
{
    setAccessibleName(name);
    connect(this, &QLineEdit::editingFinished, this, &BoundLine::commit);
}

void BoundLine::setStored(const QString& text)
{
    const bool isUntouched = this->text() == m_stored;
    m_stored = text;
    if (isUntouched && this->text() != text) {
        setText(text);
        setCursorPosition(0); // show the beginning of a long text
    }
}

void BoundLine::commit()
{
    if (text() == m_stored)
        return;
    m_stored = text();
    Q_EMIT committed(m_stored);
}

void BoundLine::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && text() != m_stored)
        setText(m_stored);
    else
        QLineEdit::keyPressEvent(event);
}

} // namespace lockstep

#include "moc_boundline.cpp"
