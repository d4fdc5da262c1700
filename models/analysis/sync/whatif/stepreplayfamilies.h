// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/stepreplay.h"

#include <map>
#include <span>

namespace lockstep {

/// Events of a replay of the same kind, to determine the usual value. A member of StepReplay::Builder.
class StepReplay::Families
{
public:
    enum class Kind : std::uint8_t {
        Work, ///< computation of a rank
        Pause, ///< between two operations, by the following one
        Other, ///< of a rank, but not computation: checkpoints
        Transfer,
    };
    struct Key
    {
        Kind kind = Kind::Work;
        std::uint32_t op = 0;
        std::uint64_t size = 0; ///< of data and group, for a transfer
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    void add(std::uint32_t item, Key key) { m_families[key].push_back(item); }

    /// Ideal durations: the median for transfers, the mean for work of ranks.
    void idealise(std::vector<Item>& items);
    /// See StepReplay::paces(). Call after idealise(). Relative to the median lane, which a few slow lanes do not
    /// affect.
    [[nodiscard]] std::vector<LanePace> paces(const std::vector<Item>& items, std::size_t lanes,
                                              const std::vector<bool>& isLost);

private:
    void gather(const std::vector<Item>& items, std::span<const std::uint32_t> family);
    [[nodiscard]] float mean() const;
    [[nodiscard]] float median();

    std::map<Key, std::vector<std::uint32_t>> m_families; ///< items
    std::vector<float> m_values; ///< scratch: durations of a family
};

} // namespace lockstep
