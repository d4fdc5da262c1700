// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/keyhelp.h"

#include "widgets/common/fonts.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>

#include <algorithm>
#include <array>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int widest = 1560;

QString rowHtml(const QString& key, const QString& what)
{
    return u"<tr><td align='right' style='padding:1px 12px 1px 0'><b>%1</b></td><td style='padding:1px 0'>%2</td></tr>"_s
        .arg(key.toHtmlEscaped(), what.toHtmlEscaped());
}

} // namespace

KeyHelp::KeyHelp(QWidget* window) : QLabel(window)
{
    setObjectName(u"keyHelp"_s);
    setAccessibleName(tr("All keys"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setFrameShape(QFrame::StyledPanel);
    setMargin(16);
    setFocusPolicy(Qt::StrongFocus);
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setFont(smallTextFont());
    hide();
}

void KeyHelp::setMenus(const QMenuBar& menus)
{
    m_groups = {
        {tr("Mouse and views"),
         {{tr("Wheel"), tr("Zoom at the pointer (all views)")},
          {tr("Drag"), tr("Pan; in the hall, orbit")},
          {tr("Shift + drag"), tr("Mark a time range")},
          {tr("Ctrl + drag"), tr("Zoom to a time range")},
          {tr("Double click"), tr("Show all; inside a marked range, zoom to it")},
          {tr("W S A D"), tr("Zoom and pan the focused view")},
          {tr("P, Shift + P, /"), tr("In the timeline: pin a lane, unpin all, filter")},
          {tr("1 2 3 4, F, Home"), tr("In the hall: view from corner, front, top, back; fly to selection; show all")},
          {tr("M, H, T, U, X, R, P"),
           tr("In the hall: colour mode, unhealthy only, air, rack units, explode, fix range, copy image")},
          {tr("Ctrl+Z, Esc"), tr("While arranging racks: undo a move; cancel a drag or finish")},
          {tr("Left, Right"), tr("On the time bar: step one tick")},
          {tr("Esc"), tr("Clear selection and marked range")}}}};
    for (const QAction* menu : menus.actions()) {
        Group group{menu->text().remove(u'&'), {}};
        for (const QAction* action : menu->menu()->actions()) {
            if (!action->shortcut().isEmpty())
                group.keys.append(
                    {QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText), action->text()});
        }
        if (!group.keys.isEmpty())
            m_groups.append(group);
    }
}

/// In three columns of about the same height, so that the page fits a small screen. Groups are not divided.
void KeyHelp::refresh()
{
    constexpr qsizetype columnCount = 3;
    QList<QStringList> groups;
    qsizetype lines = 0;
    for (const Group& group : m_groups) {
        QStringList matching;
        for (const Key& each : group.keys) {
            const bool isMatch = each.key.contains(m_search, Qt::CaseInsensitive)
                || each.what.contains(m_search, Qt::CaseInsensitive)
                || group.title.contains(m_search, Qt::CaseInsensitive);
            if (isMatch)
                matching << rowHtml(each.key, each.what);
        }
        if (!matching.isEmpty())
            matching.prepend(
                u"<tr><td></td><td style='padding-top:6px'><b>%1</b></td></tr>"_s.arg(group.title.toHtmlEscaped()));
        if (!matching.isEmpty())
            groups << matching;
        lines += matching.size();
    }
    std::array<QString, columnCount> contents;
    qsizetype before = 0;
    for (const QStringList& group : groups) {
        const qsizetype middle = before + group.size() / 2;
        contents.at(static_cast<std::size_t>(middle * columnCount / lines)) += group.join(QString());
        before += group.size();
    }
    QString columns;
    for (const QString& content : contents) {
        if (!content.isEmpty())
            columns += u"<td valign='top'><table>%1</table></td><td width='24'></td>"_s.arg(content);
    }
    const QString search = m_search.isEmpty() ? tr("Type to search") : tr("Search: %1").arg(m_search);
    setText(u"<p>%1</p><table><tr>%2</tr></table>"_s.arg(
        search.toHtmlEscaped(), columns.isEmpty() ? tr("No matching key").toHtmlEscaped() : columns));
    const int wide = std::min(widest, parentWidget()->width() - margin() * 2);
    resize(wide, heightForWidth(wide));
    move((parentWidget()->width() - width()) / 2, (parentWidget()->height() - height()) / 2);
}

void KeyHelp::toggle()
{
    if (isVisible()) {
        hide();
        return;
    }
    m_search.clear();
    refresh();
    show();
    raise();
    setFocus();
}

/// Keys typed here are not commands.
bool KeyHelp::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QLabel::event(event);
}

void KeyHelp::keyPressEvent(QKeyEvent* event)
{
    event->accept();
    const bool isAskedAgain = event->key() == Qt::Key_Question && m_search.isEmpty();
    if (event->key() == Qt::Key_Escape || isAskedAgain)
        return hide();
    if (event->key() == Qt::Key_Backspace)
        m_search.chop(1);
    else if (!event->text().isEmpty() && event->text().front().isPrint())
        m_search += event->text();
    refresh();
}

void KeyHelp::mousePressEvent(QMouseEvent* event)
{
    event->accept();
    hide();
}

void KeyHelp::focusOutEvent(QFocusEvent* event)
{
    hide();
    QLabel::focusOutEvent(event);
}

} // namespace lockstep

#include "moc_keyhelp.cpp"
