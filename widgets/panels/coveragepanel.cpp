// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/coveragepanel.h"

#include "models/analysis/causality/storecoverage.h"
#include "models/items/itemroles.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"
#include "widgets/panels/paneltable.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int columnPadding = 16;
constexpr int comfortable = 20; ///< width of the remedies, in characters

QString detectorStateText(DetectorCoverage::State state)
{
    switch (state) {
    case DetectorCoverage::State::Active:
        return CoverageModel::tr("active");
    case DetectorCoverage::State::Degraded:
        return CoverageModel::tr("degraded");
    case DetectorCoverage::State::Blind:
        break;
    }
    return CoverageModel::tr("no data");
}

/// Only missing data of existing entities is a problem.
QVariant severityOf(const CoverageLine& line)
{
    if (line.isAbsent || line.state == DetectorCoverage::State::Active)
        return {};
    return static_cast<int>(line.state == DetectorCoverage::State::Blind ? Severity::Warning : Severity::Information);
}

QString standingSinceText(const CoverageLine& line)
{
    return line.since ? toQString(formatTime(*line.since, std::chrono::seconds(1))) : u"–"_s;
}

/// Names of metrics may continue on the next line.
QString breakable(QString text)
{
    for (const QChar seam : {u'.', u'_'})
        text.replace(seam, QString(seam) + QChar(0x200B));
    return text;
}

QString detectorHoverText(const CoverageLine& line)
{
    QStringList lines{u"%1: %2"_s.arg(line.name, detectorStateText(line.state)), line.entities, line.evidence};
    if (line.since)
        lines << CoverageModel::tr("Since %1").arg(standingSinceText(line));
    for (const QString& remedy : line.remedies)
        lines << CoverageModel::tr("Missing metric %1").arg(remedy);
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace

CoverageModel::CoverageModel(QObject* parent)
    : TableModel(
        {{tr("State"),
          tr("Active: monitors all components with the best evidence. Degraded: monitors only some components, or "
             "with weaker evidence. No data: monitors nothing.")},
         {tr("Detector")},
         {tr("Missing metrics")},
         {tr("Evidence")},
         {tr("Since")}},
        parent)
{ }

void CoverageModel::setRows(std::vector<CoverageLine> lines)
{
    const auto rank = [](const CoverageLine& line) {
        return std::pair(line.isAbsent, -static_cast<int>(line.state));
    };
    std::ranges::stable_sort(lines, {}, rank);
    if (lines != m_rows)
        replaceRows(std::move(lines));
}

QVariant CoverageModel::data(const QModelIndex& index, int role) const
{
    const CoverageLine* const line = rowAt(index.row());
    if (line == nullptr)
        return {};
    if (role == SeverityRole)
        return severityOf(*line);
    if (role == IsDimRole)
        return line->isAbsent;
    if (role == Qt::ToolTipRole)
        return detectorHoverText(*line);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case StateColumn:
        return detectorStateText(line->state);
    case DetectorColumn:
        return line->name;
    case EvidenceColumn:
        return line->evidence;
    case RemedyColumn:
        return breakable(line->remedies.join(u'\n'));
    default:
        return standingSinceText(*line);
    }
}

CoveragePanel::CoveragePanel(ViewContext context, QWidget* parent)
    : Panel(context, parent),
      m_model(new CoverageModel(this)),
      m_table(makePanelTable(context, *m_model)),
      m_offers([](std::string_view) { return std::vector<MetricOffer>(); })
{
    makeTable();
    setContent(m_table);
    setFocusProxy(m_table);
    connect(&context.cluster, &ClusterModel::changed, this, &CoveragePanel::refresh);
    connect(&context.time, &TimeWindow::cursorChanged, this, &CoveragePanel::refresh);
    connect(&context.time, &TimeWindow::changed, this, &CoveragePanel::refresh);
    connect(context.coverage, &StoreCoverage::changed, this, &CoveragePanel::refresh);
}

void CoveragePanel::setOffers(MetricOffers offers)
{
    m_offers = std::move(offers);
    refresh();
}

void CoveragePanel::makeTable()
{
    m_table->setAccessibleName(tr("Detectors, those without data first"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(CoverageModel::StateColumn);
    delegate.setFigureColumns({CoverageModel::SinceColumn});
    m_table->setWordWrap(true);
    m_table->setTextElideMode(Qt::ElideRight);
    fitToView(*m_table, [this] { fitColumns(); });
}

/// Hides columns that do not fit beside the remedies; the tooltip contains them.
void CoveragePanel::fitColumns()
{
    const QFontMetrics metrics = m_table->fontMetrics();
    const int room = m_table->viewport()->width();
    const int remedy = metrics.horizontalAdvance(u'm') * comfortable;
    const auto widthOf = [&metrics](const QString& sample) {
        return metrics.horizontalAdvance(sample) + columnPadding;
    };
    const int detector = std::min(widthOf(u"GPU over its temperature limit"_s), room * 2 / 5);
    const std::pair<int, int> others[]{
        {CoverageModel::StateColumn, widthOf(tr("degraded") + u"MM"_s)},
        {CoverageModel::EvidenceColumn, widthOf(u"other GPUs of the node: 512 of 512"_s)},
        {CoverageModel::SinceColumn, widthOf(u"00:00:00 UTC"_s)}};
    int rest = room - detector;
    m_table->setColumnWidth(CoverageModel::DetectorColumn, detector);
    for (const auto& [column, width] : others) {
        const bool fits = rest - width >= remedy;
        const bool isState = column == CoverageModel::StateColumn; // always has its mark
        const int given = fits ? width : isState ? widthOf(CoverageModel::tr("State")) : 0;
        if (isState)
            delegateOf(*m_table).setMarkColumn(column,
                                               fits ? EntityDelegate::Text::Shown : EntityDelegate::Text::Hidden);
        m_table->setColumnHidden(column, given == 0);
        m_table->setColumnWidth(column, given);
        rest -= given;
    }
    m_table->setColumnWidth(CoverageModel::RemedyColumn, rest);
    fitRows();
}

void CoveragePanel::fitRows()
{
    fitRowsToText(*m_table,
                  {CoverageModel::DetectorColumn, CoverageModel::RemedyColumn, CoverageModel::EvidenceColumn});
}

/// As DetectorCoverage::evidence().
QString CoveragePanel::evidenceOf(const DetectorCoverage& coverage)
{
    if (coverage.entities == 0)
        return tr("no such components");
    QStringList parts;
    std::size_t at = 0;
    for (const MetricSet& way : coverage.detector->metricSets) {
        if (const std::size_t count = coverage.watched[at++]; count > 0)
            parts << tr("%1: %2 of %3").arg(modelText(way.evidence)).arg(count).arg(coverage.entities);
    }
    return parts.isEmpty() ? tr("no data (0 of %1)").arg(coverage.entities) : parts.join(u"; "_s);
}

CoverageLine CoveragePanel::lineOf(const DetectorState& standing) const
{
    const DetectorCoverage& coverage = standing.coverage;
    CoverageLine line{.state = coverage.state(),
                      .isAbsent = coverage.entities == 0,
                      .name = modelText(coverage.detector->name),
                      .entities = countedKind(coverage.detector->kind, coverage.entities),
                      .evidence = evidenceOf(coverage),
                      .remedies = {},
                      .since = standing.since};
    for (const RequiredMetric& need : coverage.missing)
        line.remedies << modelText(remedyOf(need, m_offers));
    return line;
}

void CoveragePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void CoveragePanel::refresh()
{
    if (!isVisible())
        return;
    const ClusterStore& store = m_context.cluster.store();
    const TimePoint moment = m_context.time.isFollowing() ? store.now() : m_context.time.cursor();
    const std::vector<DetectorState>& standings = m_context.coverage->at(moment);
    if (standings.empty()) {
        if (store.hasDataAt(moment))
            m_empty->setText(tr("Loading…"), tr("The detectors appear when the metrics of this moment are loaded."));
        else
            m_empty->setText(tr("No data at this moment."),
                             tr("Connect to a cluster, or move the cursor to another time."));
    } else {
        std::vector<CoverageLine> lines;
        for (const DetectorState& each : standings)
            lines.push_back(lineOf(each));
        m_model->setRows(std::move(lines));
        fitColumns();
    }
    showContent(!standings.empty());
    const QString caption = standings.empty()
        ? QString()
        : tr("%n of %1 detectors have no data", nullptr, static_cast<int>(blindCount(standings))).arg(standings.size());
    setCaption(caption);
}

} // namespace lockstep

#include "moc_coveragepanel.cpp"
