// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace lockstep {

/// Kinds of culprits for a wait.
enum class CulpritKind : std::uint8_t {
    Lane, ///< a rank that computed longer than those that waited for it
    Communicator, ///< links of a group that were slower than those of its peers
    Storage, ///< a slow checkpoint
};

struct Culprit
{
    CulpritKind kind = CulpritKind::Lane;
    std::uint32_t index = 0; ///< lane or communicator; 0 for storage

    friend auto operator<=>(const Culprit&, const Culprit&) = default;
};

struct CauseShare
{
    Culprit culprit;
    float share = 0; ///< of the wait, 0 to 1
};

/// The largest shares of blame for a wait. Fixed size, because a cluster has very many waits. Normalised shares sum to
/// 1, so that no wait is lost or counted twice.
class CauseShares
{
public:
    static constexpr std::size_t capacity = 4;

    /// Adds a share; shares of one culprit are summed. Without room it replaces a smaller share, or normalise()
    /// distributes it to the others.
    void add(Culprit culprit, float share)
    {
        if (!(share > 0))
            return;
        const auto known
            = std::ranges::find(m_shares.begin(), m_shares.begin() + m_count, culprit, &CauseShare::culprit);
        if (known != m_shares.begin() + m_count) {
            known->share += share;
            return;
        }
        if (m_count < capacity) {
            m_shares[m_count++] = {culprit, share};
            return;
        }
        const auto min = std::ranges::min_element(m_shares, {}, &CauseShare::share);
        if (min->share < share)
            *min = {culprit, share};
    }
    void add(const CauseShares& others, float weight)
    {
        for (const CauseShare& each : others.shares())
            add(each.culprit, each.share * weight);
    }
    void normalise()
    {
        float sum = 0;
        for (const CauseShare& each : shares())
            sum += each.share;
        for (std::size_t at = 0; sum > 0 && at < m_count; ++at)
            m_shares[at].share /= sum;
        std::ranges::stable_sort(m_shares.begin(), m_shares.begin() + m_count, std::greater{}, &CauseShare::share);
    }
    /// Largest first, after normalise().
    [[nodiscard]] std::span<const CauseShare> shares() const { return std::span(m_shares).first(m_count); }
    [[nodiscard]] bool isEmpty() const { return m_count == 0; }

private:
    std::array<CauseShare, capacity> m_shares{};
    std::uint8_t m_count = 0;
};

} // namespace lockstep
