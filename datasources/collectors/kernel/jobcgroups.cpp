// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/jobcgroups.h"

#include "datasources/collectors/kernel/files/kernelfile.h"

#include <algorithm>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::size_t maxGroups = 256;

void add(std::vector<JobCgroup>& groups, std::string job, std::string folder)
{
    if (groups.size() < maxGroups)
        groups.push_back({std::move(job), std::move(folder)});
}

/// system.slice/slurmstepd.scope/job_N, or with the node's name before slurmstepd.
void findSlurm(const std::string& top, std::vector<JobCgroup>& groups)
{
    const std::string slice = top + "/system.slice";
    for (const std::string& scope : entriesOf(slice)) {
        if (!scope.ends_with("slurmstepd.scope"))
            continue;
        for (const std::string& entry : entriesOf(slice + "/" + scope)) {
            constexpr std::string_view prefix = "job_";
            if (entry.starts_with(prefix))
                add(groups, "job " + entry.substr(prefix.size()), slice + "/" + scope + "/" + entry);
        }
    }
}

/// "pod0f9c...", as the kubelet names a pod's group itself or lets systemd do.
std::string podOf(std::string_view entry)
{
    if (entry.ends_with(".slice"))
        entry.remove_suffix(6);
    const std::size_t at = entry.rfind("pod");
    const bool isPod = at != std::string_view::npos && (at == 0 || entry[at - 1] == '-') && entry.size() > at + 3;
    return isPod ? "pod " + std::string(entry.substr(at + 3)) : std::string();
}

void findPods(const std::string& folder, int depth, std::vector<JobCgroup>& groups)
{
    for (const std::string& entry : entriesOf(folder)) {
        const bool isClass
            = entry.find("burstable") != std::string::npos || entry.find("besteffort") != std::string::npos;
        if (const std::string pod = podOf(entry); !pod.empty())
            add(groups, pod, folder + "/" + entry);
        else if (isClass && depth > 0)
            findPods(folder + "/" + entry, depth - 1, groups);
    }
}

} // namespace

std::vector<JobCgroup> findJobCgroups(const SystemRoot& root)
{
    std::vector<JobCgroup> groups;
    for (const char* tree : {"sys/fs/cgroup", "sys/fs/cgroup/unified"}) {
        const std::string top = root.path(tree);
        if (!pathExists(top + "/cgroup.controllers"))
            continue;
        findSlurm(top, groups);
        findPods(top + "/kubepods.slice", 1, groups);
        findPods(top + "/kubepods", 1, groups);
    }
    std::ranges::sort(groups, {}, &JobCgroup::folder);
    return groups;
}

} // namespace lockstep
