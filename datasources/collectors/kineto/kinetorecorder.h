// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/jobprocesses.h"
#include "datasources/collectors/kineto/kinetodoor.h"
#include "datasources/collectors/kineto/recordedfile.h"
#include "models/core/tracerecorder.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lockstep {

/// Lets libkineto in a job's processes record a trace from the same moment, and provides the files: the equivalent of
/// `dyno gputrace`. One at a time. Owned by main; any thread.
class KinetoRecorder final : public TraceRecorder
{
public:
    struct Options
    {
        std::string folder = "/tmp"; ///< where the processes can write and this one can read; the only one that
                                     ///< libkineto takes by default
        Duration delay
            = std::chrono::seconds(10); ///< until it begins: libkineto asks for orders every 5 s, and warms up
        Duration patience = std::chrono::seconds(120); ///< with the writing of files
    };

    KinetoRecorder(Options options, std::unique_ptr<KinetoDoor> door, std::shared_ptr<const JobProcesses> processes);

    [[nodiscard]] Status record(const TraceOrder& order, const std::stop_token& stop,
                                const std::function<bool(const TraceNews&)>& tell) override;

private:
    struct Part
    {
        pid_t process = 0;
        std::string name; ///< of the file that is handed over: "rank3.json"
        RecordedFile file;
        bool isTaken = false; ///< the order
        bool isDone = false;
    };
    using Tell = std::function<bool(const TraceNews&)>;

    [[nodiscard]] bool isOf(const KinetoDoor::Guest& guest, const std::string& job) const;
    [[nodiscard]] std::vector<Part> partsOf(const std::string& job);
    [[nodiscard]] std::string configuration(const Part& part, Duration length, TimePoint start) const;
    [[nodiscard]] Status wait(std::vector<Part>& parts, const TraceOrder& order, const std::stop_token& stop,
                              const Tell& tell);
    [[nodiscard]] static Status handOver(const Part& part, const Tell& tell);

    Options m_options;
    std::unique_ptr<KinetoDoor> m_door;
    std::shared_ptr<const JobProcesses> m_processes;
    std::mutex m_mutex; ///< held while one is recorded
    std::uint64_t m_recorded = 0;
};

} // namespace lockstep
