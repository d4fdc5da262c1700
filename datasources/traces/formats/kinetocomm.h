// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/jsonaccess.h"
#include "models/analysis/sync/matching/collectiveop.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

class TraceMeter;

/// Bytes of one element: "Float", "c10::Half", "BFloat16", "unsigned char"; 0: unknown.
[[nodiscard]] std::uint32_t elementSize(std::string_view typeName);

/// Missing and negative sizes, which a file may contain, count as 0.
[[nodiscard]] std::uint64_t positive(std::optional<std::int64_t> value);

/// Bytes of the tensors in "Input Dims" [[4, 2048, 4096], ...] with "Input type" ["c10::Half", ...]; 0: unknown.
[[nodiscard]] std::uint64_t tensorBytes(simdjson::dom::element args);

/// Ascending ranks of a group; never changed once made, so that all events of the group share one.
using RankList = std::shared_ptr<const std::vector<std::int32_t>>;

/// Parses lists of ranks, each distinct text once, because traces repeat them with every collective.
class RankLists
{
public:
    explicit RankLists(TraceMeter& meter) : m_meter(meter) { }

    /// Null if the text is not a list, or the file has too many.
    [[nodiscard]] RankList of(std::string_view text);

private:
    TraceMeter& m_meter;
    std::unordered_map<std::string, RankList> m_known;
};

/// Properties of a collective from the arguments of a Kineto event. Each trace dialect provides different properties.
/// merge() adds those that a kernel lacks from the CPU op that launched it.
struct KinetoComm
{
    CollectiveKind kind = CollectiveKind::Generic;
    std::string group; ///< process group, "0"
    std::string groupDescription; ///< "default_pg"
    RankList ranks; ///< null: unknown or abbreviated
    std::uint32_t groupSize = 0; ///< 0: unknown
    std::optional<std::int64_t> sequence;
    std::optional<std::int32_t> sourceRank;
    std::optional<std::int32_t> destinationRank;
    std::uint64_t inputBytes = 0; ///< of this rank; 0: unknown
    std::uint64_t outputBytes = 0;

    void merge(const KinetoComm& other);

    /// The whole buffer as bus bandwidth counts it; 0: unknown.
    [[nodiscard]] std::uint64_t bytes() const;
};

/// Reads the arguments of a kernel, a record_param_comms op or an "nccl:..." annotation called `name`.
[[nodiscard]] KinetoComm readKinetoComm(std::string_view name, simdjson::dom::element args, RankLists& lists);

/// Truncates a name to a sensible length.
[[nodiscard]] std::string_view boundedName(std::string_view name);

/// Ranks of "[0, 1, 2]"; empty if the list was shortened ("[0, 1, ...]") or is invalid.
[[nodiscard]] std::vector<std::int32_t> ranksFromText(std::string_view text);

} // namespace lockstep
