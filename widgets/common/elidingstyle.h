// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace lockstep {

/// Fusion that never cuts a text off in the middle of a letter: where a combo box has no room for its text, the text
/// ends in an ellipsis. Its tool tip or list has the whole. Owned by the application.
class ElidingStyle : public QProxyStyle
{
    Q_OBJECT

public:
    ElidingStyle();

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
};

} // namespace lockstep
