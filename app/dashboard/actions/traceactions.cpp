// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/traceactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/composition.h"
#include "app/session/livesession.h"
#include "models/analysis/causality/alert.h"
#include "models/view/translation.h"
#include "widgets/panels/alertspanel.h"

#include <QStandardPaths>
#include <QStringList>
#include <QWidget>

#include <optional>

namespace lockstep {

namespace {

QStringList knownJobs(const Composition& composition)
{
    const TopologyPtr topology = composition.cluster().store().topology();
    QStringList jobs;
    for (std::uint32_t at = 0; topology && at < topology->count(EntityKind::Job); ++at)
        jobs.append(QString::fromStdString(topology->name({EntityKind::Job, at})));
    return jobs;
}

/// The first job in the alert's chain; empty: none.
QString jobOf(const Alert& alert)
{
    for (const Alert::Stage& stage : alert.chain) {
        if (!stage.job.empty())
            return QString::fromStdString(stage.job);
        if (!stage.fields.job.empty())
            return QString::fromStdString(stage.fields.job);
    }
    return {};
}

} // namespace

void askForTrace(QWidget& window, Composition& composition, TraceDialog::What what, const QString& job,
                 const std::function<void(const QString&)>& say)
{
    const auto* const live = qobject_cast<LiveSession*>(&composition.session());
    if (live == nullptr || live->agents().empty())
        return say(tr("Traces can only be recorded live, from connected agents"));
    const QStringList jobs = knownJobs(composition);
    QString chosen = job;
    for (qsizetype at = 0; chosen.isEmpty() && at < jobs.size(); ++at) {
        if (composition.selection().isSelected({EntityKind::Job, static_cast<std::uint32_t>(at)}))
            chosen = jobs[at];
    }
    auto* dialog = new TraceDialog(what, jobs, chosen, live->agents(),
                                   QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                                       + QStringLiteral("/lockstep/traces"),
                                   &window);
    QObject::connect(dialog, &TraceDialog::wanted, &composition.opener(), &SessionOpener::openTraces);
    dialog->open();
}

QList<QAction*> addTraceActions(QWidget& window, Composition& composition, const AlertsPanel& alerts,
                                const std::function<void(const QString&)>& say)
{
    const auto ask = [&window, &composition, &alerts, say](TraceDialog::What what) {
        const std::optional<Alert> alert = alerts.meant();
        askForTrace(window, composition, what, alert ? jobOf(*alert) : QString(), say);
    };
    return {
        makeAction(window, tr("Fetch dumps of this alert's job..."), QKeySequence(),
                   [ask] { ask(TraceDialog::What::Dumps); }),
        makeAction(window, tr("Record trace of this alert's job..."), QKeySequence(),
                   [ask] { ask(TraceDialog::What::Recording); }),
    };
}

} // namespace lockstep
