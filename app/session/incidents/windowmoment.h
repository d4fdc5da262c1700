// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QByteArray>
#include <QJsonObject>

#include <optional>

namespace lockstep {

/// What a window shows, as one JSON object that means the same on another machine: {"workspace", "from_ns", "to_ns",
/// "cursor_ns", "marked_from_ns", "marked_to_ns", "metric", "selected": [{"kind", "path"}], "timeline"}. Times are
/// texts: JSON's numbers are too short for nanoseconds.
[[nodiscard]] QByteArray windowMoment(const ViewContext& context, int workspace, const QJsonObject& timeline = {});
/// What it says of the timeline, see TimelineView::viewState(); empty: nothing.
[[nodiscard]] QJsonObject timelineOf(const QByteArray& json);

/// Makes the views show that again, as far as what it names is known here. @return the workspace; nullopt when @p json
/// is none of ours, and then nothing has changed
std::optional<int> showWindowMoment(const QByteArray& json, const ViewContext& context);

} // namespace lockstep
