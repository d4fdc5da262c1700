// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/linkpanel.h"

#include "models/core/metrics/flags.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/siteplan.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/cursorvalues.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::size_t maxRows = 1000; ///< more rows are not useful
constexpr int minRows = 4;
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

/// Treats NaN as equal to NaN: the value is still missing.
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
    m_rows->setMinimumHeight(rowHeight(textFont()) * minRows);
    auto* layout = makeBox<QVBoxLayout>(this, 0);
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
    refreshComparison();
}

void CablingList::clusterChanged(const ChangeSet& changes)
{
    if (isVisible() && (changes.topology || !changes.ticks.isEmpty()))
        refreshComparison();
}

void CablingList::refreshComparison()
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
                     + tr("Planned links: %1 (as planned: %2, not yet discovered: %3)")
                           .arg(m_check.planned)
                           .arg(m_check.agreeing)
                           .arg(m_check.unseen));
    // Keeps unchanged rows, so that the scroll position stays.
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

namespace {

constexpr std::size_t maxFlows = 12; ///< maximum number of flows listed
constexpr float slowShare = 0.5F; ///< of the line rate
constexpr float verySlowShare = 0.2F;

/// Facts on a link's ends in this order; those neither end has are omitted.
constexpr std::string_view quantities[] = {metrics::port::trouble,
                                           metrics::port::up,
                                           metrics::port::falls,
                                           metrics::port::rate,
                                           metrics::port::transmit,
                                           metrics::port::receive,
                                           metrics::port::utilisation,
                                           metrics::port::utilisationPeak,
                                           metrics::port::burst,
                                           metrics::port::uplinkSkew,
                                           metrics::port::transmitWait,
                                           metrics::port::congestionVictims,
                                           metrics::port::congestionMarks,
                                           metrics::port::pauses,
                                           metrics::port::transmitDrops,
                                           metrics::port::symbolErrors,
                                           metrics::port::retransmits,
                                           metrics::port::linkDowned,
                                           metrics::port::linkDownedTotal,
                                           metrics::port::linkErrorRecoveryTotal,
                                           metrics::port::symbolErrorsTotal,
                                           metrics::port::linkIntegrityErrorsTotal,
                                           metrics::port::receiveErrorsTotal,
                                           metrics::port::transmitErrorsTotal};

LinkValue readable(const MetricDescriptor& metric, float value)
{
    if (std::isnan(value))
        return {QString(QChar(0x2013)), std::nullopt};
    return {toQString(formatValue(metric, value)), severityOf(metric, value)};
}

LinkFlow readable(const CommunicatorFlow& flow, const ClusterStore& store)
{
    LinkFlow read;
    read.name = toQString(store.spans().names().name(NameId{flow.communicator}));
    read.gpus = flow.gpus;
    const QString reached = quantityText(static_cast<double>(flow.busBandwidth), Unit::BytesPerSecond);
    const QString ranks = toQString(formatNumber(static_cast<double>(flow.gpus->size())));
    if (std::isnan(flow.lineRate)) {
        read.text = tr("%1 ranks · %2").arg(ranks, reached);
        return read;
    }
    const auto line = static_cast<double>(flow.lineRate);
    read.text = tr("%1 ranks · %2 of %3").arg(ranks, reached, quantityText(line, Unit::BytesPerSecond));
    const float share = flow.busBandwidth / flow.lineRate;
    if (share < slowShare)
        read.severity = share < verySlowShare ? Severity::Critical : Severity::Warning;
    return read;
}

constexpr int severityMarkSize = 12;
constexpr int maxFactsShown = 11; ///< rows of the ends' table before it scrolls
constexpr int fewestShown = 4; ///< minimum rows of either table; in a lower panel everything scrolls together

QIcon markOf(std::optional<Severity> severity, const Palette& palette, double ratio)
{
    if (!severity)
        return {};
    QPixmap mark(QSize(severityMarkSize, severityMarkSize) * ratio);
    mark.setDevicePixelRatio(ratio);
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    drawSeverity(painter, QRectF(0.5, 0.5, severityMarkSize - 1, severityMarkSize - 1), *severity, palette);
    painter.end();
    return QIcon(mark);
}

QTreeWidget* makeTable(const QString& name, int columns, QWidget* parent)
{
    auto* table = new QTreeWidget(parent);
    table->setAccessibleName(name);
    table->setColumnCount(columns);
    table->setRootIsDecorated(false);
    table->setUniformRowHeights(true);
    table->setIconSize(QSize(severityMarkSize, severityMarkSize));
    table->setFrameShape(QFrame::NoFrame);
    table->setTextElideMode(Qt::ElideMiddle);
    table->header()->setStretchLastSection(false);
    table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    return table;
}

/// @param port of the link @param tick nullopt: the newest values of live nodes
/// @param flows null: collectives are not tracked
LinkFacts linkFacts(const ClusterStore& store, const FabricMap& map, EntityRef port, std::optional<TickIndex> tick,
                    const std::vector<CommunicatorFlow>* flows)
{
    LinkFacts link;
    const Topology& topology = *store.topology();
    if (!port.isValid() || port.kind != EntityKind::Port || !topology.contains(port))
        return link;
    link.near = port;
    link.far = topology.peer(port);
    link.nearName = toQString(topology.path(port));
    link.farName = link.far.isValid() ? toQString(topology.path(link.far)) : tr("far end unknown");
    for (const std::string_view name : quantities) {
        const MetricId metric = store.metrics().find(name);
        if (!metric.isValid())
            continue;
        const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
        const float near = valueAt(store, metric, link.near, tick);
        const float far = valueAt(store, metric, link.far, tick);
        if (!std::isnan(near) || !std::isnan(far))
            link.facts.push_back({modelText(descriptor.title), readable(descriptor, near), readable(descriptor, far)});
    }
    if (flows == nullptr)
        return link;
    const std::vector<std::size_t> crossing = crossingFlows(*flows, gpusBehind(topology, map, port.index));
    for (const std::size_t at : crossing) {
        if (link.flows.size() == maxFlows)
            break;
        link.flows.push_back(readable((*flows)[at], store));
    }
    link.moreFlows = crossing.size() - link.flows.size();
    return link;
}

} // namespace

LinkPanel::LinkPanel(ViewContext context, QWidget* parent)
    : Panel(context, parent),
      m_title(makeLabel({}, this)),
      m_ends(makeTable(tr("Both ends of the link"), 3, this)),
      m_flowsTitle(makeLabel(tr("Collectives that may have crossed this link"), this)),
      m_flows(makeTable(m_flowsTitle->text(), 2, this)),
      m_cabling(new CablingList(context, this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_title->setWordWrap(true);
    m_title->setContentsMargins(8, 6, 8, 4);
    m_flowsTitle->setFont(titleFont());
    m_flowsTitle->setWordWrap(true);
    m_flowsTitle->setContentsMargins(8, 6, 8, 2);
    m_ends->setSelectionMode(QAbstractItemView::NoSelection);
    m_ends->setHeaderLabels({tr("Metric"), tr("Near end"), tr("Far end")});
    m_flows->setHeaderLabels({tr("Communicator"), tr("Bus bandwidth of the last collective")});
    connect(m_flows, &QTreeWidget::itemActivated, this, &LinkPanel::chooseFlow);
    connect(m_flows, &QTreeWidget::itemClicked, this, &LinkPanel::chooseFlow);

    auto* page = new QWidget;
    auto* layout = makeBox<QVBoxLayout>(page, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_ends, 3);
    layout->addWidget(m_flowsTitle);
    layout->addWidget(m_flows, 2);
    layout->addWidget(m_cabling, 2);
    auto* scroller = new QScrollArea(this);
    scroller->setWidget(page);
    scroller->setWidgetResizable(true);
    scroller->setFrameShape(QFrame::NoFrame);
    scroller->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroller->setFocusPolicy(Qt::NoFocus);
    auto* outer = makeBox<QVBoxLayout>(this);
    outer->addWidget(scroller);
    connect(&context.selection, &Selection::selectedChanged, this, &LinkPanel::takeSelection);
    connect(&context.time, &TimeWindow::cursorChanged, &m_limiter, &RepaintLimiter::request);
    connect(&context.theme, &Theme::changed, &m_limiter, &RepaintLimiter::request);
    connect(&context.cluster, &ClusterModel::changed, this, &LinkPanel::clusterChanged);
    if (context.fabric != nullptr)
        connect(context.fabric, &FabricResults::changed, &m_limiter, &RepaintLimiter::request);
    connect(&m_limiter, &RepaintLimiter::due, this, &LinkPanel::refresh);
    takeSelection();
}

void LinkPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void LinkPanel::clusterChanged(const ChangeSet& changes)
{
    if (isVisible() && (changes.topology || changes.sources || !changes.ticks.isEmpty()))
        m_limiter.request();
}

void LinkPanel::takeSelection()
{
    const auto& selected = m_context.selection.selected();
    for (auto ref = selected.rbegin(); ref != selected.rend(); ++ref) {
        if (ref->kind == EntityKind::Port) {
            m_link = *ref;
            break;
        }
    }
    refresh();
}

void LinkPanel::refresh()
{
    if (!isVisible() || !m_context.cluster.store().topology())
        return;
    const ClusterStore& store = m_context.cluster.store();
    if (store.topology()->version() != m_mapVersion) {
        m_mapVersion = store.topology()->version();
        m_map = FabricMap(*store.topology());
    }
    const auto tick = tickAtCursor(store, m_context.time);
    const FabricResults::Flows flows = m_context.fabric != nullptr ? m_context.fabric->flows() : nullptr;
    m_facts = linkFacts(store, m_map, m_link, tick, flows.get());
    const bool hasLink = m_facts.near.isValid();
    m_ends->setVisible(hasLink);
    m_flowsTitle->setVisible(hasLink && m_context.fabric != nullptr);
    m_flows->setVisible(hasLink && m_context.fabric != nullptr);
    const auto& plan = store.topology()->plan();
    m_cabling->setVisible(plan && !plan->links.empty());
    m_title->setText(hasLink ? tr("%1\nto %2").arg(m_facts.nearName, m_facts.farName)
                             : tr("No link selected. Click a cell of the fabric matrix, or a port in any view."));
    fillEnds();
    fillFlows(flows != nullptr);
    const QString caption = hasLink ? tr("both ends · %1").arg(tick ? tr("at the cursor") : tr("now")) : QString();
    setCaption(caption);
}

void LinkPanel::fillEnds()
{
    const Palette& palette = m_context.theme.palette();
    // Reuses rows, so that nothing flickers and the scroll position stays.
    while (m_ends->topLevelItemCount() > static_cast<int>(m_facts.facts.size()))
        delete m_ends->takeTopLevelItem(m_ends->topLevelItemCount() - 1);
    for (std::size_t at = 0; at < m_facts.facts.size(); ++at) {
        QTreeWidgetItem* item = m_ends->topLevelItem(static_cast<int>(at));
        if (item == nullptr) {
            item = new QTreeWidgetItem(m_ends);
            for (const int column : {1, 2}) {
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
                item->setFont(column, smallFigureFont());
            }
        }
        const LinkFact& fact = m_facts.facts[at];
        item->setText(0, fact.title);
        item->setToolTip(0, fact.title);
        item->setText(1, fact.near.text);
        item->setText(2, fact.far.text);
        item->setIcon(1, markOf(fact.near.severity, palette, devicePixelRatioF()));
        item->setIcon(2, markOf(fact.far.severity, palette, devicePixelRatioF()));
    }
    const int row = rowHeight(textFont());
    m_ends->setMinimumHeight(row * fewestShown);
    m_ends->setMaximumHeight(row * (std::min(static_cast<int>(m_facts.facts.size()), maxFactsShown) + 2));
}

void LinkPanel::fillFlows(bool areKnown)
{
    const Palette& palette = m_context.theme.palette();
    const int count = static_cast<int>(m_facts.flows.size());
    while (m_flows->topLevelItemCount() > count)
        delete m_flows->takeTopLevelItem(m_flows->topLevelItemCount() - 1);
    for (int at = 0; at < count; ++at) {
        QTreeWidgetItem* item = m_flows->topLevelItem(at);
        if (item == nullptr) {
            item = new QTreeWidgetItem(m_flows);
            item->setFont(1, smallFigureFont());
        }
        const LinkFlow& flow = m_facts.flows[static_cast<std::size_t>(at)];
        item->setText(0, flow.name);
        item->setText(1, flow.text);
        item->setIcon(1, markOf(flow.severity, palette, devicePixelRatioF()));
    }
    QString title = tr("Collectives that may have crossed this link");
    if (!areKnown)
        title = tr("No information about collectives at this time");
    else if (count == 0)
        title = tr("No known collective crossed this link in the last minute");
    else if (m_facts.moreFlows > 0)
        title = tr("Collectives that may have crossed this link: slowest %1 of %2")
                    .arg(count)
                    .arg(static_cast<std::size_t>(count) + m_facts.moreFlows);
    m_flowsTitle->setText(title);
    m_flows->setMinimumHeight(rowHeight(textFont()) * fewestShown);
}

void LinkPanel::chooseFlow(QTreeWidgetItem* item)
{
    const int at = m_flows->indexOfTopLevelItem(item);
    if (at < 0 || at >= static_cast<int>(m_facts.flows.size()))
        return;
    // The link stays selected together with them, as the current entity for detail views.
    std::vector<EntityRef> chosen;
    for (const EntityRef gpu : *m_facts.flows[static_cast<std::size_t>(at)].gpus) {
        if (gpu.isValid())
            chosen.push_back(gpu);
    }
    chosen.push_back(m_link);
    m_context.selection.setSelected(std::move(chosen));
}

} // namespace lockstep

#include "moc_linkpanel.cpp"
