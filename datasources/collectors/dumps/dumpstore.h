// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/dumpsource.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Provides the dumps that a DumpKeeper has kept, including those from earlier runs of the agent. The folder is
/// writable only by the agent's user; other contents are ignored. Owned by main; any thread.
class DumpStore final : public DumpSource
{
public:
    static constexpr std::size_t maxFiles = 1024; ///< of a set
    static constexpr std::uint64_t largestFile = std::uint64_t{4} << 20U;

    explicit DumpStore(std::string folder) : m_folder(std::move(folder)) { }

    [[nodiscard]] Status fetch(const std::string& job, const std::stop_token& stop,
                               const std::function<bool(const TraceNews&)>& tell) const override;

private:
    /// The latest set of a job; empty: none.
    [[nodiscard]] std::string latest(const std::string& job) const;
    [[nodiscard]] static Status handOver(const std::string& folder, const std::string& name,
                                         const std::function<bool(const TraceNews&)>& tell);

    std::string m_folder;
};

} // namespace lockstep
