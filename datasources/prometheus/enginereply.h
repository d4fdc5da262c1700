// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/foreignmetric.h"
#include "models/core/result.h"
#include "models/core/time.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep {

struct EngineSample
{
    TimePoint time;
    double value = 0;
};

/// A server's answer to a query, apart from its series.
struct EngineAnswer
{
    std::size_t series = 0;
    std::string warning; ///< the first one: the answer may be incomplete
};

/// Called for each series of an answer; samples in order of arrival.
using EngineSeriesUse = std::function<void(LabelViews, std::span<const EngineSample>)>;

/// Parses an answer to a query: a vector, a matrix or a scalar. Invalid numbers and times are skipped. An Error gives
/// the server's reason, or describes the invalid answer.
[[nodiscard]] Result<EngineAnswer> readAnswer(std::string_view json, const EngineSeriesUse& use);

/// Parses an answer that is a list of texts, such as all metric names. Other elements are skipped.
[[nodiscard]] Status readTexts(std::string_view json, const std::function<void(std::string_view)>& use);

/// Parses a server's statistics of its series: calls @p use with each name and its number of series. @return total
/// number; 0: unknown
[[nodiscard]] Result<std::uint64_t> readSeriesCounts(std::string_view json,
                                                     const std::function<void(std::string_view, std::uint64_t)>& use);

} // namespace lockstep
