// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/jobprocesses.h"
#include "datasources/collectors/kineto/kinetoserver.h"
#include "datasources/text/filedescriptor.h"
#include "models/core/tracerecorder.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// The file that a process will write its trace to, in a folder that others can write to. libkineto appends the process
/// ID, which differs in a container.
class RecordedFile
{
public:
    static constexpr std::uint64_t largest = std::uint64_t{1} << 30U;

    /// @param name unique, without extension
    RecordedFile(std::string folder, std::string name, uid_t owner);

    /// The path to pass to libkineto.
    [[nodiscard]] std::string path() const { return m_folder + "/" + m_name + ".json"; }

    /// Whether the file is complete: unchanged since the last call, and with its final character.
    [[nodiscard]] bool isDone();
    /// Opens the file that isDone() has found. The caller owns it.
    [[nodiscard]] const FileDescriptor& file() const { return m_file; }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
    /// Deletes it, if permitted.
    void remove() const;

private:
    [[nodiscard]] bool open();

    std::string m_folder;
    std::string m_name;
    uid_t m_owner;
    std::string m_found; ///< its name
    FileDescriptor m_file;
    std::uint64_t m_bytes = 0;
    std::int64_t m_writtenNs = 0;
};

/// Lets libkineto in a job's processes record a trace from the same moment, and provides the files: the equivalent of
/// `dyno gputrace`. One at a time. Owned by main; any thread.
class KinetoRecorder final : public TraceRecorder
{
public:
    struct Options
    {
        /// Folder where processes can write and this one can read; libkineto accepts only this one by default.
        std::string folder = "/tmp";
        Duration delay = std::chrono::seconds(10); ///< until recording begins: libkineto polls every 5 s, and warms up
        Duration timeout = std::chrono::seconds(120); ///< for writing files
    };

    KinetoRecorder(Options options, std::unique_ptr<KinetoServer> server,
                   std::shared_ptr<const JobProcesses> processes);

    [[nodiscard]] Status record(const TraceOrder& order, const std::stop_token& stop,
                                const std::function<bool(const TraceUpdate&)>& sendUpdate) override;

private:
    struct Part
    {
        pid_t process = 0;
        std::string name; ///< file name for the client: "rank3.json"
        RecordedFile file;
        bool isTaken = false; ///< the process has received the request
        bool isDone = false;
    };
    using SendUpdate = std::function<bool(const TraceUpdate&)>;

    [[nodiscard]] bool isOf(const KinetoServer::Client& client, const std::string& job) const;
    [[nodiscard]] std::vector<Part> partsOf(const std::string& job);
    [[nodiscard]] std::string configuration(const Part& part, Duration length, TimePoint start) const;
    [[nodiscard]] Status wait(std::vector<Part>& parts, const TraceOrder& order, const std::stop_token& stop,
                              const SendUpdate& sendUpdate);
    [[nodiscard]] static Status handOver(const Part& part, const SendUpdate& sendUpdate);

    Options m_options;
    std::unique_ptr<KinetoServer> m_server;
    std::shared_ptr<const JobProcesses> m_processes;
    std::mutex m_mutex; ///< held during a recording
    std::uint64_t m_recorded = 0;
};

} // namespace lockstep
