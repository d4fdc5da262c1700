// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/comparisoncontroller.h"

#include "app/session/past/columns/recordedpast.h"
#include "app/session/session.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"

#include <QFileInfo>

#include <algorithm>

namespace lockstep {

/// Result of the thread that opens a recording.
struct ComparisonController::Opened
{
    std::optional<Recording> recording;
    TopologyMatches matches{};
    std::string problem;
};

ComparisonController::ComparisonController(Session& session, Selection& selection)
    : m_session(session), m_selection(selection), m_comparison(session.cluster())
{
    connect(&m_comparison, &Comparison::changed, this, &ComparisonController::changed);
    connect(&selection, &Selection::metricChanged, this, &ComparisonController::metricChosen);
}

ComparisonController::~ComparisonController() = default;

TickIndex ComparisonController::tickOf(TimePoint time) const
{
    return tickIndexOf(time, store().tickPeriod());
}

void ComparisonController::withMarkedRange(ComparisonBaseline::How how)
{
    const std::optional<TimeRange> marked = m_session.time().marked();
    if (!marked || marked->isEmpty()) {
        Q_EMIT refused(
            tr("No range marked. Shift + drag along a time axis to mark the range to compare with the current one."));
        return;
    }
    m_recording.reset();
    m_path.clear();
    ComparisonBaseline baseline;
    baseline.how = how;
    baseline.ticks = {tickOf(marked->from), tickOf(marked->to - Duration(1)) + 1};
    // Live data shows the newest time, so the ends are aligned instead of the beginnings.
    const TimeWindow::Place& place = m_session.time().target();
    const TickIndex cursor = tickOf(place.cursor);
    baseline.shift = place.isFollowing ? cursor - (baseline.ticks.to - 1) : cursor - baseline.ticks.from;
    begin(baseline);
}

void ComparisonController::withEarlier(Duration by)
{
    const TimeWindow::Place& place = m_session.time().target();
    ComparisonBaseline baseline;
    baseline.how = ComparisonBaseline::How::Moment;
    baseline.shift = by / store().tickPeriod();
    baseline.ticks = {std::max(tickOf(place.range.from) - baseline.shift, store().ticks().from), tickOf(place.cursor)};
    if (tickOf(place.cursor) - baseline.shift < store().ticks().from) {
        Q_EMIT refused(tr("Cannot compare with %1 ago: no data was recorded at that time.")
                           .arg(QString::fromStdString(formatDuration(by))));
        return;
    }
    m_recording.reset();
    m_path.clear();
    begin(baseline);
}

void ComparisonController::withRecording(const QString& path, std::optional<TickIndex> shift)
{
    const TopologyPtr here = store().topology();
    m_opener.ask([this, path, shift, here](const std::stop_token& stop) {
        auto opened = std::make_shared<Opened>();
        Result<Recording> recording = Recording::open(path.toStdString(), stop);
        if (recording.isOk()) {
            opened->recording = std::move(recording).value();
            opened->recording->stopWith({}); // later readers use their own stop tokens
            opened->matches = matchTopologies(*here, *opened->recording->topology());
        } else {
            opened->problem = recording.error().message;
        }
        if (stop.stop_requested())
            return; // superseded by another request
        QMetaObject::invokeMethod(
            this, [this, path, shift, opened] { take(path, shift, *opened); }, Qt::QueuedConnection);
    });
}

void ComparisonController::take(const QString& path, std::optional<TickIndex> shift, Opened& opened)
{
    if (!opened.recording) {
        Q_EMIT problem(tr("Cannot compare: %1").arg(QString::fromStdString(opened.problem)));
        return;
    }
    const Duration period = store().tickPeriod();
    if (opened.recording->tickPeriod() != period) {
        Q_EMIT problem(tr("Cannot compare: %1 has a different sampling interval").arg(path));
        return;
    }
    m_comparison.stop(); // releases the previous recording
    m_recording
        = std::make_unique<RecordedPast>(std::move(*opened.recording), !RecordedPast::growing, m_session.cluster());
    m_matches = opened.matches;
    m_path = path;
    ComparisonBaseline baseline;
    baseline.how = m_session.isLive() ? ComparisonBaseline::How::Mean : ComparisonBaseline::How::Moment;
    baseline.ticks = m_recording->ticks();
    baseline.shift = shift.value_or(store().ticks().from - baseline.ticks.from);
    begin(baseline);
}

MetricId ComparisonController::shownMetric() const
{
    return m_comparison.baseOf(m_selection.metric());
}

const ClusterStore& ComparisonController::store() const
{
    return m_session.cluster().store();
}

QString ComparisonController::clockText(TickIndex tick) const
{
    const std::string text = formatTime(timeOfTick(tick, store().tickPeriod()), std::chrono::seconds(1));
    return QString::fromStdString(text).remove(QStringLiteral(" UTC"));
}

QString ComparisonController::rangeText(TickRange ticks) const
{
    return tr("%1–%2 UTC").arg(clockText(ticks.from), clockText(ticks.to));
}

/// Name of the baseline: the recording's file name, or the time of the marked range.
std::string ComparisonController::nameOf(const ComparisonBaseline& baseline) const
{
    if (m_recording)
        return QFileInfo(m_path.endsWith(QLatin1Char('/')) ? m_path.chopped(1) : m_path).fileName().toStdString();
    const Duration period = store().tickPeriod();
    if (baseline.how == ComparisonBaseline::How::Mean)
        return rangeText(baseline.ticks).toStdString();
    const Duration shift = baseline.shift * period;
    const QString howFar = QString::fromStdString(formatDuration(shift < Duration::zero() ? -shift : shift));
    return (shift < Duration::zero() ? tr("%1 later") : tr("%1 earlier")).arg(howFar).toStdString();
}

void ComparisonController::begin(ComparisonBaseline baseline)
{
    if (baseline.how == ComparisonBaseline::How::Mean)
        baseline.ticks.to = std::min(baseline.ticks.to, baseline.ticks.from + ComparisonBaseline::maxTicks);
    baseline.name = nameOf(baseline);
    if (m_recording)
        m_comparison.start(baseline, *m_recording);
    else
        m_comparison.start(baseline, store());
    show(m_shown == Shown::Value ? Shown::Difference : m_shown);
}

void ComparisonController::setHow(ComparisonBaseline::How how)
{
    ComparisonBaseline baseline = m_comparison.baseline();
    if (!isActive() || baseline.how == how)
        return;
    baseline.how = how;
    // Uses the recording's mean together with the marked range, if any.
    const std::optional<TimeRange> marked = m_session.time().marked();
    if (how == ComparisonBaseline::How::Mean && m_recording && marked && !marked->isEmpty())
        baseline.ticks = {tickOf(marked->from) - baseline.shift, tickOf(marked->to) - baseline.shift};
    else if (m_recording)
        baseline.ticks = m_recording->ticks();
    begin(baseline);
}

void ComparisonController::layStartOnCursor()
{
    ComparisonBaseline baseline = m_comparison.baseline();
    if (!isActive())
        return;
    baseline.how = ComparisonBaseline::How::Moment;
    baseline.shift = tickOf(m_session.time().target().cursor) - baseline.ticks.from;
    begin(baseline);
}

void ComparisonController::swap()
{
    if (!isActive())
        return;
    if (!m_recording)
        return swapOwn();
    if (m_session.isLive()) {
        Q_EMIT refused(tr("Live data cannot become the baseline. Open the recording instead of swapping."));
        return;
    }
    const QString path = m_path; // a copy, because showing it ends this comparison
    Q_EMIT swapWanted(path, -m_comparison.baseline().shift);
}

void ComparisonController::swapOwn()
{
    ComparisonBaseline baseline = m_comparison.baseline();
    TimeWindow& time = m_session.time();
    const Duration period = store().tickPeriod();
    const TimeRange shown = time.target().range;
    if (baseline.how == ComparisonBaseline::How::Moment) {
        const TimePoint cursor = time.target().cursor - baseline.shift * period;
        time.setRange({shown.from - baseline.shift * period, shown.to - baseline.shift * period});
        time.setCursor(cursor);
        baseline.ticks = {baseline.ticks.from + baseline.shift, baseline.ticks.to + baseline.shift};
        baseline.shift = -baseline.shift;
    } else {
        time.setRange({timeOfTick(baseline.ticks.from, period), timeOfTick(baseline.ticks.to, period)});
        time.setCursor(timeOfTick(baseline.ticks.to - 1, period));
        baseline.ticks = {tickOf(shown.from), tickOf(shown.to)};
        time.setMarked(shown);
    }
    begin(baseline);
}

void ComparisonController::stop()
{
    if (!isActive())
        return;
    m_comparison.stop();
    m_selection.setMetric(shownMetric());
    m_recording.reset();
    m_path.clear();
}

void ComparisonController::show(Shown shown)
{
    m_shown = shown;
    const MetricId wanted = m_comparison.metricFor(m_selection.metric(), shown);
    if (wanted.isValid())
        m_selection.setMetric(wanted);
    Q_EMIT changed();
}

void ComparisonController::showNext()
{
    if (isActive())
        show(m_shown == Shown::Value ? Shown::Baseline : m_shown == Shown::Baseline ? Shown::Difference : Shown::Value);
}

bool ComparisonController::canShow(Shown shown) const
{
    const MetricId of = shownMetric();
    return isActive() && of.isValid() && canBeShown(store().metrics().descriptor(of), shown);
}

/// Keeps the kind of difference when the metric changes. If the user chooses a difference by name, shows that one.
void ComparisonController::metricChosen()
{
    if (!isActive())
        return;
    const MetricId metric = m_selection.metric();
    if (m_comparison.computes(metric)) {
        m_shown = m_comparison.shownBy(metric);
    } else if (m_shown != Shown::Value) {
        const MetricId wanted = m_comparison.metricFor(metric, m_shown);
        if (wanted.isValid())
            return m_selection.setMetric(wanted); // calls this slot again
    }
    Q_EMIT changed();
}

} // namespace lockstep

#include "moc_comparisoncontroller.cpp"
