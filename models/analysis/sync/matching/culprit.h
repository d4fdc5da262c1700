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
    Lane, ///< a rank that computed for longer than those who waited for it
    Communicator, ///< the links of a group, which moved its data more slowly than those of its peers
    Storage, ///< a checkpoint that was written more slowly
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

/// The largest shares of blame for a wait. Of fixed size, because there is one per wait of a cluster. Normalised shares
/// add up to 1, so that no wait is lost or counted twice.
class CauseShares
{
public:
    static constexpr std::size_t capacity = 4;

    /// A further share: of two for one culprit their sum; what has no room takes the place of a smaller one, or is
    /// spread over the others by normalise().
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
    /// Largest first, once normalised.
    [[nodiscard]] std::span<const CauseShare> shares() const { return std::span(m_shares).first(m_count); }
    [[nodiscard]] bool isEmpty() const { return m_count == 0; }

private:
    std::array<CauseShare, capacity> m_shares{};
    std::uint8_t m_count = 0;
};

} // namespace lockstep
