// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/storyreading.h"

#include "app/session/incidents/incidentarchive.h"

#include <QPointer>

#include <memory>
#include <utility>

namespace lockstep {

/// The receiver may be destroyed while the thread reads, so the answer goes through the archive, which outlives it.
void readStory(IncidentArchive& archive, IncidentKey incident, QObject& receiver,
               std::function<void(Result<ExportedStory>)> take)
{
    archive.run([&archive, incident, lives = QPointer(&receiver), take = std::move(take)](IncidentDatabase& file) {
        auto read = std::make_shared<Result<ExportedStory>>(loadStory(file, incident));
        QMetaObject::invokeMethod(
            &archive,
            [lives, take, read] {
                if (lives)
                    take(std::move(*read));
            },
            Qt::QueuedConnection);
    });
}

} // namespace lockstep
