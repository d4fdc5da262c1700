// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitytarget.h"
#include "datasources/collectors/ipmi/ipmioptions.h"

#include <string>
#include <vector>

namespace lockstep {

/// A management controller that speaks IPMI: this machine's by the kernel, another's over a network. freeipmi's
/// ipmi-sensors is run without a shell and ended when it takes too long; passwords are in its own file and on no
/// command line. Owned by its poller; used on its thread.
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
    ReadingGate m_gate;
};

} // namespace lockstep
