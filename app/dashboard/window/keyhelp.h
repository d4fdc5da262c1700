// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QList>

class QAction;

namespace lockstep {

/// Overlay that lists all keys. Any key or click closes it. GUI thread; owned by the window.
class KeyHelp : public QLabel
{
    Q_OBJECT

public:
    explicit KeyHelp(QWidget* window);

    void setActions(const QList<QAction*>& actions);
    void toggle();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
};

} // namespace lockstep
