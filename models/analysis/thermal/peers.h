// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// Compares each entity with its peers: entities of its group with similar power. Common effects (a warm day, a heavy
/// job) cancel out; individual faults remain. Keeps scratch memory, so that a comparison per tick does not allocate.
/// One thread at a time.
class PeerComparison
{
public:
    static constexpr std::uint32_t alone = 0xFFFFFFFF; ///< group of entities without peers
    static constexpr std::size_t minPeers = 6;
    static constexpr std::size_t maxPeers = 48; ///< the nearest in power
    static constexpr float powerReach = 0.15F; ///< relative to its own power, up and down

    /// Computes value minus median of the peers (including the entity itself), also divided by their robust standard
    /// deviation. A floor on the deviation keeps rounding from mattering among nearly equal peers. NaN with too few
    /// peers or without data. All spans have the same length.
    /// @param floor in the values' unit
    void compare(std::span<const std::uint32_t> groups, std::span<const float> powers, std::span<const float> values,
                 float floor, std::span<float> deviations, std::span<float> scores);

    /// Value / median of its group - 1. NaN if the group is too small.
    void compareRatios(std::span<const std::uint32_t> groups, std::span<const float> values, std::span<float> ratios);

private:
    struct Key
    {
        std::uint32_t group;
        float power;
        std::uint32_t at;
    };

    /// Sets m_keys to the entities with data, by group and power.
    void sortByPower(std::span<const std::uint32_t> groups, std::span<const float> powers,
                     std::span<const float> values);

    std::vector<Key> m_keys;
    std::vector<float> m_sample;
};

} // namespace lockstep
