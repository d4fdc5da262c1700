// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// Compares each entity with its peers: those of its group with about the same power. Common effects (a warm day, a
/// heavy job) cancel out; individual faults remain. Keeps scratch memory, so that a comparison per tick allocates
/// nothing. One thread at a time.
class PeerComparison
{
public:
    static constexpr std::uint32_t alone = 0xFFFFFFFF; ///< group of entities without peers
    static constexpr std::size_t fewestPeers = 6;
    static constexpr std::size_t maxPeers = 48; ///< the nearest in power
    static constexpr float powerReach = 0.15F; ///< of its own power, up and down

    /// Value less the median of the peers (itself among them), and that in their robust standard deviations (with a
    /// floor: of nearly equal peers none stands out by a rounding). NaN with too few peers or without data.
    /// All spans are of one length. @param floor in the values' unit
    void compare(std::span<const std::uint32_t> groups, std::span<const float> powers, std::span<const float> values,
                 float floor, std::span<float> deviations, std::span<float> scores);

    /// Value over the median of its group, less one. NaN with too few in the group.
    void compareRatios(std::span<const std::uint32_t> groups, std::span<const float> values, std::span<float> ratios);

private:
    struct Key
    {
        std::uint32_t group;
        float power;
        std::uint32_t at;
    };

    /// Sets m_keys to what has data, by group and power.
    void sortByPower(std::span<const std::uint32_t> groups, std::span<const float> powers,
                     std::span<const float> values);

    std::vector<Key> m_keys;
    std::vector<float> m_sample;
};

} // namespace lockstep
