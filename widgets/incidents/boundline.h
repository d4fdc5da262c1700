// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace lockstep {

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
