// SPDX-License-Identifier: GPL-3.0-or-later
// What FabricView offers to choose from: quantities and groups of ranks.
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "widgets/common/legend.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"
#include "widgets/fabric/fabricview.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QStringList>

#include <algorithm>
#include <map>
#include <string>

namespace lockstep {

void FabricView::chooseQuantity(int index)
{
    if (isOfPairs()) {
        m_pairQuantity = static_cast<PairQuantity>(m_quantities->itemData(index).toInt());
        m_canvas->setPairs(m_pairQuantity, m_families->currentData().toString().toStdString());
        return;
    }
    m_chosen = MetricId{m_quantities->itemData(index).toUInt()};
    m_context.selection.setMetric(m_chosen);
}

/// Jobs come and go, and with them their communicators.
void FabricView::refillFamilies()
{
    if (m_context.fabric == nullptr || !isOfPairs() || m_context.fabric->flows() == m_familiesOf)
        return;
    m_familiesOf = m_context.fabric->flows();
    const NameTable& names = m_context.cluster.store().spans().names();
    std::map<std::string, int, std::less<>> counts;
    for (const CommunicatorFlow& flow : *m_familiesOf)
        ++counts[std::string(familyOf(names.name(NameId{flow.communicator})))];
    QStringList titles{tr("all groups")};
    QStringList families{QString()};
    for (const auto& [family, count] : counts) {
        families.append(toQString(family));
        titles.append(count == 1 ? families.constLast() : tr("%1 (%2 groups)").arg(families.constLast()).arg(count));
    }
    const QString chosen = m_families->currentData().toString();
    const QSignalBlocker quiet(m_families);
    while (m_families->count() > titles.size())
        m_families->removeItem(m_families->count() - 1);
    for (int at = 0; at < titles.size(); ++at) {
        if (at == m_families->count())
            m_families->addItem(QString());
        m_families->setItemText(at, titles[at]);
        m_families->setItemData(at, families[at]);
    }
    m_families->setCurrentIndex(std::max(m_families->findData(chosen), 0));
    if (m_families->currentData().toString() != chosen)
        m_canvas->setPairs(m_pairQuantity, {});
}

MetricId FabricView::effectiveMetric() const
{
    const MetricTable& metrics = m_context.cluster.store().metrics();
    const MetricId shared = m_context.selection.metric();
    if (shared.isValid() && shared.value < metrics.size() && metrics.descriptor(shared).entityKind == EntityKind::Port)
        return shared;
    if (m_chosen.isValid())
        return m_chosen; // stays while the others show something that is not of ports
    const std::vector<MetricId> any = metricsWorstFirst(metrics, EntityKind::Port);
    return any.empty() ? MetricId{} : any.front();
}

void FabricView::refillPairQuantities()
{
    const QSignalBlocker quiet(m_quantities);
    m_quantities->clear();
    for (const PairQuantity each : {PairQuantity::Shortfall, PairQuantity::Bandwidth, PairQuantity::Traffic})
        m_quantities->addItem(titleWithUnit(descriptorOf(each)), static_cast<int>(each));
    m_quantities->setEnabled(true);
    m_quantities->setCurrentIndex(m_quantities->findData(static_cast<int>(m_pairQuantity)));
    m_legend->setHeld(false);
    m_legend->setVisible(true);
}

void FabricView::refillQuantities()
{
    if (isOfPairs())
        return refillPairQuantities();
    const MetricTable& metrics = m_context.cluster.store().metrics();
    const MetricId metric = effectiveMetric();
    const QSignalBlocker quiet(m_quantities);
    m_quantities->clear();
    for (const MetricId each : metricsWorstFirst(metrics, EntityKind::Port))
        m_quantities->addItem(titleWithUnit(metrics.descriptor(each)), each.value);
    m_quantities->setEnabled(metric.isValid());
    m_quantities->setCurrentIndex(m_quantities->findData(metric.value));
    m_legend->setHeld(false);
    m_legend->setVisible(metric.isValid());
    m_canvas->setMetric(metric);
}

} // namespace lockstep
