// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics/fileplaces.h"

#include "app/export/userfiles.h"
#include "app/program/crashreport.h"
#include "datasources/text/commandpage.h"

#include <QStandardPaths>

namespace lockstep {

std::vector<FilePlace> filePlaces()
{
    std::vector<FilePlace> places{
        {"recordings", userRecordingFolder()},
        {"incidents", userIncidentsFile()},
        {"settings",
         QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation).toStdString()
             + "/lockstep/dashboard.ini"},
        {"crash reports", crashReportFolder()},
        {"configuration", "/etc/lockstep/agent.toml"},
    };
    for (const char* const program : {"lockstep", "record", "sim"}) {
        for (std::string& file : CommandPage{.configuration = program}.configurationFiles())
            places.push_back({"configuration", std::move(file)});
    }
    return places;
}

} // namespace lockstep
