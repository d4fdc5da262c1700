// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/core/units.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace lockstep {

struct MetricDescriptor;

/// UTF-8 to QString for text from outside; see visibleText().
[[nodiscard]] QString toQString(std::string_view utf8);

/// formatQuantity() for widgets: "412 GB/s", "71 °C", "no data".
[[nodiscard]] QString quantityText(double value, Unit unit);

/// The same with a sign for a difference: "+12 K".
[[nodiscard]] QString signedText(double value, Unit unit);
/// A value of that metric, with a sign if it is a deviation.
[[nodiscard]] QString valueText(const MetricDescriptor& metric, float value);

/// The unit for a caption ("°C", "B/s"); "number" for plain numbers, "flags" for bit masks.
[[nodiscard]] QString unitText(Unit unit);

/// A count, without decimals.
[[nodiscard]] QString countText(double count);

/// A short age: "0.4 s ago", "12 s ago", "3 min ago", "2 h ago". Negative ages (clocks that disagree) read "now".
[[nodiscard]] QString ageText(Duration age);

} // namespace lockstep
