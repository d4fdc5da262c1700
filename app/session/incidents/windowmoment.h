// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/opening/viewlink.h"
#include "models/view/viewcontext.h"

#include <QByteArray>
#include <QJsonObject>

#include <optional>

namespace lockstep {

/// The state of a window as a JSON object that is valid on other machines: {"workspace", "from_ns", "to_ns",
/// "cursor_ns", "marked_from_ns", "marked_to_ns", "metric", "selected": [{"kind", "path"}], "timeline"}. Times are
/// texts, because JSON numbers lose nanoseconds.
[[nodiscard]] QByteArray windowMoment(const ViewContext& context, int workspace, const QJsonObject& timeline = {});
/// The timeline's part, see TimelineView::viewState(); empty: none.
[[nodiscard]] QJsonObject timelineOf(const QByteArray& json);

/// The link that opens the window with this time, moment, metric and selected entity, see viewlink.h.
[[nodiscard]] QString windowLink(const ViewContext& context, int workspace, const LinkPart& source);

/// Restores a saved view state, as far as its entities are known here.
/// @return the workspace; nullopt if @p json is invalid, in which case nothing changes
std::optional<int> showWindowMoment(const QByteArray& json, const ViewContext& context);

} // namespace lockstep
