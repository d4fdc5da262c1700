// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/plaintexts.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>

namespace lockstep {

PlainTexts::PlainTexts(QObject* parent) : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool PlainTexts::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Polish) {
        auto* label = qobject_cast<QLabel*>(watched);
        if (label != nullptr && label->textFormat() == Qt::AutoText)
            label->setTextFormat(Qt::PlainText);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockstep

#include "moc_plaintexts.cpp"
