// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/view/viewcontext.h"

#include <QString>
#include <QTimer>
#include <QWidget>

namespace lockstep {

/// The most severe alert in one line, readable from a distance: title, age, and number of others. Takes no space
/// without alerts. GUI thread; owned by its parent.
class AlertLine : public QWidget
{
    Q_OBJECT

public:
    explicit AlertLine(ViewContext context, QWidget* parent = nullptr);

    /// Shows alerts from now on, in letters so many times the usual size, or nothing any more.
    void setOn(bool isOn, double scale);
    [[nodiscard]] const QString& text() const { return m_text; } ///< empty: there is no alert
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont words() const;

    ViewContext m_context;
    QTimer m_clock;
    double m_scale = 1;
    bool m_isOn = false;
    QString m_text;
    Severity m_severity = Severity::Information;
};

} // namespace lockstep
