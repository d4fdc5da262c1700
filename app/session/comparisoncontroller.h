// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topologymatch.h"
#include "models/core/work/latestrequest.h"
#include "models/view/comparison/comparison.h"

#include <QObject>

#include <memory>
#include <optional>

namespace lockstep {

class ClusterStore;
class RecordedPast;
class Selection;
class Session;

/// Controls the comparison with a marked range or another recording, and which side is shown. The choice is kept when
/// the metric changes. GUI thread; owned by the composition.
class ComparisonController : public QObject
{
    Q_OBJECT

public:
    /// The arguments outlive this.
    ComparisonController(Session& session, Selection& selection);
    ~ComparisonController() override;

    [[nodiscard]] const Comparison& comparison() const { return m_comparison; }
    [[nodiscard]] bool isActive() const { return m_comparison.isActive(); }
    /// The other recording's path; empty: a range of the same data.
    [[nodiscard]] const QString& path() const { return m_path; }
    /// How the entities of the other recording correspond to those shown; null without another recording.
    [[nodiscard]] const TopologyMatches* matches() const { return m_recording ? &m_matches : nullptr; }
    [[nodiscard]] MetricId shownMetric() const; ///< the metric shown or compared
    [[nodiscard]] const ClusterStore& store() const;
    [[nodiscard]] QString clockText(TickIndex tick) const; ///< "14:02:10"
    [[nodiscard]] QString rangeText(TickRange ticks) const; ///< "14:02:10–14:07:10 UTC"

    /// Compares with the mean of the marked range, or tick by tick with the range's beginning aligned to the cursor.
    void withMarkedRange(ComparisonBaseline::How how);
    /// Compares each tick with the tick that is earlier by this duration.
    void withEarlier(Duration by);
    /// Compares with another recording, which is opened on its own thread. A replay is aligned by its beginning; live
    /// data is compared with the recording's mean.
    /// @param shift overrides the alignment
    void withRecording(const QString& path, std::optional<TickIndex> shift = std::nullopt);
    void setHow(ComparisonBaseline::How how);
    void layStartOnCursor(); ///< aligns the baseline's beginning with the cursor
    /// Exchanges what is shown and the baseline.
    void swap();
    void stop();

    void show(Shown shown);
    void showNext(); ///< cycles through value, baseline and difference
    [[nodiscard]] Shown shown() const { return m_shown; }
    [[nodiscard]] bool canShow(Shown shown) const; ///< whether the current metric supports it

Q_SIGNALS:
    void changed();
    void problem(const QString& message);
    void refused(const QString& why); ///< not an error: there is nothing to compare with
    void swapWanted(const QString& path, qint64 shift); ///< show that recording, compared with the current data

private:
    struct Opened;

    void take(const QString& path, std::optional<TickIndex> shift, Opened& opened);
    void begin(ComparisonBaseline baseline);
    void metricChosen();
    [[nodiscard]] TickIndex tickOf(TimePoint time) const;
    [[nodiscard]] std::string nameOf(const ComparisonBaseline& baseline) const;
    void swapOwn();

    Session& m_session;
    Selection& m_selection;
    Comparison m_comparison;
    std::unique_ptr<RecordedPast> m_recording; ///< null: a range of the same data
    TopologyMatches m_matches; ///< entities it shares with the cluster shown
    QString m_path;
    Shown m_shown = Shown::Difference;
    LatestRequest m_opener; ///< last
};

} // namespace lockstep
