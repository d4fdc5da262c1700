// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QPlainTextEdit>

namespace lockstep {

/// A text that is kept elsewhere and edited here: what is typed is handed over when typing pauses or the keyboard goes
/// elsewhere, and what comes from elsewhere never takes a half-typed sentence away. GUI thread; owned by its parent.
class BoundText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit BoundText(const QString& name, QWidget* parent = nullptr);

    /// The text as it is kept. Shown unless something typed here waits to be handed over.
    void setStored(const QString& text);
    /// Hands over what waits, at once.
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

} // namespace lockstep
