// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/incidents/reportsaver.h"

#include "app/dashboard/incidents/incidentarchive.h"
#include "app/export/incidentexport.h"
#include "app/export/userfiles.h"

#include <QDir>
#include <QPointer>

#include <memory>

namespace lockstep {

ReportSaver::ReportSaver(IncidentArchive& archive, QObject* parent)
    : QObject(parent), m_archive(archive), m_folder(QString::fromStdString(userReportsFolder()))
{ }

/// The archive's thread may still be reading when this is gone: it answers to the archive, which lives.
void ReportSaver::save(IncidentKey incident)
{
    m_archive.run([&archive = m_archive, incident, self = QPointer(this)](IncidentDatabase& file) {
        auto loaded = std::make_shared<Result<ExportedStory>>(loadStory(file, incident));
        QMetaObject::invokeMethod(
            &archive,
            [self, loaded] {
                if (!self)
                    return;
                if (!loaded->isOk())
                    return Q_EMIT self->failed(QString::fromStdString(loaded->error().message));
                self->m_worker.run([self = self.data(), folder = self->m_folder, loaded](const std::stop_token& stop) {
                    IncidentExport order;
                    order.format = ExportFormat::Pdf;
                    order.hideSecrets = true;
                    order.options.stop = stop;
                    QDir().mkpath(folder);
                    order.path
                        = freePath(folder.toStdString(), reportFileName(loaded->value().postMortem.incident, "pdf"));
                    const Result<ExportOutcome> outcome = exportIncident(loaded->value(), order);
                    QMetaObject::invokeMethod(
                        self,
                        [self, path = QString::fromStdString(order.path), outcome] {
                            if (outcome.isOk())
                                Q_EMIT self->saved(path);
                            else
                                Q_EMIT self->failed(QString::fromStdString(outcome.error().message));
                        },
                        Qt::QueuedConnection);
                });
            },
            Qt::QueuedConnection);
    });
}

} // namespace lockstep
