// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/alertincident.h"

#include "models/analysis/causality/causes.h"
#include "models/core/units.h"
#include "models/view/time/timeaxis.h"

#include <QFile>
#include <fmt/format.h>

namespace lockstep {

namespace {

std::string wordsOf(const std::string& kind)
{
    const CauseRow* const known = causeRow(kind);
    return known == nullptr ? kind : std::string(known->words);
}

/// The steps under "Act", in order.
std::vector<IncidentAction> stepsOf(const QString& runbook, const std::string& owner)
{
    std::vector<IncidentAction> steps;
    bool isAct = false;
    for (const QString& line : runbook.split(u'\n')) {
        if (line.startsWith(u"## "))
            isAct = line == u"## Act";
        if (const qsizetype dot = line.indexOf(u". "); isAct && dot > 0 && line[0].isDigit())
            steps.push_back({line.mid(dot + 2).toStdString(), owner, false});
    }
    return steps;
}

std::string causesText(const Alert& alert)
{
    std::string text = fmt::format("Most likely {} ({:.0f} % sure), since {}.\n", wordsOf(alert.kind),
                                   100 * alert.confidence, formatTime(alert.onset, std::chrono::seconds(1)));
    for (const Alert::Alternative& other : alert.considered)
        text += fmt::format("- Not {}: {}\n", wordsOf(other.kind), other.whyNot);
    if (alert.costGpuSeconds)
        text += fmt::format("- Cost when the incident was opened: {} GPU h\n",
                            formatNumber(*alert.costGpuSeconds / 3600));
    if (!alert.owners.empty())
        text += fmt::format("- Owner: {}\n", fmt::join(alert.owners, ", "));
    if (!alert.runbook.empty())
        text += fmt::format("- Runbook: {}; its steps are the actions below\n", alert.kind);
    return text;
}

} // namespace

void fillFrom(const Alert& alert, const Topology& topology, Incident& incident)
{
    incident.title = alert.title;
    incident.severity = alert.severity;
    incident.tags = {alert.kind};
    incident.entities.clear();
    for (const EntityRef entity : alert.entities) {
        if (topology.contains(entity))
            incident.entities.push_back(nameOf(topology, entity));
    }
    incident.summary = "Chain of effects:\n";
    for (const Alert::Stage& stage : alert.chain)
        incident.summary += fmt::format("- {} {}\n", formatTime(stage.since, std::chrono::seconds(1)), stage.what);
    incident.causes = causesText(alert);
    if (!alert.owners.empty())
        incident.owner = alert.owners.front();
    QFile runbook(QStringLiteral(":/runbooks/%1.md").arg(QString::fromStdString(alert.kind)));
    if (runbook.open(QIODevice::ReadOnly))
        incident.actions = stepsOf(QString::fromUtf8(runbook.readAll()), incident.owner);
}

} // namespace lockstep
