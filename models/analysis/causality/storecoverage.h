// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/coverage.h"
#include "models/core/work/latestrequest.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace lockstep {

/// The coverage of a store at the moment shown, live or in the past. Reads the store on request, at most every thirty
/// seconds of its time, and computes on a thread. One for all views, which show the same moment. GUI thread; owned by
/// the composition. The store must outlive it.
class StoreCoverage : public QObject
{
    Q_OBJECT

public:
    static constexpr Duration every = std::chrono::seconds(30);

    explicit StoreCoverage(const ClusterStore& store, QObject* parent = nullptr);

    /// By detector, in the order of the table, at about that moment; empty: not known yet (see changed()), or nothing
    /// was received then. Valid until changed().
    [[nodiscard]] const std::vector<DetectorState>& at(TimePoint moment);

Q_SIGNALS:
    void changed();

private:
    void ask(TimePoint moment);
    void read();
    void take(TimePoint moment, std::vector<std::vector<DetectorCoverage>> found,
              const std::vector<TimePoint>& moments);
    [[nodiscard]] bool follows(TimePoint moment) const;
    [[nodiscard]] std::vector<TimePoint> earlier(TimePoint moment) const;

    const ClusterStore& m_store;
    std::vector<DetectorState> m_standings;
    const std::vector<DetectorState> m_none;
    std::optional<TimePoint> m_known; ///< moment of the standings
    std::optional<TimePoint> m_asked;
    int m_reads = 0; ///< number of reads for the requested moment while its data was pending
    QTimer m_timer;
    LatestRequest m_requests{5}; ///< last member: ends before the others that its thread uses
};

} // namespace lockstep
