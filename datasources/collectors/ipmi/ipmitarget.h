// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitytarget.h"
#include "datasources/collectors/ipmi/ipmioptions.h"

#include <string>
#include <vector>

namespace lockstep {

/// A management controller with IPMI: this machine's through the kernel, another's over the network. Runs ipmi-sensors
/// (freeipmi) without a shell and with a timeout; passwords are in its configuration file, never on a command line.
/// Owned by its poller; used on its thread.
class IpmiTarget final : public FacilityTarget
{
public:
    explicit IpmiTarget(IpmiOptions options);

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;

private:
    [[nodiscard]] std::vector<std::string> command() const;

    IpmiOptions m_options;
    std::string m_name;
    PlausibilityFilter m_gate;
};

} // namespace lockstep
