// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/core/batchptr.h"
#include "models/core/latestrequest.h"
#include "models/ingest/derived.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

/// A recording that is open, with what showing it begins with.
struct OpenedRecording
{
    Recording columns;
    Recording spanEvents; ///< the same, for another thread
    Recording spans; ///< and for a third
    std::vector<BatchPtr> introductions; ///< who the nodes are
    QString path;
    TimePoint firstMoment; ///< where it is opened
    std::vector<DerivedEvent> events; ///< all that alerts are made of
};

/// Opens a folder, a segment or a bundle. Any thread; takes a moment.
/// @param stop gives it up
[[nodiscard]] Result<OpenedRecording> openForReplay(const QString& path, const std::stop_token& stop = {});

/// A file or folder that was looked into.
struct OpenedFile
{
    QString path;
    std::optional<OpenedRecording> recording; ///< nullopt: it has none, or there is a problem
    bool hasIncidents = false;
    std::string problem; ///< empty: none
};

/// Opens recordings on a thread of its own: whoever asks for another one before the last has come gets that instead.
/// Ask on the GUI thread; the answer comes there.
class RecordingOpener : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void open(const QString& path);
    /// What is on its way is not wanted any more.
    void forget();

Q_SIGNALS:
    void opened(const std::shared_ptr<lockstep::OpenedFile>& file);

private:
    void deliver(std::uint64_t order, const std::shared_ptr<OpenedFile>& file);

    std::uint64_t m_newest = 0; ///< of the orders given
    LatestRequest m_worker; ///< last
};

} // namespace lockstep
