// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/schedulerview.h"
#include "models/core/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// A pod that requests GPUs.
struct KubernetesPod
{
    std::string job; ///< owner by the labels of jobs and operators; otherwise its own name
    std::string space; ///< its namespace
    std::string queue; ///< of Kueue or Volcano
    std::string node; ///< empty: none yet
    SchedulerJob::State state = SchedulerJob::State::Pending;
    bool hasFailed = false;
    std::string reason;
    std::uint32_t gpus = 0; ///< 0: no such pod
    std::uint32_t restarts = 0; ///< of its containers
    std::optional<TimePoint> created;
    std::optional<TimePoint> started;
};

/// Parse records of Kubernetes' API. Cost is bounded by the text's length. Never throw.
[[nodiscard]] Result<KubernetesPod> parseKubernetesPod(std::string_view json);
[[nodiscard]] Result<SchedulerNode> parseKubernetesNode(std::string_view json);
/// "2026-03-01T03:12:00Z".
[[nodiscard]] std::optional<TimePoint> parseKubernetesTime(std::string_view text);
/// Continuation token of a list: "continue" in its metadata; empty: complete.
[[nodiscard]] std::string continuationOf(std::string_view metadata);

} // namespace lockstep
