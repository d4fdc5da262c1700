// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/fileactions.h"

#include "app/dashboard/action.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/filedrop.h"
#include "widgets/panels/notificationbar.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QInputDialog>
#include <QMainWindow>

namespace lockstep {

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("FileActions", source);
}

void askForAddress(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QInputDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(text("Connect to an agent"));
    dialog->setLabelText(text("Address, or several with commas between them (host:port):"));
    QObject::connect(dialog, &QInputDialog::textValueSelected, &composition, &Composition::connectTo);
    dialog->open();
}

void askWhereToSavePicture(QMainWindow& window, NotificationBar& notifications)
{
    // Taken before the dialog covers the window: the picture is of what the user saw when asking for it.
    const QPixmap picture = window.grab();
    auto* dialog = new QFileDialog(&window, text("Save a picture of the window"), QString(), text("PNG (*.png)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, [picture, &notifications](const QString& path) {
        if (!picture.save(path, "PNG"))
            notifications.notify(Severity::Warning, text("Cannot write the picture to %1").arg(path));
    });
    dialog->open();
}

void askForRecording(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QFileDialog(&window, text("Open a recording"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    QObject::connect(dialog, &QFileDialog::fileSelected, &composition, &Composition::openRecording);
    dialog->open();
}

void askForBundle(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QFileDialog(&window, text("Open a bundle: an incident with its recording"), QString(),
                                   text("Bundles (*.lockstep *.sqlite);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, &composition, &Composition::openRecording);
    dialog->open();
}

} // namespace

void askForClusterFile(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QFileDialog(&window, text("Open a cluster file"), QString(), text("Cluster files (*.toml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, &composition, &Composition::openClusterFile);
    dialog->open();
}

void askForTraces(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QFileDialog(&window, text("Open traces of one job, one file a rank or all in one"), QString(),
                                   text("Traces (*.json *.json.gz *.gz *.pickle *.pkl *.log);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, &composition, &Composition::openTraces);
    dialog->open();
}

QList<QAction*> addFileActions(QMainWindow& window, Composition& composition, NotificationBar& notifications)
{
    QMainWindow* const w = &window;
    const auto* drop = new FileDrop(window);
    QObject::connect(drop, &FileDrop::clusterDropped, &composition, &Composition::openClusterFile);
    QObject::connect(drop, &FileDrop::recordingDropped, &composition, &Composition::openRecording);
    QObject::connect(drop, &FileDrop::tracesDropped, &composition, &Composition::openTraces);
    return {
        makeAction(window, text("Connect to an agent..."), Qt::CTRL | Qt::Key_N,
                   [w, &composition] { askForAddress(*w, composition); }),
        makeAction(window, text("Open a cluster file..."), QKeySequence::Open,
                   [w, &composition] { askForClusterFile(*w, composition); }),
        makeAction(window, text("Open a recording..."), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
                   [w, &composition] { askForRecording(*w, composition); }),
        makeAction(window, text("Open a bundle..."), Qt::CTRL | Qt::SHIFT | Qt::Key_B,
                   [w, &composition] { askForBundle(*w, composition); }),
        makeAction(window, text("Open traces..."), Qt::CTRL | Qt::SHIFT | Qt::Key_T,
                   [w, &composition] { askForTraces(*w, composition); }),
        makeAction(window, text("Start the demo: a simulated cluster"), QKeySequence(),
                   [&composition] { composition.startDemo(); }),
        makeAction(window, text("Watch this machine"), QKeySequence(),
                   [&composition] { composition.watchThisMachine(); }),
        makeAction(window, text("Save a picture of the window..."), Qt::CTRL | Qt::SHIFT | Qt::Key_S,
                   [w, &notifications] { askWhereToSavePicture(*w, notifications); }),
        makeAction(window, text("Quit"), QKeySequence::Quit, [w] { w->close(); }),
    };
}

} // namespace lockstep
