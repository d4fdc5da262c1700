// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/compareactions.h"

#include "app/dashboard/action.h"
#include "app/dashboard/comparedesk.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMainWindow>

namespace lockstep {

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("CompareActions", source);
}

void askForRecording(QMainWindow& window, CompareDesk& desk, QFileDialog::FileMode mode)
{
    auto* dialog = new QFileDialog(&window, text("Compare with a recording"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    QObject::connect(dialog, &QFileDialog::fileSelected, &desk,
                     [&desk](const QString& path) { desk.withRecording(path); });
    dialog->open();
}

} // namespace

QList<QAction*> addCompareActions(QMainWindow& window, CompareDesk& desk)
{
    CompareDesk* const d = &desk;
    QMainWindow* const w = &window;
    const QList<QAction*> whileComparing = {
        makeAction(window, text("Show value, baseline, difference in turn"), Qt::SHIFT | Qt::Key_C,
                   [d] { d->showNext(); }),
        makeAction(window, text("Show the change as a share"), QKeySequence(), [d] { d->show(Shown::Change); }),
        makeAction(window, text("Lay the baseline's beginning on the cursor"), QKeySequence(),
                   [d] { d->layStartOnCursor(); }),
        makeAction(window, text("Swap with the baseline"), Qt::ALT | Qt::Key_C, [d] { d->swap(); }),
        makeAction(window, text("Stop comparing"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, [d] { d->stop(); }),
    };
    const auto enable = [whileComparing, d] {
        for (QAction* each : whileComparing)
            each->setEnabled(d->isActive());
    };
    QObject::connect(d, &CompareDesk::changed, &window, enable);
    enable();
    return QList<QAction*>{
               makeAction(window, text("Compare with the marked range"), Qt::Key_C,
                          [d] { d->withMarkedRange(Baseline::How::Mean); }),
               makeAction(window, text("Compare with the marked range, moment by moment"), QKeySequence(),
                          [d] { d->withMarkedRange(Baseline::How::Moment); }),
               makeAction(window, text("Compare with a recording..."), QKeySequence(),
                          [w, d] { askForRecording(*w, *d, QFileDialog::Directory); }),
               makeAction(window, text("Compare with a bundle..."), QKeySequence(),
                          [w, d] { askForRecording(*w, *d, QFileDialog::ExistingFile); }),
           }
    + whileComparing;
}

} // namespace lockstep
