// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/blamemodel.h"

#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "widgets/common/text.h"

namespace lockstep {

namespace {

/// A smaller share of a job's GPU time is noise and gets no row.
constexpr double minShare = 0.001;

QString patternText(StragglerPattern pattern)
{
    switch (pattern) {
    case StragglerPattern::None:
        return {};
    case StragglerPattern::Transient:
        return BlameModel::tr("intermittent");
    case StragglerPattern::Systemic:
        return BlameModel::tr("persistent");
    case StragglerPattern::Drift:
        return BlameModel::tr("drifting");
    }
    return {};
}

} // namespace

BlameModel::BlameModel(const ClusterModel& cluster, const SyncResults& syncResults, QObject* parent)
    : TableModel(
        {{tr("Straggler")},
         {tr("Wait (GPU s)"), tr("GPU seconds that other ranks spent waiting for this one, over the last 16 steps"),
          isFigure},
         {tr("Share"), tr("The wait as a share of the job's GPU time in the last 16 steps"), isFigure},
         {tr("Last step"), tr("GPU seconds that other ranks spent waiting for this one in the last step"), isFigure},
         {tr("Pattern"),
          tr("Persistent, intermittent or drifting, with the number of recent steps in which this rank cost more "
             "than 1 % of the job's GPU time")},
         {tr("Where")}},
        parent),
      m_cluster(cluster),
      m_syncResults(syncResults)
{
    connect(&syncResults, &SyncResults::changed, this, &BlameModel::follow);
    follow();
}

EntityRef BlameModel::entityOf(const JobSync& job, std::uint32_t lane) const
{
    const auto& lanes = m_cluster.store().spans().lanes();
    const std::uint32_t stored = lane < job.lanes.size() ? job.lanes[lane] : SyncSpan::none;
    return stored < lanes.size() ? lanes[stored].entity : EntityRef{};
}

QString BlameModel::laneName(const JobSync& job, std::uint32_t lane) const
{
    const SpanStore& spans = m_cluster.store().spans();
    const std::uint32_t stored = lane < job.lanes.size() ? job.lanes[lane] : SyncSpan::none;
    const QString own = stored < spans.lanes().size() ? nameOf(spans.lanes()[stored].name.value) : QString();
    return own.isEmpty() ? tr("rank %1").arg(job.ranks[lane]) : own;
}

QString BlameModel::nameOf(std::uint32_t id) const
{
    const NameTable& names = m_cluster.store().spans().names();
    return id < names.size() ? toQString(names.name(NameId{id})) : QString();
}

void BlameModel::addMissing(const JobSync& job, std::vector<Row>& rows) const
{
    for (const MissingRank& rank : job.missing) {
        Row row;
        row.entity = entityOf(job, rank.lane);
        row.who = laneName(job, rank.lane);
        row.pattern = tr("missing while %n ranks wait in %1", nullptr, static_cast<int>(rank.waiting))
                          .arg(nameOf(rank.communicator));
        row.severity = static_cast<int>(rank.isHang ? Severity::Critical : Severity::Warning);
        const int waiting = static_cast<int>(rank.waiting);
        const QString words = rank.isHang
            ? tr("%1 hangs: %n ranks wait in %2 #%3, which this rank has not entered.", nullptr, waiting)
            : tr("%1 has an unusually long wait: %n ranks wait in %2 #%3, which this rank has not entered.", nullptr,
                 waiting);
        row.explanation = words.arg(nameOf(job.job), nameOf(rank.communicator)).arg(rank.sequence);
        rows.push_back(std::move(row));
    }
    for (const StuckCollective& collective : job.stuck) {
        Row row;
        row.entity = entityOf(job, collective.lane);
        row.who = tr("links of %1").arg(nameOf(collective.communicator));
        row.pattern = tr("stuck: all %1 ranks have entered").arg(collective.waiting);
        row.severity = static_cast<int>(collective.isHang ? Severity::Critical : Severity::Warning);
        const QString words = collective.isHang
            ? tr("%1 hangs: all %2 ranks of %3 have entered collective #%4, but it does not complete.")
            : tr("%1 has an unusually long wait: all %2 ranks of %3 have entered collective #%4, but it does not "
                 "complete.");
        row.explanation = words.arg(nameOf(job.job))
                              .arg(collective.waiting)
                              .arg(nameOf(collective.communicator))
                              .arg(collective.sequence);
        rows.push_back(std::move(row));
    }
}

void BlameModel::addCulprits(const JobSync& job, bool namesJob, std::vector<Row>& rows) const
{
    for (const CulpritRow& culprit : job.culprits) {
        if (culprit.share < minShare)
            continue;
        Row row;
        switch (culprit.culprit.kind) {
        case CulpritKind::Lane:
            row.entity = entityOf(job, culprit.culprit.index);
            row.who = laneName(job, culprit.culprit.index);
            row.explanation = tr("Takes longer to compute than the ranks that wait for it.");
            break;
        case CulpritKind::Communicator:
            row.who = tr("links of %1").arg(nameOf(culprit.culprit.index));
            row.explanation = tr("This communicator transfers data more slowly than its peers or its baseline.");
            break;
        case CulpritKind::Storage:
            row.who = tr("checkpoint storage");
            row.explanation
                = tr("Checkpoints of the ranks end at different times, or take longer than their baseline.");
            break;
        }
        if (namesJob)
            row.who = QStringLiteral("%1  %2").arg(row.who, nameOf(job.job));
        row.lost = culprit.gpuSeconds;
        row.share = culprit.share;
        row.lastStep = culprit.lastStepGpuSeconds;
        row.pattern = patternText(culprit.pattern);
        if (culprit.pattern != StragglerPattern::None)
            row.pattern = tr("%1 (%2)").arg(row.pattern, modelText(culprit.evidence));
        // Highlights only the ranks in the verdict. Other ranks cause waits too, but do not slow the job down.
        row.severity = job.verdict.names(culprit.culprit) ? static_cast<int>(Severity::Warning) : -1;
        rows.push_back(std::move(row));
    }
}

void BlameModel::follow()
{
    const auto& jobs = m_syncResults.snapshot()->jobs;
    std::vector<Row> rows;
    for (const auto& job : jobs)
        addMissing(*job, rows);
    const auto culprits = static_cast<std::ptrdiff_t>(rows.size());
    for (const auto& job : jobs)
        addCulprits(*job, jobs.size() > 1, rows);
    std::stable_sort(rows.begin() + culprits, rows.end(), [](const Row& a, const Row& b) { return a.lost > b.lost; });
    for (Row& row : rows) {
        if (m_cluster.store().topology()->contains(row.entity))
            row.where = toQString(m_cluster.store().topology()->path(row.entity));
    }
    replaceRows(std::move(rows));
}

int BlameModel::rowOf(EntityRef entity) const
{
    return entity.isValid() ? rowWith(entity, &Row::entity) : -1;
}

QString BlameModel::text(const Row& row, int column) const
{
    switch (column) {
    case StragglerColumn:
        return row.who;
    case LostColumn:
        return row.lost > 0 ? toQString(formatNumber(row.lost)) : QString();
    case ShareColumn:
        return row.share > 0 ? quantityText(row.share, Unit::Ratio) : QString();
    case LastStepColumn:
        return row.lastStep >= 0.005 ? toQString(formatNumber(row.lastStep)) : QStringLiteral("0");
    case PatternColumn:
        return row.pattern;
    case WhereColumn:
        return row.where;
    default:
        return {};
    }
}

/// Includes text that a narrow table hides or truncates.
QString BlameModel::hoverText(const Row& row)
{
    QStringList lines;
    for (const QString* line : {&row.explanation, &row.pattern, &row.where}) {
        if (!line->isEmpty())
            lines << *line;
    }
    return lines.join(u'\n');
}

QVariant BlameModel::data(const QModelIndex& index, int role) const
{
    const Row* const shown = rowAt(index.row());
    if (shown == nullptr)
        return {};
    const Row& row = *shown;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return hoverText(row);
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case EntityRole:
        return row.entity.isValid() ? QVariant::fromValue(row.entity) : QVariant();
    case SeverityRole:
        return row.severity >= 0 ? QVariant(row.severity) : QVariant();
    default:
        return {};
    }
}

} // namespace lockstep

#include "moc_blamemodel.cpp"
