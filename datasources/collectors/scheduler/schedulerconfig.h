// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/scheduleroptions.h"
#include "datasources/collectors/scheduler/schedulersource.h"
#include "datasources/text/tomltable.h"

#include <memory>

namespace lockstep {

/// Parses [slurm] and [kubernetes]; an Error has file and line.
[[nodiscard]] Result<SchedulerOptions> readSlurmOptions(TomlTable& top, const std::string& origin);
[[nodiscard]] Result<SchedulerOptions> readKubernetesOptions(TomlTable& top, const std::string& origin);

/// The source for that scheduler; null: not configured.
[[nodiscard]] std::unique_ptr<SchedulerSource> slurmSource(const SchedulerOptions& options);
[[nodiscard]] std::unique_ptr<SchedulerSource> kubernetesSource(const SchedulerOptions& options);

} // namespace lockstep
