// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/elidingstyle.h"

#include <QStyleFactory>
#include <QStyleOptionComboBox>

namespace lockstep {

ElidingStyle::ElidingStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

void ElidingStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (element != CE_ComboBoxLabel || combo == nullptr)
        return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionComboBox elided(*combo);
    const int room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - 2;
    elided.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room);
    QProxyStyle::drawControl(element, &elided, painter, widget);
}

} // namespace lockstep

#include "moc_elidingstyle.cpp"
