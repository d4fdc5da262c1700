// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/dumps/dumpfolder.h"
#include "models/core/result.h"
#include "models/core/tracerecorder.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Copies the dumps of one timeout (a set) to a folder of their own, readable only by the agent's user, so that the
/// next timeout does not overwrite them. Keeps the newest few sets of each user. Worker thread of the collector.
class DumpRetention
{
public:
    static constexpr std::size_t maxSets = 16; ///< per user, each up to the largest set
    static constexpr std::size_t maxSetsOfAll = 64; ///< then the oldest set of the user with the most is removed
    static constexpr const char* prefix = "dumps-"; ///< of folder names
    static constexpr const char* jobFile = ".job"; ///< file with the job's name in each folder

    explicit DumpRetention(std::string folder) : m_folder(std::move(folder)) { }

    [[nodiscard]] bool isOn() const { return !m_folder.empty(); }
    /// @param read files that are dumps; other files are not copied
    /// @param name of the new folder, unique and in order of time
    /// @return path of the copies
    [[nodiscard]] Result<std::string> keep(const DumpSet& set, const std::vector<std::size_t>& read,
                                           const std::string& name);

private:
    void dropOldest() const;

    std::string m_folder;
};

/// Provides the dumps that a DumpRetention has kept, including those from earlier runs of the agent. The folder is
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
