// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Usual transfer times of collectives by family (operation, size, number of ranks), to detect slow links. Collectives
/// of a family are compared whether they run side by side or in sequence.
class TransferBaseline
{
public:
    struct Usual
    {
        std::int64_t ns = 0;
        std::int64_t spreadNs = 0; ///< median absolute deviation
    };

    /// Usual duration of a family: at most the median of concurrent transfers and the earlier value.
    /// @param transfers of the family's collectives in one window; their order is changed
    /// @return nullopt if there are too few
    [[nodiscard]] std::optional<Usual> usual(std::uint64_t family, std::vector<std::int64_t>& transfers);

    /// Usual duration in earlier windows; nullopt if there are too few.
    [[nodiscard]] std::optional<Usual> baselineBefore(std::uint64_t family) const;

    /// The lost part of a transfer: its excess beyond the usual scatter.
    [[nodiscard]] static std::int64_t lost(std::int64_t transferNs, std::optional<Usual> usual);

private:
    struct History
    {
        double meanNs = 0;
        double spreadNs = 0;
        std::uint32_t windows = 0;
    };

    std::unordered_map<std::uint64_t, History> m_families;
};

} // namespace lockstep
