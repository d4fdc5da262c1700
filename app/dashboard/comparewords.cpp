// SPDX-License-Identifier: GPL-3.0-or-later
// What ComparisonController says for people.
#include "app/dashboard/comparisoncontroller.h"
#include "app/session/comparerecording.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/timeaxis.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <QFileInfo>

namespace lockstep {

namespace {

QString fileName(const QString& path)
{
    const QString clean = path.endsWith(QLatin1Char('/')) ? path.chopped(1) : path;
    return QFileInfo(clean).fileName();
}

QString clockText(TimePoint time)
{
    return toQString(formatTime(time, std::chrono::seconds(1))).remove(QStringLiteral(" UTC"));
}

} // namespace

QString ComparisonController::rangeText(TickRange ticks) const
{
    const Duration period = m_scene.cluster.store().tickPeriod();
    return tr("%1–%2 UTC").arg(clockText(timeOfTick(ticks.from, period)), clockText(timeOfTick(ticks.to, period)));
}

std::string ComparisonController::nameOf(const Baseline& baseline) const
{
    if (m_recording)
        return fileName(m_path).toStdString();
    if (baseline.how == Baseline::How::Mean)
        return rangeText(baseline.ticks).toStdString();
    const Duration shift = baseline.shift * m_scene.cluster.store().tickPeriod();
    const QString howFar = toQString(formatDuration(shift < Duration::zero() ? -shift : shift));
    return (shift < Duration::zero() ? tr("%1 later") : tr("%1 earlier")).arg(howFar).toStdString();
}

QString ComparisonController::sentence() const
{
    if (!isActive())
        return {};
    const Baseline& baseline = m_comparison.baseline();
    const QString name = toQString(baseline.name);
    QString text;
    if (baseline.how == Baseline::How::Mean) {
        text = m_recording ? tr("Against the mean of %1, %2").arg(name, rangeText(baseline.ticks))
                           : tr("Against the mean of %1").arg(name);
    } else {
        const Duration period = m_scene.cluster.store().tickPeriod();
        const QString theirs = clockText(timeOfTick(baseline.ticks.from, period));
        const QString ours = clockText(timeOfTick(baseline.ticks.from + baseline.shift, period));
        text = m_recording ? tr("Against %1, moment by moment: its %2 is %3 UTC here").arg(name, theirs, ours)
                           : tr("Against %1, moment by moment: %2 lies on %3 UTC").arg(name, theirs, ours);
    }
    if (m_comparison.isBusy())
        text += tr(" · working out the mean…");
    return text + partnersText();
}

/// What is left out of a comparison is said, not hidden.
QString ComparisonController::partnersText() const
{
    const MetricId metric = m_comparison.baseOf(m_scene.selection.metric());
    if (!m_recording || !metric.isValid())
        return {};
    const EntityKind kind = m_scene.cluster.store().metrics().descriptor(metric).entityKind;
    const TopologyMatch& match = m_recording->matches()[static_cast<std::size_t>(kind)];
    QString text;
    if (match.onlyHere > 0)
        text += tr(" · %1 here without a partner there").arg(countedKind(kind, match.onlyHere));
    if (match.onlyThere > 0)
        text += tr(" · %1 there without a partner here").arg(countedKind(kind, match.onlyThere));
    return text;
}

} // namespace lockstep
