// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/cause.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Describes a cause and its effects in words. Lives for one call of alertsAt().
class AlertBuilder
{
public:
    AlertBuilder(const std::vector<Finding>& findings, const std::vector<Cause>& causes, const DependencyGraph& graph)
        : m_findings(findings), m_causes(causes), m_graph(graph)
    { }

    /// Describes the cause, except for the state. The cost is that of GPUs in a hang, which needs no measurement.
    [[nodiscard]] Alert build(const Cause& cause, TimePoint now) const;
    /// All keys that an alert of this cause may have had: those of its findings.
    [[nodiscard]] std::vector<std::string> keysOf(const Cause& cause) const;
    /// When it reached its current severity.
    [[nodiscard]] TimePoint severityReachedAt(const Cause& cause) const;

private:
    [[nodiscard]] std::string keyOf(const Finding& finding) const;
    [[nodiscard]] std::string keyOf(const Cause& cause) const;
    [[nodiscard]] bool isLossy(const Cause& cause) const;
    [[nodiscard]] TimePoint affectedSince(const Cause& cause) const;
    [[nodiscard]] std::optional<double> idleGpuSeconds(const Cause& cause, TimePoint now) const;
    [[nodiscard]] std::optional<double> missingGpuSeconds(const Cause& cause, TimePoint now) const;
    [[nodiscard]] std::optional<double> hungGpuSeconds(const Cause& cause, TimePoint now) const;
    [[nodiscard]] std::vector<std::size_t> members(const Cause& cause) const;
    [[nodiscard]] const Finding& worstOf(std::span<const std::size_t> some) const;
    [[nodiscard]] std::size_t countOf(std::span<const std::size_t> some) const;
    [[nodiscard]] std::string_view kindOf(const Cause& cause) const;
    void nameCulprits(const Cause& cause, Alert& alert) const;
    [[nodiscard]] std::string headOf(const Cause& cause) const;
    void nameTitle(const Cause& cause, Alert& alert) const;
    [[nodiscard]] std::string effectsOf(const Cause& cause) const;
    [[nodiscard]] bool isReportedByEvent(const Finding& limit, std::span<const std::size_t> others) const;
    [[nodiscard]] std::vector<Alert::Stage> chainOf(const Cause& cause) const;
    [[nodiscard]] std::vector<Alert::Alternative> consideredFor(const Cause& cause) const;

    const std::vector<Finding>& m_findings;
    const std::vector<Cause>& m_causes;
    const DependencyGraph& m_graph;
};

} // namespace lockstep
