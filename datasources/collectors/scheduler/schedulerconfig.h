// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/scheduleroptions.h"
#include "datasources/collectors/scheduler/schedulersource.h"
#include "datasources/text/tomltable.h"

#include <memory>

namespace lockstep {

/// What the sections [slurm] and [kubernetes] say; what is wrong with one is an Error with file and line.
[[nodiscard]] Result<SchedulerOptions> readSlurmOptions(TomlTable& top, const std::string& origin);
[[nodiscard]] Result<SchedulerOptions> readKubernetesOptions(TomlTable& top, const std::string& origin);

/// Whoever asks that scheduler; null: nobody is to be asked.
[[nodiscard]] std::unique_ptr<SchedulerSource> slurmSource(const SchedulerOptions& options);
[[nodiscard]] std::unique_ptr<SchedulerSource> kubernetesSource(const SchedulerOptions& options);

} // namespace lockstep
