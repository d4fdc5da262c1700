// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/foreignmetric.h"
#include "datasources/exporters/scrapedmetric.h"
#include "models/core/time.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

/// A series of a file, or one computed from several. A plain value.
struct FileSeries
{
    struct Sample
    {
        TimePoint time;
        double value = 0;
    };

    std::size_t order = 0; ///< in the file
    Labels labels; ///< sorted
    std::vector<Sample> samples; ///< ascending, no two of one time
};

using SeriesOfName = std::function<std::span<const FileSeries>(std::string_view name)>;

/// Evaluates a formula from the samples, with the result that a server would return. Sums and pairs only use samples of
/// the same time; a rate uses two consecutive samples without a gap or reset. A sum is missing where any of its series
/// lacks a sample. Results are in the order of the file.
[[nodiscard]] std::vector<FileSeries> computed(const ScrapedFormula& formula, const SeriesOfName& seriesOf);

} // namespace lockstep
