// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/incidentexport.h"

#include <functional>

class QObject;

namespace lockstep {

class IncidentArchive;

/// Reads all data exported for an incident, on the archive's thread. @p take receives it on the GUI thread, unless @p
/// receiver has been destroyed.
void readStory(IncidentArchive& archive, IncidentKey incident, QObject& receiver,
               std::function<void(Result<ExportedStory>)> take);

} // namespace lockstep
