// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace lockstep {

/// Fusion style that elides text in combo boxes that are too narrow; the tool tip or list shows the whole text. Owned
/// by the application.
class ElidingStyle : public QProxyStyle
{
    Q_OBJECT

public:
    ElidingStyle();

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
};

} // namespace lockstep
