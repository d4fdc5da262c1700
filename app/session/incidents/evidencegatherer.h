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

/// Copies the evidence of an incident out of the live state, a little each time the event loop is idle, so that no
/// frame waits for it: what has left memory is fetched first, spans are read from the recording. Series of the chosen
/// entities, a heatmap of the metric over all of its kind, the spans of the lanes concerned, events and gaps. GUI
/// thread; owned by the composition.
class EvidenceGatherer : public QObject
{
    Q_OBJECT

public:
    using Done = EvidenceWork::Done;

    /// Where the store has its columns from just now.
    struct Origin
    {
        std::function<std::string()> name; ///< "live state", "recording /var/..."
        /// Folder or file that has what is not in memory; empty: there is none.
        std::function<std::string()> recording;
    };

    explicit EvidenceGatherer(const ClusterModel& cluster, QObject* parent = nullptr);
    ~EvidenceGatherer() override;

    void setOrigin(Origin origin) { m_origin = std::move(origin); }

    /// Gathers, then calls @p done. Several requests are met one after another.
    void gather(EvidenceRequest request, Done done);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    struct Waiting
    {
        std::unique_ptr<EvidenceWork> work;
        QElapsedTimer lagging; ///< since when it is ahead of the analysis; invalid: it was not
        QElapsedTimer forDisk; ///< for what is on its way from disk; invalid: not waiting
    };

    /// @return false while it has to wait for what is on its way from disk
    [[nodiscard]] bool prepare(Waiting& waiting);

    const ClusterModel& m_cluster;
    std::deque<Waiting> m_works; ///< the first is on its way
    Origin m_origin;
    QBasicTimer m_idle;
};

} // namespace lockstep
