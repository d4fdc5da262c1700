// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitytarget.h"
#include "datasources/collectors/gnmi/gnmioptions.h"

#include <memory>
#include <string>

namespace lockstep {

/// A switch, or what speaks for many, that is subscribed to by gNMI: counters sampled, states as they change. Each
/// group of paths is a call of its own, so that what a device refuses costs no more than that. Calls stay open between
/// polls, and a poll says what holds now; calls that end are begun anew, ever more seldom. What floods is read no
/// faster than 4 MiB a second. Owned by its poller; used on its thread, while messages come on gRPC's.
class GnmiTarget final : public FacilityTarget
{
public:
    explicit GnmiTarget(GnmiOptions options);
    ~GnmiTarget() override;

    [[nodiscard]] const std::string& name() const override;
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;
    void close() override;

    /// How often to poll: states are reported on change, and are not to wait for the next sample.
    [[nodiscard]] static Duration pollInterval(const GnmiOptions& options);

private:
    class Calls;
    std::unique_ptr<Calls> m_calls;
};

} // namespace lockstep
