// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/boundline.h"

#include <QKeyEvent>

namespace lockstep {

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
