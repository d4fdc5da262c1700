// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/annotation.h"

namespace lockstep {

std::string_view linkKindName(LinkKind kind)
{
    return kind == LinkKind::Caused ? "caused" : "relates";
}

std::optional<LinkKind> linkKindFromName(std::string_view name)
{
    for (const LinkKind kind : {LinkKind::Caused, LinkKind::Relates}) {
        if (name == linkKindName(kind))
            return kind;
    }
    return std::nullopt;
}

} // namespace lockstep
