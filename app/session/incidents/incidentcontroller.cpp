// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/incidentcontroller.h"

#include "app/export/userfiles.h"
#include "app/session/opening/startoptions.h"
#include "datasources/sqlite/privatefile.h"

#include <QFileInfo>
#include <fmt/format.h>

#include <pwd.h>
#include <unistd.h>

namespace lockstep {

namespace {

/// The file given by the options, otherwise the user's own; in memory if the run must leave no traces.
std::string databasePath(const StartOptions& options)
{
    if (!options.incidentsFile.isEmpty())
        return options.incidentsFile.toStdString();
    if (options.freshSettings || !options.screenshotFile.isEmpty())
        return ":memory:";
    const std::string path = userIncidentsFile();
    // If the folder cannot be created, opening the file reports it.
    (void)makePrivateFolder(QFileInfo(QString::fromStdString(path)).path().toStdString());
    return path;
}

/// From the account if the environment does not contain it.
std::string userName()
{
    if (const QString name = qEnvironmentVariable("USER"); !name.isEmpty())
        return name.toStdString();
    const passwd* const account = getpwuid(geteuid());
    return account == nullptr ? fmt::format("user {}", geteuid()) : std::string(account->pw_name);
}

} // namespace

IncidentController::IncidentController(const StartOptions& options, const ClusterModel& cluster)
    : m_board(userName()), m_archive(databasePath(options), m_board), m_evidence(cluster)
{ }

} // namespace lockstep
