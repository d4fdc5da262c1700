// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/wallmode.h"

#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/window/controlbar.h"
#include "app/dashboard/window/dashboardpage.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/view/time/timewindow.h"
#include "views3d/hallview.h"
#include "widgets/incidents/notebar.h"
#include "widgets/panels/alertline.h"
#include "widgets/panels/alertspanel.h"
#include "widgets/panels/header/statusfooter.h"
#include "widgets/timeline/bar/timebar.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFontInfo>
#include <QKeyEvent>
#include <QLayout>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QTabBar>

#include <algorithm>
#include <functional>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds checkInterval{1};
constexpr double usualWidth = 1280; ///< width at which everything has its normal size
constexpr double largest = 2;

bool isTouch(const QEvent& event)
{
    switch (event.type()) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::KeyPress:
        return true;
    default:
        return false;
    }
}

/// A button, combo box or text field of a view; not the buttons of a tab bar.
bool isControl(const QWidget* widget)
{
    const bool is = qobject_cast<const QAbstractButton*>(widget) != nullptr
        || qobject_cast<const QComboBox*>(widget) != nullptr || qobject_cast<const QLineEdit*>(widget) != nullptr;
    return is && qobject_cast<const QTabBar*>(widget->parentWidget()) == nullptr;
}

/// Docks grouped by tabbed area, the front one first.
QList<QList<QDockWidget*>> pilesOf(const DockHost& docks)
{
    QList<QList<QDockWidget*>> piles;
    for (QDockWidget* dock : docks.docks()) {
        const bool isInFront = dock->isVisible() && !dock->visibleRegion().isEmpty();
        if (!isInFront)
            continue;
        QList<QDockWidget*> pile = docks.tabifiedDockWidgets(dock);
        pile.removeIf([](const QDockWidget* each) { return each->isHidden(); });
        if (!pile.isEmpty())
            piles.append(QList<QDockWidget*>{dock} + pile);
    }
    return piles;
}

} // namespace

WallMode::WallMode(QMainWindow& window, DashboardPage& page, Workspaces& workspaces, ViewContext context)
    : QObject(&window),
      m_window(window),
      m_page(page),
      m_workspaces(workspaces),
      m_context(context),
      m_alert(new AlertLine(context))
{
    page.setBar(m_alert);
    const auto add = [this, commands = window.actions()](const QString& text, const QKeySequence& key,
                                                         std::function<bool(const Alert&)> isUseful = {}) {
        const auto command = std::ranges::find(commands, key, &QAction::shortcut);
        if (command != commands.end())
            m_alert->addButton(text, **command, std::move(isUseful));
    };
    add(tr("Show"), Qt::SHIFT | Qt::Key_K);
    add(tr("Acknowledge"), Qt::Key_K, [&time = context.time](const Alert& alert) {
        return time.isFollowing() && alert.state == Alert::State::Active;
    });
    add(tr("Open incident"), Qt::Key_I);
    connect(m_alert, &AlertLine::wanted, &page.alerts(), &AlertsPanel::choose);
    window.installEventFilter(this);
    connect(&workspaces, &Workspaces::aboutToShow, this, &WallMode::follow);
    connect(&m_turning, &QTimer::timeout, this, &WallMode::turn);
    connect(&m_looking, &QTimer::timeout, this, &WallMode::checkForAlerts);
}

WallMode::~WallMode()
{
    if (m_isOn)
        QApplication::setFont(m_usualFont);
}

double WallMode::scaleFor(int width)
{
    return std::clamp(width / usualWidth, 1.0, largest);
}

void WallMode::follow(int workspace)
{
    const bool isWall = workspace == Workspaces::wall;
    if (!isWall)
        m_before = workspace;
    setOn(isWall);
    if (!isWall)
        m_alert->setMode(workspace == Workspaces::watch ? AlertLine::Mode::Card : AlertLine::Mode::Off);
    // Lay out now, so that docks are arranged at the size they will have.
    m_window.layout()->activate();
    m_page.layout()->activate();
}

void WallMode::leave()
{
    if (m_isOn)
        m_workspaces.show(m_before);
}

void WallMode::setOn(bool isOn)
{
    if (std::exchange(m_isOn, isOn) == isOn)
        return;
    m_window.menuBar()->setVisible(!isOn);
    m_page.controlBar().setVisible(!isOn);
    m_page.timeBar().setVisible(!isOn);
    m_page.footer().setVisible(!isOn);
    m_page.hall().setOnWall(isOn);
    m_window.setWindowState(m_window.windowState().setFlag(Qt::WindowFullScreen, isOn));
    if (!isOn) {
        qApp->removeEventFilter(this);
        applyFont(m_usualFont);
        for (const QPointer<QWidget>& control : std::exchange(m_hidden, {})) {
            if (control)
                control->show();
        }
        m_turning.stop();
        m_looking.stop();
        return;
    }
    m_page.noteBar().commit();
    m_usualFont = QApplication::font();
    m_alert->setMode(AlertLine::Mode::Large);
    enlarge();
    for (QWidget* widget : m_page.docks().findChildren<QWidget*>()) {
        if (isControl(widget) && !widget->isHidden())
            hideControl(*widget);
    }
    qApp->installEventFilter(this);
    m_rest.invalidate();
    m_known.clear();
    checkForAlerts(); // existing alerts are not new
    m_rest.invalidate();
    m_turning.start(turnEvery);
    m_looking.start(checkInterval);
}

void WallMode::hideControl(QWidget& control)
{
    m_hidden.append(&control);
    control.hide();
}

void WallMode::enlarge()
{
    QFont font = m_usualFont;
    font.setPointSizeF(QFontInfo(m_usualFont).pointSizeF() * scaleFor(m_window.width()));
    applyFont(font);
}

/// Painted text uses the application's font. A style sheet prevents widgets from following it, so their fonts are set
/// as well, except those of widgets with a special font.
void WallMode::applyFont(const QFont& font)
{
    if (font == QApplication::font())
        return;
    QApplication::setFont(font);
    const bool isUsual = font == m_usualFont;
    if (m_enlarged.isEmpty()) {
        for (QWidget* widget : m_window.findChildren<QWidget*>()) {
            if (!widget->testAttribute(Qt::WA_SetFont))
                m_enlarged.append(widget);
        }
    }
    for (const QPointer<QWidget>& widget : m_enlarged) {
        if (widget)
            widget->setFont(isUsual ? QFont() : font);
    }
    if (isUsual)
        m_enlarged.clear();
}

void WallMode::turn()
{
    if (m_rest.isValid() && std::chrono::milliseconds(m_rest.elapsed()) < restAfterTouch)
        return;
    const QList<QDockWidget*> all = m_page.docks().docks(); // in a stable order
    for (const QList<QDockWidget*>& pile : pilesOf(m_page.docks())) {
        QList<QDockWidget*> ring = pile;
        std::ranges::sort(ring, {}, [&all](QDockWidget* dock) { return all.indexOf(dock); });
        ring[(ring.indexOf(pile.constFirst()) + 1) % ring.size()]->raise();
    }
}

void WallMode::checkForAlerts()
{
    if (m_context.alerts == nullptr || !m_context.time.isFollowing())
        return;
    bool isNew = false;
    for (const Alert& alert : m_context.alerts->at(wallClockNow()))
        isNew = (!alert.end && m_known.insert(alert.key).second) || isNew;
    if (!isNew)
        return;
    m_rest.start();
    if (QDockWidget* const dock = m_page.docks().dock(u"dependencies"_s); !dock->isHidden())
        dock->raise();
}

bool WallMode::eventFilter(QObject* watched, QEvent* event)
{
    if (!m_isOn)
        return QObject::eventFilter(watched, event);
    if (isTouch(*event))
        m_rest.start();
    if (watched == &m_window && event->type() == QEvent::Resize)
        enlarge();
    const bool isEscape
        = event->type() == QEvent::KeyPress && static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Escape;
    // In a view, Escape would clear the selection. Overlays and text fields close first.
    auto* const widget = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Show && isControl(widget) && m_page.docks().isAncestorOf(widget))
        hideControl(*widget);
    const bool isInView = m_page.docks().isAncestorOf(widget) && qobject_cast<const QLineEdit*>(widget) == nullptr;
    if (isEscape && (isInView || widget == &m_page.docks() || widget == &m_window)) {
        leave();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockstep

#include "moc_wallmode.cpp"
