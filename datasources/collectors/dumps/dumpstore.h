// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"
#include "models/core/time.h"
#include "models/core/tracerecorder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace lockstep {

/// The dump of one rank, as an open file, so that it cannot be replaced.
struct DumpFile
{
    std::string name; ///< within its folder
    std::int32_t rank = 0;
    std::uint64_t bytes = 0;
    FileDescriptor file;
};

/// Dumps that belong together: from one folder and one user, written within minutes of each other.
struct DumpSet
{
    std::string job; ///< sub-folder of the watched folder; empty: the folder itself
    uid_t owner = 0;
    uid_t folderOwner = 0; ///< of the job's folder
    std::vector<DumpFile> files;
    std::string notes; ///< skipped files with the reason; empty: none
};

/// Finds new dumps in a folder, and its sub-folders, that any user can write to. Accepts only plain files with one
/// link, never symbolic links; limits number and size per user; waits until a set has not changed for some seconds.
/// Worker thread of the collector.
class DumpFolder
{
public:
    static constexpr std::size_t maxFolders = 64; ///< per user
    static constexpr std::size_t maxEntries = 4096; ///< of a user, examined per folder
    static constexpr std::size_t maxFiles = 1024; ///< per set
    static constexpr std::uint64_t maxFileBytes = std::uint64_t{4} << 20U; ///< 2,000 entries with their stacks fit
    static constexpr std::uint64_t maxSetBytes = std::uint64_t{64} << 20U;
    static constexpr Duration settled = std::chrono::seconds(3);
    static constexpr Duration together = std::chrono::minutes(5); ///< ranks time out within this time

    /// @param prefix of the file names, which end in the rank
    /// @param since earlier files are ignored
    DumpFolder(std::string path, std::string prefix, TimePoint since);

    /// The sets that are new or have changed since the last call. @param now of the wall clock
    [[nodiscard]] std::vector<DumpSet> scan(TimePoint now);
    /// Why the folder cannot be read; empty: it can.
    [[nodiscard]] const std::string& problem() const { return m_problem; }

private:
    struct Entry
    {
        std::string name;
        std::int32_t rank = 0;
        std::uint64_t bytes = 0;
        TimePoint written;
        ino_t inode = 0;

        friend bool operator==(const Entry&, const Entry&) = default;
    };
    using Entries = std::vector<Entry>;
    using Key = std::pair<std::string, uid_t>; ///< folder, owner

    void scanFolder(const FileDescriptor& folder, const std::string& job, TimePoint now, std::vector<DumpSet>& news);
    [[nodiscard]] std::map<uid_t, Entries> entriesOf(const FileDescriptor& folder) const;
    [[nodiscard]] static DumpSet open(const FileDescriptor& folder, const Key& key, const Entries& entries);
    [[nodiscard]] static uid_t ownerOf(const FileDescriptor& folder);

    std::string m_path;
    std::string m_prefix;
    TimePoint m_since;
    std::string m_problem;
    std::map<Key, Entries> m_reported;
};

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
    static constexpr std::uint64_t maxFileBytes = std::uint64_t{4} << 20U;

    explicit DumpStore(std::string folder) : m_folder(std::move(folder)) { }

    [[nodiscard]] Status fetch(const std::string& job, const std::stop_token& stop,
                               const std::function<bool(const TraceUpdate&)>& sendUpdate) const override;

private:
    /// The latest set of a job; empty: none.
    [[nodiscard]] std::string latest(const std::string& job) const;
    [[nodiscard]] static Status handOver(const std::string& folder, const std::string& name,
                                         const std::function<bool(const TraceUpdate&)>& sendUpdate);

    std::string m_folder;
};

} // namespace lockstep
