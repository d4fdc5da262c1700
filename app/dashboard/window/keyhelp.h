// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QList>
#include <QString>

class QMenuBar;

namespace lockstep {

/// Overlay that lists all keys by menu. Typing filters them; Escape or a click closes it. GUI thread; owned by the
/// window.
class KeyHelp : public QLabel
{
    Q_OBJECT

public:
    explicit KeyHelp(QWidget* window);

    /// Takes the shortcuts of all menu commands.
    void setMenus(const QMenuBar& menus);
    void toggle();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Key
    {
        QString key;
        QString what;
    };
    struct Group
    {
        QString title;
        QList<Key> keys;
    };

    void refresh();

    QList<Group> m_groups;
    QString m_search;
};

} // namespace lockstep
