// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/jobprocesses.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/text/filedescriptor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace lockstep {

ProcessState processStateOf(pid_t process)
{
    if (process <= 0)
        return ProcessState::Runs;
    const FileDescriptor file(::open(fmt::format("/proc/{}/stat", process).c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 512> buffer{};
    const ssize_t size = file.isOpen() ? ::read(file.get(), buffer.data(), buffer.size()) : 0;
    if (size <= 0)
        return ::kill(process, 0) != 0 && errno == ESRCH ? ProcessState::Gone : ProcessState::Runs;
    const std::string_view fields = fieldsOfProcess({buffer.data(), static_cast<std::size_t>(size)});
    const char state = fields.empty() ? 'R' : fields.front();
    if (state == 'T' || state == 't')
        return ProcessState::Stopped;
    return state == 'Z' || state == 'X' ? ProcessState::Gone : ProcessState::Runs;
}

void JobProcesses::take(const JobInbox::Post& post)
{
    if (post.process == 0)
        return;
    const std::scoped_lock lock(m_mutex);
    if (m_places.size() >= capacity && !m_places.contains(post.process))
        m_places.clear(); // existing processes post again
    Place& place = m_places[post.process];
    if (place.job != post.event.job)
        place.job = post.event.job;
    place.sender = post.sender;
    if (post.event.rank != Span::noRank)
        place.rank = post.event.rank;
}

std::optional<JobProcesses::Place> JobProcesses::of(pid_t process) const
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_places.find(process);
    return known == m_places.end() ? std::nullopt : std::optional(known->second);
}

std::optional<SenderId> JobProcesses::ownerOf(const std::string& job) const
{
    const std::scoped_lock lock(m_mutex);
    const auto known = std::ranges::find_if(m_places, [&job](const auto& each) { return each.second.job == job; });
    return known == m_places.end() ? std::nullopt : std::optional(known->second.sender);
}

} // namespace lockstep
