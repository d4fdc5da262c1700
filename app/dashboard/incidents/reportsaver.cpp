// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/incidents/reportsaver.h"

#include "app/export/incidentexport.h"
#include "app/export/userfiles.h"
#include "app/session/incidents/storyreading.h"
#include "datasources/reports/exportdocument.h"
#include "datasources/sqlite/privatefile.h"

#include <QClipboard>
#include <QGuiApplication>

#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep {

ReportSaver::ReportSaver(IncidentArchive& archive, QObject* parent)
    : QObject(parent), m_archive(archive), m_folder(QString::fromStdString(userReportsFolder()))
{ }

void ReportSaver::save(IncidentKey incident)
{
    readStory(m_archive, incident, *this, [this](Result<ExportedStory> read) {
        if (!read.isOk())
            return Q_EMIT failed(QString::fromStdString(read.error().message));
        auto story = std::make_shared<const ExportedStory>(std::move(read).value());
        m_worker.add([this, folder = m_folder, story](const std::stop_token& stop) {
            IncidentExport order;
            order.format = ExportFormat::Pdf;
            order.hideSecrets = true;
            order.options.stop = stop;
            (void)makePrivateFolder(folder.toStdString()); // errors are reported when the file is written
            order.path = freePath(folder.toStdString(), reportFileName(story->postMortem.incident, "pdf"));
            const Result<ExportOutcome> outcome = exportIncident(*story, order);
            QMetaObject::invokeMethod(
                this,
                [this, path = QString::fromStdString(order.path), outcome] {
                    if (outcome.isOk())
                        Q_EMIT saved(path);
                    else
                        Q_EMIT failed(QString::fromStdString(outcome.error().message));
                },
                Qt::QueuedConnection);
        });
    });
}

void ReportSaver::copy(IncidentKey incident)
{
    readStory(m_archive, incident, *this, [this](Result<ExportedStory> read) {
        if (!read.isOk())
            return Q_EMIT failed(QString::fromStdString(read.error().message));
        IncidentExport order;
        order.hideSecrets = true;
        Report report = reportOf(std::move(read).value().postMortem, order);
        for (std::vector<ReportBlock>* const blocks : {&report.head, &report.blocks}) {
            std::erase_if(*blocks, [](const ReportBlock& block) {
                return std::holds_alternative<ReportFigure>(block) || std::holds_alternative<ReportPicture>(block);
            });
        }
        QGuiApplication::clipboard()->setText(QString::fromStdString(markdownOf(report)));
        Q_EMIT copied();
    });
}

} // namespace lockstep

#include "moc_reportsaver.cpp"
