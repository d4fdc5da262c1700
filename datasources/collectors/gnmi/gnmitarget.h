// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitytarget.h"
#include "datasources/collectors/gnmi/gnmioptions.h"

#include <memory>
#include <string>

namespace lockstep {

/// A gNMI subscription to a switch or gateway: counters sampled, states on change. Each group of paths is a separate
/// call, so that a rejected path affects only its group. Calls stay open between polls and are restarted with back-off.
/// Reads at most 4 MiB per second. Owned by its poller; used on its thread, while messages arrive on gRPC's.
class GnmiTarget final : public FacilityTarget
{
public:
    explicit GnmiTarget(GnmiOptions options);
    ~GnmiTarget() override;

    [[nodiscard]] const std::string& name() const override;
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;
    void close() override;

    /// Polling interval: short, because state changes must not wait for the next sample.
    [[nodiscard]] static Duration pollInterval(const GnmiOptions& options);

private:
    class Calls;
    std::unique_ptr<Calls> m_calls;
};

} // namespace lockstep
