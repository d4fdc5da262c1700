// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/themestyle.h"

#include "models/view/colour/theme.h"
#include "widgets/common/paint.h"

#include <QApplication>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOptionComboBox>

namespace lockstep {

namespace {

/// Fusion style that elides text in combo boxes that are too narrow; the tool tip or list shows the whole text. Owned
/// by the application.
class ElidingStyle : public QProxyStyle
{
public:
    ElidingStyle();

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
};

ElidingStyle::ElidingStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

void ElidingStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (element != CE_ComboBoxLabel || combo == nullptr)
        return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionComboBox elided(*combo);
    const int room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - 2;
    elided.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room);
    QProxyStyle::drawControl(element, &elided, painter, widget);
}

/// @name placeholders are members of Palette.
constexpr auto sheet = R"(
QMainWindow::separator { background: @window; width: 4px; height: 4px; }
QMainWindow::separator:hover { background: @accent; }
QDockWidget { color: @text; font-weight: 600; }
QDockWidget::title { background: @window; padding: 5px 8px; text-align: left; border-bottom: 1px solid @line; }
QDockWidget::close-button, QDockWidget::float-button { border: 1px solid transparent; padding: 2px; }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: @raised; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px; }
QMenuBar { background: @window; }
QMenu { background: @raised; border: 1px solid @line; }
QMenu::item { padding: 5px 24px 5px 24px; min-height: 16px; }
QMenu::item:selected { background: @accent; color: @onAccent; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QStatusBar { background: @window; color: @dimText; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QTabBar::tab { background: @window; color: @dimText; padding: 5px 12px; min-height: 16px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { background: @raised; }
QAbstractItemView { background: @panel; alternate-background-color: @panel; border: 1px solid transparent; outline: 0; }
QAbstractItemView:focus { border: 1px solid @accent; }
QTreeView::item, QTableView::item, QListView::item { min-height: 22px; border: none; }
QTreeView::item:hover, QTableView::item:hover, QListView::item:hover { background: @raised; }
QTreeView::item:selected, QTableView::item:selected, QListView::item:selected { background: @selection; color: @text; }
QHeaderView { background: @panel; }
QHeaderView::section { background: @panel; color: @dimText; border: none; border-bottom: 1px solid @line;
    padding: 2px 6px; min-height: 18px; }
QLineEdit { background: @window; border: 1px solid @line; border-radius: 3px;
    padding: 2px 6px; min-height: 20px; selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:focus { border: 1px solid @accent; }
QPushButton { background: @raised; border: 1px solid @line; border-radius: 3px; padding: 3px 12px; min-height: 20px; }
QPushButton:hover { border-color: @hover; }
QPushButton:pressed { background: @window; }
QPushButton:focus { border: 1px solid @accent; }
QPushButton:disabled { color: @dimText; }
QToolButton { background: @raised; border: 1px solid @line; border-radius: 3px; padding: 2px 5px; min-height: 20px; }
QToolButton[autoRaise="true"] { background: transparent; border-color: transparent; }
QToolButton:hover { border-color: @hover; }
QToolButton:pressed { background: @line; }
QToolButton:checked { background: @selection; border-color: @accent; }
QToolButton:checked:pressed { background: @line; }
QToolButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: right center; right: 3px; }
QToolButton:focus { border: 1px solid @accent; }
QScrollBar:vertical { background: @panel; width: 10px; margin: 0; }
QScrollBar:horizontal { background: @panel; height: 10px; margin: 0; }
QScrollBar::handle { background: @line; border-radius: 4px; min-height: 24px; min-width: 24px; margin: 1px; }
QScrollBar::handle:hover { background: @dimText; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QSplitter::handle { background: @window; }
)";

Rgb selectionColour(const Palette& palette)
{
    return mixed(palette.panel, palette.accent, 0.28);
}

} // namespace

QPalette qtPalette(const Palette& palette)
{
    QPalette result(toColor(palette.text), toColor(palette.raised), toColor(palette.line), toColor(palette.window),
                    toColor(palette.dimText), toColor(palette.text), toColor(palette.text), toColor(palette.panel),
                    toColor(palette.window));
    result.setColor(QPalette::AlternateBase, toColor(palette.raised));
    result.setColor(QPalette::ToolTipBase, toColor(palette.raised));
    result.setColor(QPalette::ToolTipText, toColor(palette.text));
    result.setColor(QPalette::PlaceholderText, toColor(palette.dimText));
    result.setColor(QPalette::Highlight, toColor(palette.accent));
    result.setColor(QPalette::HighlightedText, toColor(readableOn(palette.accent)));
    result.setColor(QPalette::Link, toColor(palette.accent));
    result.setColor(QPalette::LinkVisited, toColor(palette.accent));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        result.setColor(QPalette::Disabled, role, toColor(palette.dimText));
    return result;
}

QString styleSheet(const Palette& palette)
{
    QString result = QString::fromLatin1(sheet);
    const auto put = [&result](QLatin1String name, Rgb colour) {
        result.replace(name, toColor(colour).name());
    };
    put(QLatin1String("@window"), palette.window);
    put(QLatin1String("@panel"), palette.panel);
    put(QLatin1String("@raised"), palette.raised);
    put(QLatin1String("@line"), palette.line);
    put(QLatin1String("@text"), palette.text);
    put(QLatin1String("@dimText"), palette.dimText);
    put(QLatin1String("@accent"), palette.accent);
    put(QLatin1String("@hover"), palette.hover);
    put(QLatin1String("@selection"), selectionColour(palette));
    put(QLatin1String("@onAccent"), readableOn(palette.accent));
    return result;
}

void applyTheme(QApplication& application, const Theme& theme)
{
    constexpr auto isStyled = "lockstepStyle"; // with a style sheet Qt wraps our style in its own
    if (!application.property(isStyled).toBool())
        QApplication::setStyle(new ElidingStyle);
    application.setProperty(isStyled, true);
    QApplication::setPalette(qtPalette(theme.palette()));
    application.setStyleSheet(styleSheet(theme.palette()));
}

} // namespace lockstep
