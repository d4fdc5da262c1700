// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/work/jobqueue.h"
#include "models/store/analysis.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockstep {

class ClusterModel;

/// Runs the analyses of a cluster: after each change it asks idle analyses for a task, runs tasks one after another on
/// a worker thread, and adds the results to the cluster on the GUI thread. A slow analysis gets fewer, larger changes
/// and delays neither GUI nor intake. Lives on the GUI thread, owned by the pipeline; the destructor waits for the
/// running task.
class AnalysisHost : public QObject
{
    Q_OBJECT

public:
    explicit AnalysisHost(ClusterModel& cluster, QObject* parent = nullptr);
    ~AnalysisHost() override;

    void add(std::unique_ptr<Analysis> analysis);
    /// Whether any analysis is still processing the data that it has taken.
    [[nodiscard]] bool isBusy() const;

private:
    struct Entry
    {
        std::unique_ptr<Analysis> analysis;
        ChangeSet pending;
        bool isBusy = false;
    };
    void handleChange(const ChangeSet& changes);
    void start(std::size_t entry);
    void finish(std::size_t entry, const Analysis::Result& result);

    ClusterModel& m_cluster;
    std::vector<Entry> m_entries;
    bool m_isFeedingBack = false;
    JobQueue m_worker; ///< last: stops before the members that its tasks use
};

} // namespace lockstep
