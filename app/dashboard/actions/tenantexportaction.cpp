// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/tenantexportaction.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/dialogs/savedialog.h"
#include "datasources/reports/tenantexport.h"
#include "datasources/text/outputfile.h"
#include "models/view/rateboard.h"
#include "models/view/translation.h"
#include "widgets/jobs/tenantpanel.h"
#include "widgets/panels/notificationbar.h"

#include <QFileDialog>
#include <QMainWindow>

namespace lockstep {

bool saveTenants(const TenantReport& report, const Rates& rates, const QString& path)
{
    const std::string text = path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) ? tenantsJson(report, rates)
        : path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive)                     ? tenantsCsv(report, rates)
                                                                                         : tenantsHtml(report, rates);
    return writeOutput(path.toStdString(), text).isOk();
}

QAction* addTenantExportAction(QMainWindow& window, TenantPanel& panel, const RateBoard& rates,
                               NotificationBar& notifications)
{
    const auto ask = [&window, &panel, &rates, &notifications] {
        panel.refresh();
        if (panel.isEmpty())
            return notifications.notify(Severity::Information, tr("The tenants of the jobs are not known."));
        // Taken before the dialog opens: export what the user saw when asking for it.
        const TenantReport report = panel.report();
        QFileDialog* const dialog
            = makeSaveDialog(window, tr("Export tenant report"), tr("HTML (*.html);;CSV (*.csv);;JSON (*.json)"),
                             QStringLiteral("html"));
        QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
            dialog->setDefaultSuffix(filter.section(QStringLiteral("*."), 1).chopped(1));
        });
        QObject::connect(dialog, &QFileDialog::fileSelected, &window,
                         [report, &rates, &notifications](const QString& path) {
                             if (saveTenants(report, rates.rates(), path))
                                 noteSaved(notifications, path);
                             else
                                 notifications.notify(Severity::Warning, tr("Cannot write to %1").arg(path));
                         });
        dialog->open();
    };
    QObject::connect(&panel, &TenantPanel::exportWanted, &window, ask);
    return makeAction(window, tr("Export tenant report..."), QKeySequence(), ask);
}

} // namespace lockstep
