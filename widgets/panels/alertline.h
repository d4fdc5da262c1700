// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/view/viewcontext.h"

#include <QString>
#include <QTimer>
#include <QWidget>

class QAction;

namespace lockstep {

/// The most pressing alert across the window: what and how many there are beside it, and below that where, since when,
/// what it costs and whose it is, with what can be done about it. A click selects what it is about. GUI thread; owned
/// by its parent.
class AlertLine : public QWidget
{
    Q_OBJECT

public:
    explicit AlertLine(ViewContext context, QWidget* parent = nullptr);

    enum class Mode : std::uint8_t {
        Off,
        Card, ///< with buttons; keeps its room while there is no alert, as docks must not shift
        Large, ///< to be read from afar; takes no room while there is no alert
    };
    /// @param scale how much larger than usual its letters are
    void setMode(Mode mode, double scale = 1);
    /// A button of the card that runs a command of the window.
    void addButton(const QString& text, QAction& command);
    [[nodiscard]] const QString& text() const { return m_text; } ///< empty: there is no alert
    [[nodiscard]] const QString& facts() const { return m_facts; }
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QFont words() const;
    void tell(const Alert& alert, int others, TimePoint moment);

    ViewContext m_context;
    QTimer m_clock;
    double m_scale = 1;
    Mode m_mode = Mode::Off;
    QWidget* m_buttons;
    EntityRef m_entity; ///< that the alert blames; invalid: none
    QString m_text;
    QString m_facts;
    QString m_calm; ///< in place of an alert
    Severity m_severity = Severity::Information;
};

} // namespace lockstep
