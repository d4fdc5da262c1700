// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/incidentexport.h"

#include <functional>

class QObject;

namespace lockstep {

class IncidentArchive;

/// Reads all that is exported of an incident, on the archive's thread. @p take gets it on the GUI thread, unless
/// @p receiver has gone by then.
void readStory(IncidentArchive& archive, IncidentKey incident, QObject& receiver,
               std::function<void(Result<ExportedStory>)> take);

} // namespace lockstep
