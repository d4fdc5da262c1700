// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace lockstep {

/// A text edit bound to an external value: committed when typing pauses or focus is lost; external changes never
/// overwrite unfinished input. GUI thread; owned by its parent.
class BoundText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit BoundText(const QString& name, QWidget* parent = nullptr);

    /// Sets the stored text. Shown unless the user has uncommitted input.
    void setStored(const QString& text);
    /// Hands over uncommitted input at once.
    void commit();

Q_SIGNALS:
    void committed(const QString& text);

protected:
    void focusOutEvent(QFocusEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    void typed();

    QString m_stored;
    bool m_isWaiting = false;
    QBasicTimer m_pause;
};

/// A line edit bound to an external value: committed by Enter or loss of focus, reverted by Escape. GUI thread; owned
/// by its parent.
class BoundLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit BoundLine(const QString& name, QWidget* parent = nullptr);

    /// Sets the stored text. Shown unless the user has uncommitted input.
    void setStored(const QString& text);
    void commit();

Q_SIGNALS:
    void committed(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_stored;
};

} // namespace lockstep
