// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Properties that many spans of a lane share, because training steps repeat.
struct SpanLabel
{
    std::uint64_t bytes = 0;
    std::uint16_t op = 0;
    std::uint16_t communicator = 0;
    std::uint16_t job = 0;

    friend bool operator==(const SpanLabel&, const SpanLabel&) = default;
};

/// The distinct labels of one lane. A plain value.
class SpanLabels
{
public:
    /// Number of labels that are kept exactly. In further ones bytes are rounded to three digits, so that a lane
    /// without equal spans does not need a label for each.
    static constexpr std::size_t exactLabels = 4096;
    static constexpr std::uint32_t maxLabels = 1U << 20U;

    /// Fast if labels arrive in the same order as before.
    [[nodiscard]] std::uint32_t idOf(const SpanLabel& label);
    [[nodiscard]] const SpanLabel& at(std::uint32_t id) const { return m_labels[id].label; }
    [[nodiscard]] std::size_t size() const { return m_labels.size(); }
    /// Base of the sequence numbers of the label's spans.
    [[nodiscard]] std::uint32_t firstSequence(std::uint32_t id) const { return m_labels[id].firstSequence; }
    void setFirstSequence(std::uint32_t id, std::uint32_t sequence) { m_labels[id].firstSequence = sequence; }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Entry
    {
        SpanLabel label;
        std::uint32_t next = 0; ///< the label that followed this one the last time
        std::uint32_t firstSequence = 0;
    };
    struct Hash
    {
        std::size_t operator()(const SpanLabel& label) const noexcept;
    };

    [[nodiscard]] std::uint32_t find(const SpanLabel& label);
    [[nodiscard]] std::uint32_t add(const SpanLabel& label);

    std::vector<Entry> m_labels;
    std::unordered_map<SpanLabel, std::uint32_t, Hash> m_ids; ///< used once there are too many for a linear search
    std::uint32_t m_last = 0;
};

} // namespace lockstep
