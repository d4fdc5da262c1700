// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/comparewords.h"

#include "app/session/comparisoncontroller.h"
#include "models/store/clusterstore.h"
#include "models/view/translation.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

namespace lockstep {

namespace {

/// What is left out of a comparison is said, not hidden.
QString partnersText(const ComparisonController& compare)
{
    const MetricId metric = compare.shownMetric();
    if (compare.matches() == nullptr || !metric.isValid())
        return {};
    const EntityKind kind = compare.store().metrics().descriptor(metric).entityKind;
    const TopologyMatch& match = (*compare.matches())[static_cast<std::size_t>(kind)];
    QString text;
    if (match.onlyHere > 0)
        text += tr(" · %1 here without a counterpart").arg(countedKind(kind, match.onlyHere));
    if (match.onlyThere > 0)
        text += tr(" · %1 in the baseline without a counterpart").arg(countedKind(kind, match.onlyThere));
    return text;
}

} // namespace

QString comparisonSentence(const ComparisonController& compare)
{
    if (!compare.isActive())
        return {};
    const Baseline& baseline = compare.comparison().baseline();
    const bool isRecording = compare.matches() != nullptr;
    const QString name = toQString(baseline.name);
    QString text;
    if (baseline.how == Baseline::How::Mean) {
        text = isRecording ? tr("Baseline: mean of %1, %2").arg(name, compare.rangeText(baseline.ticks))
                           : tr("Baseline: mean of %1").arg(name);
    } else {
        const QString theirs = compare.clockText(baseline.ticks.from);
        const QString ours = compare.clockText(baseline.ticks.from + baseline.shift);
        text = isRecording ? tr("Baseline: %1, moment by moment; its %2 is %3 UTC here").arg(name, theirs, ours)
                           : tr("Baseline: %1, moment by moment; %2 is aligned with %3 UTC").arg(name, theirs, ours);
    }
    if (compare.comparison().isBusy())
        text += tr(" · computing the mean…");
    return text + partnersText(compare);
}

} // namespace lockstep
