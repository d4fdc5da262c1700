// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/action.h"
#include "app/dashboard/actions/filedrop.h"
#include "app/dashboard/actions/traceactions.h"
#include "app/dashboard/actions/windowactions.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/dialogs/enginedialog.h"
#include "app/dashboard/dialogs/planningdialog.h"
#include "app/dashboard/dialogs/recordinglimitsdialog.h"
#include "app/dashboard/dialogs/savedialog.h"
#include "app/session/livesession.h"
#include "app/session/settings.h"
#include "datasources/reports/tenantexport.h"
#include "datasources/text/outputfile.h"
#include "models/analysis/goodput/tenantreport.h"
#include "models/core/rates.h"
#include "models/view/ratesettings.h"
#include "models/view/translation.h"
#include "widgets/jobs/tenantpanel.h"
#include "widgets/panels/notificationbar.h"

#include <QFileDialog>
#include <QInputDialog>
#include <QMainWindow>
#include <QStandardPaths>
#include <QString>

class QAction;

namespace lockstep {

namespace {

/// Writes the report in the format of the path's suffix: .html, .csv or .json. @return false if it could not be written
bool saveTenants(const TenantReport& report, const Rates& rates, const QString& path)
{
    const std::string text = path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) ? tenantsJson(report, rates)
        : path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive)                     ? tenantsCsv(report, rates)
                                                                                         : tenantsHtml(report, rates);
    return writeOutput(path.toStdString(), text).isOk();
}

/// Adds the action that asks for a file and exports the panel's data on all tenants. The panel triggers it too. Errors
/// appear in the notifications.
/// @return the action, owned by @p window
QAction* addTenantExportAction(QMainWindow& window, TenantPanel& panel, const RateSettings& rates,
                               NotificationBar& notifications)
{
    const auto ask = [&window, &panel, &rates, &notifications] {
        panel.refresh();
        if (panel.isEmpty())
            return notifications.notify(Severity::Information,
                                        tr("There is nothing to export: no job has a known tenant."));
        // Taken before the dialog opens, so that the export contains what the user saw.
        const TenantReport report = panel.report();
        QFileDialog* const dialog
            = makeSaveDialog(window, tr("Export tenant report"), tr("HTML (*.html);;CSV (*.csv);;JSON (*.json)"),
                             QStringLiteral("html"));
        QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
            dialog->setDefaultSuffix(filter.section(QStringLiteral("*."), 1).chopped(1));
        });
        QObject::connect(
            dialog, &QFileDialog::fileSelected, &window, [report, &rates, &notifications](const QString& path) {
                if (saveTenants(report, rates.rates(), path))
                    noteSaved(notifications, path);
                else
                    notifications.notify(Severity::Warning, tr("Cannot write to %1. Choose another folder.").arg(path));
            });
        dialog->open();
    };
    QObject::connect(&panel, &TenantPanel::exportWanted, &window, ask);
    return makeAction(window, tr("Export tenant report..."), QKeySequence(), ask);
}

void askForAddress(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QInputDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Connect"));
    dialog->setLabelText(tr("Agents (host:port, separated by commas), or a Prometheus server (http://host:9090):"));
    QObject::connect(dialog, &QInputDialog::textValueSelected, &composition.opener(), &SessionOpener::connectTo);
    dialog->open();
}

void askWhereToSavePicture(QMainWindow& window, NotificationBar& notifications)
{
    // Grabbed before the dialog covers the window.
    const QPixmap picture = window.grab();
    QFileDialog* const dialog = makeSaveDialog(window, tr("Save screenshot"), tr("PNG (*.png)"), QStringLiteral("png"));
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, [picture, &notifications](const QString& path) {
        if (picture.save(path, "PNG"))
            noteSaved(notifications, path);
        else
            notifications.notify(Severity::Warning,
                                 tr("Cannot save the image to %1. Choose another folder.").arg(path));
    });
    dialog->open();
}

void askForBundle(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QFileDialog(&window, tr("Open a bundle (an incident with its recording)"), QString(),
                                   tr("Bundles (*.lockstep *.sqlite);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, &composition.opener(), &SessionOpener::openRecording);
    dialog->open();
}

} // namespace

void askForClusterFile(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QFileDialog(&window, tr("Open a cluster file"), QString(), tr("Cluster files (*.toml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, &composition.opener(), &SessionOpener::openClusterFile);
    dialog->open();
}

void askForRecording(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QFileDialog(&window, tr("Open a recording"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    QObject::connect(dialog, &QFileDialog::fileSelected, &composition.opener(), &SessionOpener::openRecording);
    dialog->open();
}

void askForTraces(QMainWindow& window, Composition& composition)
{
    auto* dialog = new QFileDialog(&window, tr("Open traces of one job (one file per rank, or one file for all ranks)"),
                                   QString(), tr("Traces (*.json *.json.gz *.gz *.pickle *.pkl *.log);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, &composition.opener(), &SessionOpener::openTraces);
    dialog->open();
}

void askForEngine(QMainWindow& window, Composition& composition, Settings& settings)
{
    auto* dialog = new EngineDialog(composition.opener().engine(), &window);
    QObject::connect(dialog, &EngineDialog::wanted, &composition.opener(),
                     [&composition, &settings](const std::shared_ptr<const EnginePlan>& plan) {
                         settings.addRecentAddress(QString::fromStdString(plan->endpoint.url));
                         composition.opener().openPlan(plan);
                     });
    dialog->open();
}

namespace {

void askForRecordingLimits(QMainWindow& window, const Composition& composition, Settings& settings)
{
    auto* const dialog = new RecordingLimitsDialog(settings.recordingLimits(), composition.session().path(), &window);
    QObject::connect(dialog, &RecordingLimitsDialog::chosen, &window,
                     [&settings](const RecordingLimits& limits) { settings.setRecordingLimits(limits); });
    dialog->open();
}

} // namespace

QList<QAction*> addFileActions(QMainWindow& window, Composition& composition, Settings& settings, TenantPanel& tenants,
                               NotificationBar& notifications)
{
    QMainWindow* const w = &window;
    const auto* drop = new FileDrop(window);
    const auto say = [&notifications](const QString& message) {
        notifications.notify(Severity::Information, message);
    };
    QObject::connect(drop, &FileDrop::clusterDropped, &composition.opener(), &SessionOpener::openClusterFile);
    QObject::connect(drop, &FileDrop::recordingDropped, &composition.opener(), &SessionOpener::openRecording);
    QObject::connect(drop, &FileDrop::tracesDropped, &composition.opener(), &SessionOpener::openTraces);
    return {
        makeAction(window, tr("Connect to agents..."), Qt::CTRL | Qt::Key_N,
                   [w, &composition] { askForAddress(*w, composition); }),
        makeAction(window, tr("Connect to Prometheus..."), Qt::CTRL | Qt::SHIFT | Qt::Key_N,
                   [w, &composition, &settings] { askForEngine(*w, composition, settings); }),
        makeAction(window, tr("Open a cluster file..."), QKeySequence::Open,
                   [w, &composition] { askForClusterFile(*w, composition); }),
        makeAction(window, tr("Open a recording..."), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
                   [w, &composition] { askForRecording(*w, composition); }),
        makeAction(window, tr("Recording limits..."), QKeySequence(),
                   [w, &composition, &settings] { askForRecordingLimits(*w, composition, settings); }),
        makeAction(window, tr("Open a bundle..."), Qt::CTRL | Qt::SHIFT | Qt::Key_B,
                   [w, &composition] { askForBundle(*w, composition); }),
        makeAction(window, tr("Open traces..."), Qt::CTRL | Qt::SHIFT | Qt::Key_T,
                   [w, &composition] { askForTraces(*w, composition); }),
        makeAction(window, tr("Record PyTorch trace..."), QKeySequence(),
                   [w, &composition, say] { askForTrace(*w, composition, TraceDialog::What::Recording, {}, say); }),
        makeAction(window, tr("Fetch Flight Recorder dumps..."), QKeySequence(),
                   [w, &composition, say] { askForTrace(*w, composition, TraceDialog::What::Dumps, {}, say); }),
        makeAction(window, tr("Start demo"), QKeySequence(), [&composition] { composition.opener().startDemo(); }),
        makeAction(window, tr("Monitor this machine"), QKeySequence(),
                   [&composition] { composition.opener().watchThisMachine(); }),
        makeAction(window, tr("Plan and place jobs..."), QKeySequence(),
                   [w, &composition] {
                       const Session& session = composition.session();
                       (new PlanningDialog(session.path(), composition.time(), w))->show();
                   }),
        addTenantExportAction(window, tenants, composition.rates(), notifications),
        makeAction(window, tr("Close data source"), QKeySequence::Close, [&composition] { composition.close(); }),
        makeAction(window, tr("Save screenshot..."), Qt::CTRL | Qt::SHIFT | Qt::Key_S,
                   [w, &notifications] { askWhereToSavePicture(*w, notifications); }),
        makeAction(window, tr("Quit"), QKeySequence::Quit, [w] { w->close(); }),
    };
}

} // namespace lockstep
