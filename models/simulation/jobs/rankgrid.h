// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep::sim {

/// How a job's ranks form tensor, data and pipeline parallel groups: tensor fastest, then data, then pipeline
/// (Megatron-LM's order). A plain value.
struct RankGrid
{
    std::uint32_t tensor = 1;
    std::uint32_t data = 1;
    std::uint32_t pipeline = 1;

    [[nodiscard]] std::uint32_t count() const { return tensor * data * pipeline; }
    [[nodiscard]] std::uint32_t rank(std::uint32_t t, std::uint32_t d, std::uint32_t p) const
    {
        return t + tensor * (d + data * p);
    }
    [[nodiscard]] std::uint32_t tensorIndex(std::uint32_t rank) const { return rank % tensor; }
    [[nodiscard]] std::uint32_t dataIndex(std::uint32_t rank) const { return rank / tensor % data; }
    [[nodiscard]] std::uint32_t stage(std::uint32_t rank) const { return rank / (tensor * data); }
    /// Numbers of the groups that a rank belongs to.
    [[nodiscard]] std::uint32_t tensorGroup(std::uint32_t rank) const { return rank / tensor; }
    [[nodiscard]] std::uint32_t dataGroup(std::uint32_t rank) const { return tensorIndex(rank) + tensor * stage(rank); }
    [[nodiscard]] std::uint32_t pipelineGroup(std::uint32_t rank) const { return rank % (tensor * data); }
    /// The next rank of its data-parallel ring.
    [[nodiscard]] std::uint32_t ringNext(std::uint32_t rank) const
    {
        const std::uint32_t next = dataIndex(rank) + 1;
        return this->rank(tensorIndex(rank), next == data ? 0 : next, stage(rank));
    }
    /// The one before it.
    [[nodiscard]] std::uint32_t ringPrevious(std::uint32_t rank) const
    {
        const std::uint32_t d = dataIndex(rank);
        return this->rank(tensorIndex(rank), d == 0 ? data - 1 : d - 1, stage(rank));
    }
};

} // namespace lockstep::sim
