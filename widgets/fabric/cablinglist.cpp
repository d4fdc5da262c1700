// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/cablinglist.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/topology/siteplan.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/translation.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lockstep {

namespace {

constexpr std::size_t maxRows = 1000; ///< more rows are not useful
constexpr int fewestRows = 4;
constexpr double bitsInGigabit = 1e9;

QString kindText(CablingFault::Kind kind)
{
    switch (kind) {
    case CablingFault::Kind::Missing:
        return lockstep::tr("missing");
    case CablingFault::Kind::Moved:
        return lockstep::tr("moved");
    case CablingFault::Kind::WrongRate:
        return lockstep::tr("wrong rate");
    case CablingFault::Kind::Extra:
        return lockstep::tr("extra");
    }
    return {};
}

/// One line each for link, observed and planned peer; one long line would be cut off.
QString textOf(const CablingFault& fault, const Topology& topology)
{
    QStringList lines;
    for (const std::string& line : linesOf(fault, topology))
        lines << modelText(line);
    return lines.join(u'\n');
}

/// NaN equals NaN here: still no value.
bool areSameRates(std::span<const float> one, std::span<const float> other)
{
    return one.size() == other.size() && (one.empty() || std::memcmp(one.data(), other.data(), one.size_bytes()) == 0);
}

} // namespace

CablingList::CablingList(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_title(makeLabel({}, this)), m_rows(new QTreeWidget(this))
{
    m_title->setFont(titleFont());
    m_title->setWordWrap(true);
    m_title->setContentsMargins(8, 6, 8, 2);
    m_rows->setAccessibleName(tr("Links that differ from the plan"));
    m_rows->setColumnCount(2);
    m_rows->setHeaderHidden(true);
    m_rows->setRootIsDecorated(false);
    m_rows->setFrameShape(QFrame::NoFrame);
    m_rows->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_rows->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_rows->setMinimumHeight(rowHeight(textFont()) * fewestRows);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_rows, 1);
    connect(m_rows, &QTreeWidget::itemClicked, this, &CablingList::choose);
    connect(m_rows, &QTreeWidget::itemActivated, this, &CablingList::choose);
    connect(&context.selection, &Selection::selectedChanged, this, &CablingList::markSelected);
    connect(&context.cluster, &ClusterModel::changed, this, &CablingList::clusterChanged);
}

void CablingList::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    compareAnew();
}

void CablingList::clusterChanged(const ChangeSet& changes)
{
    if (isVisible() && (changes.topology || !changes.ticks.isEmpty()))
        compareAnew();
}

void CablingList::compareAnew()
{
    const ClusterStore& store = m_context.cluster.store();
    const TopologyPtr topology = store.topology();
    if (!topology || !topology->plan())
        return;
    const MetricId rate = store.metrics().find(metrics::port::rate);
    const std::span<const float> current = rate.isValid() ? store.current(rate) : std::span<const float>();
    if (topology->version() == m_version && areSameRates(current, m_rates))
        return;
    m_version = topology->version();
    m_rates.assign(current.begin(), current.end());
    m_comparison.ask([this, topology, rates = m_rates](const std::stop_token& stop) {
        const auto rateOf = [&rates](EntityRef port) -> std::optional<double> {
            if (port.kind != EntityKind::Port || port.index >= rates.size() || std::isnan(rates[port.index]))
                return std::nullopt;
            return double{rates[port.index]} / bitsInGigabit;
        };
        CablingCheck check = checkCabling(*topology, rateOf);
        QStringList lines;
        for (std::size_t at = 0; at < std::min(check.faults.size(), maxRows); ++at)
            lines << textOf(check.faults[at], *topology);
        if (!stop.stop_requested())
            QMetaObject::invokeMethod(
                this,
                [this, topology, check = std::move(check), lines]() mutable {
                    take(topology, std::move(check), lines);
                },
                Qt::QueuedConnection);
    });
}

void CablingList::take(const TopologyPtr& topology, CablingCheck check, const QStringList& lines)
{
    if (topology->version() != m_version)
        return; // one is in progress
    m_check = std::move(check);
    QString title = tr("Cabling: %n links differ from the plan", nullptr, static_cast<int>(m_check.faults.size()));
    if (m_check.faults.empty())
        title = m_check.agreeing == 0 ? tr("Cabling: not yet discovered") : tr("Cabling: as planned");
    m_title->setText(title + u'\n'
                     + tr("%1 links planned: %2 as planned, %3 not yet discovered")
                           .arg(m_check.planned)
                           .arg(m_check.agreeing)
                           .arg(m_check.unseen));
    // Keep unchanged rows, so that the scroll position stays.
    while (m_rows->topLevelItemCount() > lines.size())
        delete m_rows->takeTopLevelItem(m_rows->topLevelItemCount() - 1);
    for (int at = 0; at < static_cast<int>(lines.size()); ++at) {
        QTreeWidgetItem* item = m_rows->topLevelItem(at);
        if (item == nullptr)
            item = new QTreeWidgetItem(m_rows);
        item->setTextAlignment(0, Qt::AlignTop);
        item->setText(0, kindText(m_check.faults[static_cast<std::size_t>(at)].kind));
        item->setTextAlignment(1, Qt::AlignTop);
        item->setText(1, lines[at]);
        item->setToolTip(1, lines[at]);
    }
    m_rows->setVisible(!lines.isEmpty());
    markSelected();
    Q_EMIT compared();
}

void CablingList::choose(QTreeWidgetItem* item)
{
    const int row = m_rows->indexOfTopLevelItem(item);
    if (row >= 0 && row < static_cast<int>(m_check.faults.size()))
        m_context.selection.show(m_check.faults[static_cast<std::size_t>(row)].port);
}

void CablingList::markSelected()
{
    const EntityRef current = m_context.selection.current();
    const auto isAbout = [current](const CablingFault& fault) {
        return current.isValid() && (fault.port == current || fault.found == current || fault.planned == current);
    };
    const auto found = std::ranges::find_if(m_check.faults, isAbout);
    const auto row = static_cast<int>(found - m_check.faults.begin());
    m_rows->setCurrentItem(found == m_check.faults.end() ? nullptr : m_rows->topLevelItem(row));
}

} // namespace lockstep

#include "moc_cablinglist.cpp"
