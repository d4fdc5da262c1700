// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/core/topology/topology.h"
#include "models/core/work/latestrequest.h"
#include "models/store/nodestatus.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace lockstep {

/// An opened recording, with the data needed to show it.
struct OpenedRecording
{
    Recording columns;
    Recording spans; ///< the same recording, for another thread
    TopologyPtr topology; ///< with the nodes' own descriptions
    RecordedFacts facts;
    QString path;
    TimePoint firstMoment; ///< initial moment
};

/// Opens a folder, a segment or a bundle. Any thread; may take a while.
/// @param stop cancels
[[nodiscard]] Result<OpenedRecording> openForReplay(const QString& path, const std::stop_token& stop = {});

/// A file or folder whose type has been determined.
struct OpenedFile
{
    QString path;
    std::optional<OpenedRecording> recording; ///< nullopt: it has none or could not be opened
    bool hasIncidents = false;
    std::string problem; ///< error message; empty: none
};

/// Opens recordings on its own thread. A new request replaces the previous one. Use from the GUI thread; answers arrive
/// there.
class RecordingOpener : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void open(const QString& path);

Q_SIGNALS:
    void opened(const std::shared_ptr<lockstep::OpenedFile>& file);

private:
    void deliver(std::uint64_t order, const std::shared_ptr<OpenedFile>& file);

    std::uint64_t m_newest = 0; ///< number of requests so far
    LatestRequest m_worker; ///< last
};

} // namespace lockstep
