// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/metrictable.h"

#include <QString>

namespace lockstep {

/// The most telling metric there is, for views to start with: GPU temperature, else CPU utilisation, else the first
/// one heard of. Invalid when there is none.
[[nodiscard]] MetricId defaultMetric(const MetricTable& metrics);

/// A kind of entity for people, plural: "GPUs", "network ports".
[[nodiscard]] QString kindTitle(EntityKind kind);

} // namespace lockstep
