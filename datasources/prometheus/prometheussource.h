// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/engineplan.h"
#include "models/core/batchptr.h"
#include "models/core/ids.h"

#include <functional>
#include <memory>
#include <thread>

namespace lockstep {

/// Follows a Prometheus-compatible server: reports each node as a batch as soon as it has been scraped, catches up
/// after an outage, and reports its own state like an agent's connection. The sink is called on its own thread, which
/// ends with it.
class PrometheusSource
{
public:
    using Sink = std::function<void(BatchPtr)>;

    PrometheusSource(SourceId source, std::shared_ptr<const EnginePlan> plan, Sink sink);
    ~PrometheusSource();
    PrometheusSource(const PrometheusSource&) = delete;
    PrometheusSource& operator=(const PrometheusSource&) = delete;

private:
    std::shared_ptr<const EnginePlan> m_plan;
    std::jthread m_thread;
};

} // namespace lockstep
