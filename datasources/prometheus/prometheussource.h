// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/engineplan.h"
#include "models/core/batchptr.h"
#include "models/core/ids.h"

#include <functional>
#include <memory>
#include <thread>

namespace lockstep {

/// Follows an engine: reports each node as a batch as soon as the engine has scraped it, catches up after an outage,
/// and reports its own state, as the connection to an agent does. Its thread ends with it; the sink is called on that
/// thread.
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
