// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace lockstep {

/// The filter line above the lanes, with its interpretation. GUI thread; owned by its timeline.
class LaneFilterBar : public QWidget
{
    Q_OBJECT

public:
    explicit LaneFilterBar(QWidget* parent);

    /// See SpanFilter.
    [[nodiscard]] QLineEdit& line() const { return *m_line; }
    [[nodiscard]] QString text() const;
    void setNote(const QString& note);
    void focusLine();

Q_SIGNALS:
    void textChanged(const QString& text);
    void closed(); ///< Escape was pressed

private:
    QLineEdit* m_line;
    QLabel* m_note;
};

} // namespace lockstep
