// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/foreignmetric.h"

#include <cstddef>
#include <functional>
#include <string_view>

namespace lockstep {

/// One sample from a page in Prometheus text format or OpenMetrics. Its string_views point into the page's text.
struct ExposedSample
{
    std::string_view name;
    std::string_view series; ///< name and labels, as the page spells them
    Labels labels; ///< as the page orders them
    double value = 0;
    std::string_view time; ///< as the page spells it; empty: none
    bool isCounter = false; ///< a counter, or a part of a histogram or summary that only increases
    std::size_t line = 0; ///< from 1
};

/// Parses a page. DCGM's placeholders for missing values are skipped.
/// @param wants whether to parse the samples of a name
/// @param take receives each sample; returns the reason for rejecting it, or null
/// @param skip receives each rejected line, and the reason
void readExposition(std::string_view page, const std::function<bool(std::string_view name)>& wants,
                    const std::function<const char*(const ExposedSample&)>& take,
                    const std::function<void(std::size_t line, std::string_view why)>& skip);

} // namespace lockstep
