// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/kernel/files/systemroot.h"

#include <string>
#include <vector>

namespace lockstep {

/// The control group that contains a job's processes on this node.
struct JobCgroup
{
    std::string job; ///< "job 1234", "pod 0f9c..."
    std::string folder;

    friend bool operator==(const JobCgroup&, const JobCgroup&) = default;
};

/// Those that Slurm and Kubernetes have made in the second version of control groups, at most 256; none where there is
/// only the first version.
[[nodiscard]] std::vector<JobCgroup> findJobCgroups(const SystemRoot& root);

} // namespace lockstep
