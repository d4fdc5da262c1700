// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/recordingopener.h"

#include "app/session/past/recordedfactsof.h"
#include "datasources/incidents/incidentbundle.h"

#include <QFileInfo>

#include <utility>

namespace lockstep {

namespace {

std::shared_ptr<OpenedFile> lookInto(const QString& path, const std::stop_token& stop)
{
    auto file = std::make_shared<OpenedFile>();
    file->path = path;
    bool hasRecording = true;
    if (QFileInfo(path).isFile()) {
        const Result<BundleContents> contents = bundleContents(path.toStdString(), stop);
        if (!contents.isOk()) {
            file->problem = contents.error().message;
            return file;
        }
        file->hasIncidents = contents.value().hasIncidents;
        hasRecording = contents.value().hasRecording;
    }
    // Incidents alone are no reason to stop watching.
    if (!hasRecording && file->hasIncidents)
        return file;
    Result<OpenedRecording> opened = openForReplay(path, stop);
    if (opened.isOk())
        file->recording = std::move(opened).value();
    else
        file->problem = opened.error().message;
    return file;
}

} // namespace

Result<OpenedRecording> openForReplay(const QString& path, const std::stop_token& stop)
{
    Result<Recording> columns = Recording::open(path.toStdString(), stop);
    if (!columns.isOk())
        return columns.error();
    Result<Recording> spans = columns.value().again();
    if (!spans.isOk())
        return spans.error();
    TopologyPtr topology = describedTopologyOf(columns.value());
    RecordedFacts facts = factsOf(columns.value());
    const TimePoint firstMoment = firstMomentOf(columns.value(), facts.events);
    // Others read on from here, each until its own end.
    for (Recording* const each : {&columns.value(), &spans.value()})
        each->stopWith({});
    return OpenedRecording{
        std::move(columns).value(), std::move(spans).value(), std::move(topology), std::move(facts), path, firstMoment};
}

void RecordingOpener::open(const QString& path)
{
    m_worker.ask([this, order = ++m_newest, path](const std::stop_token& stop) {
        QMetaObject::invokeMethod(
            this, [this, order, file = lookInto(path, stop)] { deliver(order, file); }, Qt::QueuedConnection);
    });
}

void RecordingOpener::forget()
{
    ++m_newest;
    m_worker.cancel();
}

void RecordingOpener::deliver(std::uint64_t order, const std::shared_ptr<OpenedFile>& file)
{
    if (order == m_newest)
        Q_EMIT opened(file);
}

} // namespace lockstep

#include "moc_recordingopener.cpp"
