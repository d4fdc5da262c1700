// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/allocationpanel.h"

#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/allocationwords.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/sharebar.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/jobs/allocationmap.h"

#include <QLabel>
#include <QVBoxLayout>

#include <cmath>
#include <map>

namespace lockstep {

namespace {

constexpr qsizetype namedReasons = 4;

QLabel* wrappedNote(QWidget* parent)
{
    QLabel* const label = makeNote({}, parent);
    label->setWordWrap(true);
    label->setContentsMargins(8, 0, 8, 2);
    return label;
}

} // namespace

AllocationPanel::AllocationPanel(ViewContext context, QWidget* parent)
    : MomentPanel(context, parent),
      m_bar(new ShareBar(context, this)),
      m_note(wrappedNote(this)),
      m_map(new AllocationMap(context, this)),
      m_drained(wrappedNote(this)),
      m_idle(wrappedNote(this))
{
    m_bar->setAccessibleName(tr("GPUs allocated, free and drained"));
    QVBoxLayout* const lines = makeContent();
    lines->addWidget(m_bar);
    lines->addWidget(m_note);
    lines->addWidget(m_map, 1);
    lines->addWidget(m_drained);
    lines->addWidget(m_idle);
    setFocusProxy(m_map);
    if (context.alerts != nullptr)
        connect(context.alerts, &JoinedAlerts::joined, this, &AllocationPanel::readSoon);
    refresh();
}

QString AllocationPanel::note() const
{
    return m_note->text();
}

QString AllocationPanel::drained() const
{
    return m_drained->text();
}

QString AllocationPanel::idle() const
{
    return m_idle->text();
}

bool AllocationPanel::read()
{
    const ClusterStore& store = m_context.cluster.store();
    const TimePoint moment = shownMoment();
    const AllocationSnapshot reading = readAllocation(store, moment);
    QString caption;
    if (reading.nodes.empty()) {
        explainEmpty(reading);
    } else {
        showSnapshot(reading, moment);
        caption = tr("%1 of %2 GPUs allocated").arg(reading.allocated).arg(reading.gpus);
    }
    showContent(!reading.nodes.empty());
    setCaption(caption);
    return reading.isPending;
}

/// Distinguishes "no scheduler is queried" from "everything is free".
void AllocationPanel::explainEmpty(const AllocationSnapshot& reading)
{
    m_map->show({});
    if (reading.isPending)
        return m_empty->setText(tr("Loading…"), tr("Loading allocations from the recording."));
    if (reading.isAsked)
        return m_empty->setText(tr("No data from the scheduler at this moment."),
                                tr("Move the cursor to another time, or look for the reason in the Events view."));
    m_empty->setText(tr("No scheduler connected."),
                     tr("Add [slurm] or [kubernetes] to the agent.toml of one agent. That agent then queries the "
                        "scheduler for all nodes."));
}

void AllocationPanel::showSnapshot(const AllocationSnapshot& reading, TimePoint moment)
{
    m_bar->setParts(tr("%1 on %2, according to the scheduler")
                        .arg(tr("%n GPUs", nullptr, static_cast<int>(reading.gpus)))
                        .arg(tr("%n nodes", nullptr, static_cast<int>(reading.nodes.size()))),
                    {{tr("allocated"), static_cast<double>(reading.allocated), &Palette::compute},
                     {tr("free, on free nodes"), static_cast<double>(reading.idleInFree), &Palette::raised},
                     {tr("free, on shared nodes"), static_cast<double>(reading.idleInPart), &Palette::line},
                     {tr("drained"), static_cast<double>(reading.unavailable), &Palette::warning}});
    m_note->setText(noteOf(reading));
    const QString drained = drainedIn(reading);
    m_drained->setText(drained);
    m_drained->setVisible(!drained.isEmpty());
    const QString idle = idleAt(moment);
    m_idle->setText(idle);
    m_idle->setVisible(!idle.isEmpty());
    m_map->show(reading);
}

/// Start of the idle time, and its cost so far.
QString AllocationPanel::idleAt(TimePoint moment) const
{
    QStringList jobs;
    const std::vector<Alert> none;
    for (const Alert& alert : m_context.alerts != nullptr ? m_context.alerts->at(moment) : none) {
        if (alert.kind != kinds::idleAllocation || alert.end)
            continue;
        const QString cost
            = alert.costGpuSeconds ? tr(", %1").arg(toQString(gpuHoursText(*alert.costGpuSeconds))) : QString();
        jobs << tr("%1 (for %2%3)").arg(modelText(alert.title), toQString(formatDuration(moment - alert.onset)), cost);
    }
    return jobs.isEmpty() ? QString() : tr("Allocated but idle: %1").arg(jobs.join(QStringLiteral(", ")));
}

QString AllocationPanel::noteOf(const AllocationSnapshot& reading) const
{
    const Topology& topology = *m_context.cluster.store().topology();
    QStringList said;
    if (reading.largestFree > 0) {
        const QString rack = reading.largestFreeRack.isValid()
            ? tr("in rack %1").arg(toQString(topology.name(reading.largestFreeRack)))
            : tr("in no known rack");
        said << tr("Largest free block: %1 %2 (%3 on all free nodes)")
                    .arg(tr("%n GPUs", nullptr, static_cast<int>(reading.largestFree)))
                    .arg(rack)
                    .arg(reading.idleInFree);
    } else {
        said << tr("No free nodes");
    }
    if (reading.idleInPart > 0)
        said << tr("%1 more free on shared nodes").arg(reading.idleInPart);
    if (reading.jobsPending > 0)
        said << tr("%n queued jobs need %1 GPUs, longest wait %2", nullptr, static_cast<int>(reading.jobsPending))
                    .arg(toQString(formatNumber(reading.gpusWanted)),
                         toQString(
                             formatDuration(Duration(std::chrono::seconds(std::llround(reading.longestWaitSeconds))))));
    else if (!std::isnan(reading.jobsPending))
        said << tr("no jobs queued");
    std::map<std::string, std::uint64_t> tenants;
    for (const NodeAllocation& node : reading.nodes) {
        for (const AllocatedPart& part : node.parts)
            tenants[part.tenant] += part.gpus;
    }
    constexpr std::size_t namedTenants = 6;
    QStringList shares;
    for (const auto& [tenant, gpus] : tenants) {
        if (shares.size() < static_cast<qsizetype>(namedTenants))
            shares << tr("%1 %2").arg(toQString(tenant)).arg(gpus);
    }
    if (tenants.size() > namedTenants)
        shares << tr("%1 more").arg(tenants.size() - namedTenants);
    if (!shares.isEmpty())
        said << tr("GPUs by tenant: %1").arg(shares.join(QStringLiteral(", ")));
    return said.join(QStringLiteral(" · "));
}

QString AllocationPanel::drainedIn(const AllocationSnapshot& reading) const
{
    const Topology& topology = *m_context.cluster.store().topology();
    QStringList reasons;
    for (const NodeAllocation& node : reading.nodes) {
        if (node.isUnavailable && reasons.size() < namedReasons)
            reasons << tr("%1 (%2)").arg(toQString(topology.name(node.node)),
                                         node.reason.empty() ? tr("reason unknown") : toQString(node.reason));
    }
    if (reasons.isEmpty())
        return {};
    const auto more = static_cast<qsizetype>(reading.nodesUnavailable) - reasons.size();
    if (more > 0)
        reasons << tr("%1 more").arg(more);
    return tr("Drained: %1").arg(reasons.join(QStringLiteral(", ")));
}

} // namespace lockstep

#include "moc_allocationpanel.cpp"
