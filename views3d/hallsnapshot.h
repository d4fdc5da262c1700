// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "views3d/values/hallframe.h"

#include <QImage>
#include <QString>

class QFont;

namespace lockstep {

class HallStage;

/// A drawn frame of any size with everything that belongs to it written in: names, hotspots, legend, and on top what it
/// shows, of which cluster and when. GUI thread.
[[nodiscard]] QImage snapshotOf(const ViewContext& context, const HallStage& stage, const DrawnFrame& drawn,
                                const QString& caption, const QFont& font);

} // namespace lockstep
