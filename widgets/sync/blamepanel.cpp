// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/blamepanel.h"

#include "models/analysis/sync/live/verdicttext.h"
#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/canvas/sharebar.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/panels/paneltable.h"
#include "widgets/sync/blamemodel.h"
#include "widgets/sync/jobshown.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

/// GPU time of recent steps by activity: compute, transfer, wait, checkpoint, restart, idle, unknown. Covers the
/// selected GPUs if any is a rank of a job, otherwise all ranks. GUI thread; owned by its panel.
class TimeShares : public ShareBar
{
    Q_OBJECT

public:
    explicit TimeShares(ViewContext context, QWidget* parent = nullptr);

    /// Seconds by class; all zero if unknown.
    [[nodiscard]] const std::array<double, timeClassCount>& seconds() const { return m_seconds; }

protected:
    [[nodiscard]] HoverText explain(const Part& part) const override;

private:
    void refresh();

    ViewContext m_context;
    std::array<double, timeClassCount> m_seconds{};
    std::size_t m_ranks = 0;
};

/// From most productive to unknown.
constexpr std::array<TimeClass, timeClassCount> order{TimeClass::Compute,    TimeClass::Transfer, TimeClass::Wait,
                                                      TimeClass::Checkpoint, TimeClass::Restart,  TimeClass::Idle,
                                                      TimeClass::Unknown};

QString nameOf(TimeClass timeClass)
{
    switch (timeClass) {
    case TimeClass::Compute:
        return TimeShares::tr("compute");
    case TimeClass::Transfer:
        return TimeShares::tr("transfer");
    case TimeClass::Wait:
        return TimeShares::tr("wait");
    case TimeClass::Checkpoint:
        return TimeShares::tr("checkpoint");
    case TimeClass::Restart:
        return TimeShares::tr("restart");
    case TimeClass::Idle:
        return TimeShares::tr("idle");
    case TimeClass::Unknown:
        break;
    }
    return TimeShares::tr("unknown");
}

/// Null: hatched.
Rgb Palette::*colourOf(TimeClass timeClass)
{
    switch (timeClass) {
    case TimeClass::Compute:
        return &Palette::compute;
    case TimeClass::Transfer:
        return &Palette::transfer;
    case TimeClass::Wait:
        return &Palette::wait;
    case TimeClass::Checkpoint:
        return &Palette::checkpoint;
    case TimeClass::Restart:
        return &Palette::restart;
    case TimeClass::Idle:
        return &Palette::raised;
    case TimeClass::Unknown:
        break;
    }
    return nullptr;
}

TimeShares::TimeShares(ViewContext context, QWidget* parent) : ShareBar(context, parent), m_context(context)
{
    setAccessibleName(tr("GPU time by activity"));
    connect(context.sync, &SyncResults::changed, this, &TimeShares::refresh);
    connect(&context.selection, &Selection::selectedChanged, this, &TimeShares::refresh);
    refresh();
}

void TimeShares::refresh()
{
    std::array<double, timeClassCount> ofAll{};
    std::array<double, timeClassCount> ofSelected{};
    std::size_t ranks = 0;
    std::size_t selectedRanks = 0;
    std::size_t steps = 0;
    const auto& lanes = m_context.cluster.store().spans().lanes();
    for (const auto& job : m_context.sync->snapshot()->jobs) {
        steps = std::max(steps, job->judgedSteps);
        for (std::size_t own = 0; own < std::min(job->recent.size(), job->lanes.size()); ++own) {
            const std::uint32_t stored = job->lanes[own];
            const bool isSelected = stored < lanes.size() && m_context.selection.isSelected(lanes[stored].entity);
            ranks += 1;
            selectedRanks += isSelected ? 1 : 0;
            for (std::size_t at = 0; at < timeClassCount; ++at) {
                const double seconds = job->recent[own][at];
                ofAll[at] += seconds;
                ofSelected[at] += isSelected ? seconds : 0;
            }
        }
    }
    m_seconds = selectedRanks > 0 ? ofSelected : ofAll;
    m_ranks = selectedRanks > 0 ? selectedRanks : ranks;
    const QString window = tr("last %n steps", nullptr, static_cast<int>(steps)) + momentText(*m_context.sync);
    const QString whose = selectedRanks > 0
        ? tr("GPU time of the %n selected ranks, %1", nullptr, static_cast<int>(selectedRanks)).arg(window)
        : tr("GPU time of all %1 ranks, %2").arg(toQString(formatNumber(static_cast<double>(ranks))), window);
    std::vector<Part> parts;
    for (const TimeClass each : order)
        parts.push_back({nameOf(each), m_seconds[static_cast<std::size_t>(each)], colourOf(each)});
    setParts(whose, std::move(parts));
}

HoverText TimeShares::explain(const Part& part) const
{
    HoverText text;
    text.sentence = part.colour == nullptr
        ? tr("Time without a span, or in which wait and transfer cannot be separated")
        : tr("%2: %1 of GPU time").arg(quantityText(part.amount / total(), Unit::Ratio), part.name);
    text.facts.push_back({tr("GPU seconds"), toQString(formatNumber(part.amount))});
    text.facts.push_back(
        {tr("Per rank"),
         quantityText(part.amount / static_cast<double>(std::max<std::size_t>(m_ranks, 1)), Unit::Seconds)});
    return text;
}

} // namespace

BlamePanel::BlamePanel(ViewContext context, QWidget* parent)
    : Panel(context, parent),
      m_model(new BlameModel(context.cluster, *context.sync, this)),
      m_table(makePanelTable(context, *m_model)),
      m_verdict(makeLabel({}, this)),
      m_note(makeNote({}, this))
{
    auto* lines = makeBox<QVBoxLayout>(this, 0);
    lines->addWidget(new TimeShares(context, this));
    lines->addWidget(m_verdict);
    lines->addWidget(m_note);
    m_verdict->setWordWrap(true);
    m_verdict->setContentsMargins(8, 4, 8, 0);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 2, 8, 2);
    m_table->setAccessibleName(tr("Stragglers, worst first"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(BlameModel::StragglerColumn);
    delegate.setFigureColumns({BlameModel::LostColumn, BlameModel::ShareColumn, BlameModel::LastStepColumn});
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics = m_table->fontMetrics();
    const auto widthFor = [&](const QString& sample) {
        return metrics.horizontalAdvance(sample) + 20;
    };
    header->resizeSection(BlameModel::StragglerColumn, widthFor(QStringLiteral("checkpoint storage  train-a")) + 16);
    header->resizeSection(BlameModel::LostColumn, widthFor(tr("Wait (GPU s)")));
    header->resizeSection(BlameModel::ShareColumn, widthFor(tr("Share")));
    header->resizeSection(BlameModel::LastStepColumn, widthFor(tr("Last step")));
    header->resizeSection(BlameModel::WhereColumn, widthFor(QStringLiteral("A01 / node-0000 / gpu0")));
    m_minPattern = widthFor(QStringLiteral("persistent (14 of 16"));
    stretchColumn(*m_table, BlameModel::PatternColumn, m_minPattern);
    m_table->setTextElideMode(Qt::ElideRight); // the important part of a pattern is at its beginning

    setContent(m_table, lines);
    setFocusProxy(m_table);

    connect(m_table, &QTableView::clicked, this, &BlamePanel::choose);
    connect(m_table, &QTableView::activated, this, &BlamePanel::choose);
    connect(context.sync, &SyncResults::changed, this, &BlamePanel::refresh);
    connect(&context.selection, &Selection::selectedChanged, this, &BlamePanel::showSelected);
    refresh();
}

/// If not all columns fit, hides the place, which the hover text contains.
void BlamePanel::resizeEvent(QResizeEvent* event)
{
    const QHeaderView& header = *m_table->horizontalHeader();
    int wanted = m_minPattern;
    for (int column = 0; column < BlameModel::PatternColumn; ++column)
        wanted += header.sectionSize(column);
    wanted += m_table->fontMetrics().horizontalAdvance(QStringLiteral("A01 / node-0000 / gpu0")) + 20;
    m_table->setColumnHidden(BlameModel::WhereColumn, wanted > width());
    QWidget::resizeEvent(event);
}

void BlamePanel::choose(const QModelIndex& index)
{
    if (const QVariant entity = index.data(EntityRole); entity.isValid())
        m_context.selection.show(entity.value<EntityRef>());
}

/// Rows are reordered when blame changes; the selection stays with the culprit.
void BlamePanel::showSelected()
{
    const int row = m_model->rowOf(m_context.selection.current());
    if (row >= 0)
        m_table->selectRow(row);
    else
        m_table->clearSelection();
}

/// The verdict on each delayed job, as in the what-if analysis.
void BlamePanel::refreshVerdict()
{
    constexpr std::size_t maxJobs = 3;
    QStringList lines;
    QStringList notes;
    bool isWithinStage = false;
    for (const auto& job : m_context.sync->snapshot()->worstFirst()) {
        if (job->steps.empty() || lines.size() == maxJobs || (!lines.isEmpty() && job->verdict.weight() == 0))
            continue;
        lines << verdictText(*job, m_context.cluster.store());
        if (const QString evidence = verdictEvidence(*job); !evidence.isEmpty())
            notes << evidence;
        isWithinStage = isWithinStage || job->verdict.kind == VerdictKind::LastStage;
    }
    if (isWithinStage)
        notes << tr("Ranks are compared with their peers in the same pipeline stage.");
    m_verdict->setText(lines.join(QLatin1Char('\n')));
    m_verdict->setVisible(!lines.isEmpty());
    m_note->setText(notes.join(QLatin1Char('\n')));
    m_note->setVisible(!notes.isEmpty());
}

void BlamePanel::refresh()
{
    refreshVerdict();
    showContent(m_model->rowCount() > 0);
    if (!m_table->selectionModel()->selectedRows().isEmpty() || m_context.selection.current().isValid())
        showSelected();
    const SyncSnapshot& snapshot = *m_context.sync->snapshot();
    std::size_t steps = 0;
    for (const auto& job : snapshot.jobs)
        steps = std::max(steps, job->judgedSteps);
    const double lost = snapshot.lostInWaits();
    const QString moment = momentText(*m_context.sync);
    QString caption;
    if (!std::isnan(lost)) {
        const QString share = quantityText(lost, Unit::Ratio);
        caption = tr("wait loss: %1 of GPU time, last %n steps", nullptr, static_cast<int>(steps)).arg(share) + moment;
    }
    // Distinguishes "nothing found" from "nothing analysed".
    if (!std::isnan(lost))
        m_empty->setText(
            tr("No straggler."),
            tr("No rank delayed the others significantly in the last %n steps%1.", nullptr, static_cast<int>(steps))
                .arg(moment));
    else if (m_context.sync->isComputing())
        m_empty->setText(tr("Computing…"), tr("Computing waits from the spans up to the displayed time."));
    else
        m_empty->setText(tr("No steps yet."),
                         tr("Run a job with the NCCL plugin, post job events that include communicator and sequence "
                            "number, or open a trace."));
    setCaption(caption);
}

} // namespace lockstep

#include "blamepanel.moc"
#include "moc_blamepanel.cpp"
