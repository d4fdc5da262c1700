// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <functional>

class QMenu;
class QWidget;

namespace lockstep {

class LaneOrders;
class LanePins;
struct TimelineRow;

/// What can be done with a lane of the timeline, or without one, as a menu that deletes itself when it closes.
/// @param lane that is meant; null: none  @param writeFilter opens the line for it
[[nodiscard]] QMenu* makeLaneMenu(QWidget& timeline, ViewContext context, LanePins& pins, const LaneOrders& orders,
                                  const TimelineRow* lane, std::function<void()> writeFilter);

} // namespace lockstep
