// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/keyhelp.h"

#include <QAction>
#include <QKeyEvent>
#include <QMouseEvent>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

QString row(const QString& key, const QString& what)
{
    return u"<tr><td align='right' style='padding:3px 16px 3px 0'><b>%1</b></td><td style='padding:3px 0'>%2</td></tr>"_s
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
    setMargin(24);
    setFocusPolicy(Qt::StrongFocus);
    setTextFormat(Qt::RichText);
    hide();
}

void KeyHelp::setActions(const QList<QAction*>& actions)
{
    QStringList rows;
    for (const QAction* action : actions) {
        if (!action->shortcut().isEmpty())
            rows.append(row(action->shortcut().toString(QKeySequence::NativeText), action->text()));
    }
    rows += {
        row(tr("Wheel"), tr("Zoom at the pointer (all views)")),
        row(tr("Drag"), tr("Pan; in the hall: orbit")),
        row(tr("Shift + drag"), tr("Mark a range of time")),
        row(tr("Ctrl + drag"), tr("Zoom to a range of time")),
        row(tr("Double click"), tr("Fit; inside a marked range: zoom to it")),
        row(tr("P, Shift + P, /"), tr("In the timeline: pin a lane, unpin all, filter")),
        row(tr("1 2 3 4, F, Home"), tr("In the hall: corner, front, top, back; fly to selection, to all")),
        row(tr("M, H, T, U, X, R, P"),
            tr("In the hall: mode, unhealthy only, air, units, explode, hold range, copy picture")),
        row(tr("Ctrl+Z, Esc"), tr("While arranging racks: undo a move; cancel the drag, finish")),
        row(tr("W S A D"), tr("Zoom and pan the focused view")),
        row(tr("Esc"), tr("Clear selection and marked range")),
    };
    // Two columns, so that the page fits a small screen.
    const qsizetype half = (rows.size() + 1) / 2;
    setText(u"<table><tr><td valign='top'><table>%1</table></td><td width='40'></td>"
            "<td valign='top'><table>%2</table></td></tr></table>"_s.arg(rows.mid(0, half).join(QString()),
                                                                         rows.mid(half).join(QString())));
}

void KeyHelp::toggle()
{
    if (isVisible()) {
        hide();
        return;
    }
    adjustSize();
    move((parentWidget()->width() - width()) / 2, (parentWidget()->height() - height()) / 2);
    show();
    raise();
    setFocus();
}

void KeyHelp::keyPressEvent(QKeyEvent* event)
{
    event->accept();
    hide();
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
