// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/action.h"
#include "app/dashboard/actions/windowactions.h"
#include "app/session/comparisoncontroller.h"
#include "models/view/translation.h"

#include <QFileDialog>
#include <QMainWindow>

namespace lockstep {

namespace {

void askForBaseline(QMainWindow& window, ComparisonController& controller, QFileDialog::FileMode mode)
{
    auto* dialog = new QFileDialog(&window, tr("Compare with a recording"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    QObject::connect(dialog, &QFileDialog::fileSelected, &controller,
                     [&controller](const QString& path) { controller.withRecording(path); });
    dialog->open();
}

} // namespace

QList<QAction*> addCompareActions(QMainWindow& window, ComparisonController& controller)
{
    ComparisonController* const d = &controller;
    QMainWindow* const w = &window;
    const QList<QAction*> whileComparing = {
        makeAction(window, tr("Cycle through value, baseline and difference"), Qt::SHIFT | Qt::Key_C,
                   [d] { d->showNext(); }),
        makeAction(window, tr("Show relative change"), QKeySequence(), [d] { d->show(Shown::Change); }),
        makeAction(window, tr("Align baseline with cursor"), QKeySequence(), [d] { d->layStartOnCursor(); }),
        makeAction(window, tr("Swap with baseline"), Qt::ALT | Qt::Key_C, [d] { d->swap(); }),
        makeAction(window, tr("Stop comparing"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, [d] { d->stop(); }),
    };
    const auto enable = [whileComparing, d] {
        for (QAction* each : whileComparing)
            each->setEnabled(d->isActive());
    };
    QObject::connect(d, &ComparisonController::changed, &window, enable);
    enable();
    return QList<QAction*>{
               makeAction(window, tr("Compare with marked range"), Qt::Key_C,
                          [d] { d->withMarkedRange(ComparisonBaseline::How::Mean); }),
               makeAction(window, tr("Compare with marked range point by point"), QKeySequence(),
                          [d] { d->withMarkedRange(ComparisonBaseline::How::Moment); }),
               makeAction(window, tr("Compare with one hour ago"), Qt::CTRL | Qt::Key_H,
                          [d] { d->withEarlier(std::chrono::hours(1)); }),
               makeAction(window, tr("Compare with a recording..."), QKeySequence(),
                          [w, d] { askForBaseline(*w, *d, QFileDialog::Directory); }),
               makeAction(window, tr("Compare with a bundle..."), QKeySequence(),
                          [w, d] { askForBaseline(*w, *d, QFileDialog::ExistingFile); }),
           }
    + whileComparing;
}

} // namespace lockstep
