// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

/// The rank that a file's name tells: "sampled_rank-3.json.gz", "rank3of8", "nccl_trace_rank_3", "kineto_3.json".
/// Numbers of more than six digits are times, not ranks.
[[nodiscard]] std::optional<std::int32_t> rankFromFileName(std::string_view fileName);

} // namespace lockstep
