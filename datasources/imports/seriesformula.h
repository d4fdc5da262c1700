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

/// What an engine would answer to the formula's query, from the samples themselves. Sums and pairs are taken of one
/// time only; a rate is of two samples that follow one another, without a gap or a reset between them. Nothing is
/// summed up where a series that is known before and after lacks a sample. In the order of the file.
[[nodiscard]] std::vector<FileSeries> computed(const ScrapedFormula& formula, const SeriesOfName& seriesOf);

} // namespace lockstep
