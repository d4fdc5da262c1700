// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"

#include <QString>

#include <optional>
#include <vector>

namespace lockstep {

/// One line of a fact sheet.
struct Fact
{
    QString label;
    QString value;
    std::optional<Severity> severity = std::nullopt; ///< nullopt: nothing wrong
    friend bool operator==(const Fact&, const Fact&) = default;
};

using Facts = std::vector<Fact>;

} // namespace lockstep
