// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/devicesocket.h"
#include "datasources/collectors/snmp/snmpoptions.h"

#include <chrono>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

struct snmp_pdu; // net-snmp's type of a message

namespace lockstep {

/// Result of a request.
struct SnmpAnswer
{
    enum class Kind : std::uint8_t {
        Given,
        Refused, ///< rejected by the device; a smaller request may succeed
        Silent ///< or an invalid answer: the session must be replaced
    };
    Kind kind = Kind::Given;
    std::string problem; ///< empty: success
    std::vector<SnmpVariable> variables;
};

/// One session through net-snmp, which validates responses. The library has one process-wide list of users, so calls
/// into it take a lock; waiting for a device does not. Every request has a time limit. Owned by an SnmpTarget; used on
/// its thread.
class SnmpLink
{
public:
    /// Opens a session; with version 3 the device's identity is queried. @param stop ends it promptly
    [[nodiscard]] static Result<std::unique_ptr<SnmpLink>> open(const DeviceAddress& address,
                                                                const SnmpOptions& options,
                                                                const std::stop_token& stop);
    ~SnmpLink();
    SnmpLink(const SnmpLink&) = delete;
    SnmpLink& operator=(const SnmpLink&) = delete;

    /// Gets the values of these OIDs; the answer has exactly one for each, in order.
    [[nodiscard]] SnmpAnswer get(std::span<const SnmpOid> oids, const std::stop_token& stop);
    /// The next values after an OID, as many as fit.
    [[nodiscard]] SnmpAnswer after(const SnmpOid& oid, long max, const std::stop_token& stop);

private:
    struct Exchange;

    explicit SnmpLink(std::chrono::milliseconds timeout);
    [[nodiscard]] Status begin(const DeviceAddress& address, const SnmpOptions& options);
    [[nodiscard]] Status discover(const SnmpOptions& options, const std::stop_token& stop);
    [[nodiscard]] SnmpAnswer ask(snmp_pdu* question, const std::stop_token& stop);
    [[nodiscard]] bool send(snmp_pdu* question);
    void wait(const std::stop_token& stop);
    void close();

    std::chrono::milliseconds m_timeout;
    void* m_session = nullptr; ///< net-snmp's; null: closed
    int m_socket = -1; ///< the session's
    std::string m_user; ///< engine and name of the library's user that this session needs; empty: none
    std::unique_ptr<Exchange> m_exchange; ///< outlives the session, which points to it
};

} // namespace lockstep
