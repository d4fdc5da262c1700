// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/view/viewcontext.h"

#include <QString>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QAction;
class QToolButton;

namespace lockstep {

/// The most severe alert across the window. Shows its title and the number of other alerts and, below, place, age,
/// cost, owner and actions. A click selects its component. GUI thread; owned by its parent.
class AlertLine : public QWidget
{
    Q_OBJECT

public:
    explicit AlertLine(ViewContext context, QWidget* parent = nullptr);

    enum class Mode : std::uint8_t {
        Off,
        Card, ///< with buttons; keeps its space without an alert, so that docks do not shift
        Large, ///< for reading from a distance; hidden without an alert
    };
    void setMode(Mode mode);
    /// Adds a button that runs a command of the window after emitting wanted().
    /// @param isUseful disables the button for some alerts; null: always enabled
    void addButton(const QString& text, QAction& command, std::function<bool(const Alert& alert)> isUseful = {});
    [[nodiscard]] const QString& text() const { return m_text; } ///< empty: no alert
    [[nodiscard]] const QString& facts() const { return m_facts; }
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void wanted(const lockstep::Alert& alert); ///< the displayed alert becomes the subject of commands

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QFont words() const;
    void follow();
    void updateTitle();
    void updateFacts();

    ViewContext m_context;
    QTimer m_clock;
    Mode m_mode = Mode::Off;
    QWidget* m_buttons;
    std::vector<std::pair<QToolButton*, std::function<bool(const Alert& alert)>>> m_usefulFor;
    std::optional<Alert> m_worst; ///< shown; nullopt: none
    int m_others = 0;
    TimePoint m_moment; ///< moment at which it is shown
    std::uint64_t m_version = 0; ///< of the alerts
    QString m_text;
    QString m_facts;
    QString m_calm; ///< shown without an alert
};

} // namespace lockstep
