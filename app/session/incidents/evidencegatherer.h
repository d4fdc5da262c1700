// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/incidents/evidencework.h"

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QObject>
#include <deque>

#include <functional>
#include <memory>
#include <string>

namespace lockstep {

class ClusterModel;

/// Copies the evidence of an incident from the live state in small steps while the event loop is idle. Fetches data
/// that has left memory, and reads spans from the recording. Evidence: series of the selected entities, a heatmap of
/// the metric, spans of the lanes concerned, events and gaps. GUI thread; owned by the composition.
class EvidenceGatherer : public QObject
{
    Q_OBJECT

public:
    using Done = EvidenceWork::Done;

    /// Source of the store's older columns.
    struct Origin
    {
        std::function<std::string()> name; ///< "live state", "recording /var/..."
        /// Folder or file with data that is no longer in memory; empty: none.
        std::function<std::string()> recording;
    };

    explicit EvidenceGatherer(const ClusterModel& cluster, QObject* parent = nullptr);
    ~EvidenceGatherer() override;

    void setOrigin(Origin origin) { m_origin = std::move(origin); }

    /// Gathers, then calls @p done. Requests are processed in order.
    void gather(EvidenceRequest request, Done done);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    struct Waiting
    {
        std::unique_ptr<EvidenceWork> work;
        QElapsedTimer lagging; ///< time for which it has been ahead of the analysis; invalid: it is not
        QElapsedTimer forDisk; ///< time waiting for the disk; invalid: not waiting
    };

    /// @return false while data is being read from disk
    [[nodiscard]] bool prepare(Waiting& waiting);

    const ClusterModel& m_cluster;
    std::deque<Waiting> m_works; ///< the first is in progress
    Origin m_origin;
    QBasicTimer m_idle;
};

} // namespace lockstep
