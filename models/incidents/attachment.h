// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/incidents/incidentkey.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep {

/// A picture of a view with the view's state, from which the view can be restored. Attachments are added and deleted,
/// never edited. A plain value.
struct Attachment
{
    AttachmentKey key;
    IncidentKey incident;
    std::string title; ///< "Hall, GPU temperature"
    std::string mediaType; ///< "image/png"
    TimePoint taken;
    std::string author;
    std::string view; ///< id of the view; empty: none
    std::string viewState; ///< one JSON object, see the view; empty: cannot be restored
    std::vector<std::byte> bytes;

    friend bool operator==(const Attachment&, const Attachment&) = default;
};

} // namespace lockstep
