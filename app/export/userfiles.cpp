// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/userfiles.h"

#include <QStandardPaths>

namespace lockstep {

namespace {

std::string inUserFolder(const char* name)
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation).toStdString() + "/lockstep/" + name;
}

} // namespace

std::string userIncidentsFile()
{
    return inUserFolder("incidents.sqlite");
}

std::string userRecordingFolder()
{
    return inUserFolder("recording");
}

} // namespace lockstep
