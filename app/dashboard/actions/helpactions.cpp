// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/helpactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/dialogs/manualbrowser.h"
#include "app/dashboard/dialogs/manualdialog.h"
#include "models/view/translation.h"

#include <QApplication>
#include <QDockWidget>
#include <QPointer>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

const QDockWidget* dockOf(const QWidget* widget)
{
    while (widget != nullptr && qobject_cast<const QDockWidget*>(widget) == nullptr)
        widget = widget->parentWidget();
    return qobject_cast<const QDockWidget*>(widget);
}

} // namespace

QString manualPageFor(const QWidget* focus, const QWidget* underPointer)
{
    const QDockWidget* const focused = dockOf(focus);
    const QDockWidget* const dock = focused != nullptr ? focused : dockOf(underPointer);
    return dock != nullptr ? u"views.md#"_s + anchorOf(dock->windowTitle()) : u"README.md"_s;
}

QAction* addManualAction(QWidget& window)
{
    const auto showManual = [&window, manual = QPointer<ManualDialog>()]() mutable {
        const QString page = manualPageFor(QApplication::focusWidget(), QApplication::widgetAt(QCursor::pos()));
        if (manual == nullptr)
            manual = new ManualDialog(&window);
        manual->showPage(page);
    };
    return makeAction(window, tr("Manual"), QKeySequence::HelpContents, showManual);
}

} // namespace lockstep
