// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/snmp/snmplink.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <net-snmp/library/large_fd_set.h>
#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <poll.h>
#include <string.h> // explicit_bzero

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

/// net-snmp's process-wide state.
struct SnmpLibrary
{
    std::mutex mutex; ///< held during calls into it
    std::map<std::string, int> users; ///< number of sessions that use a user of an engine
};

/// Reads no configuration, MIBs or state, writes none, and logs nothing, because secrets pass through it.
void initialise()
{
    netsnmp_register_loghandler(NETSNMP_LOGHANDLER_NONE, LOG_DEBUG);
    for (const int flag : {NETSNMP_DS_LIB_DONT_READ_CONFIGS, NETSNMP_DS_LIB_DONT_PERSIST_STATE,
                           NETSNMP_DS_LIB_DISABLE_PERSISTENT_LOAD, NETSNMP_DS_LIB_DISABLE_PERSISTENT_SAVE})
        netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, flag, 1);
    netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_MIB_ERRORS, 0);
    netsnmp_set_mib_directory("");
    set_persistent_directory("/proc/self/fdinfo/none"); // a path that cannot be created
    init_snmp("lockstep-agent");
}

SnmpLibrary& library()
{
    static SnmpLibrary library; // net-snmp's lists are process-wide, and so is their lock
    static std::once_flag once;
    std::call_once(once, initialise);
    return library;
}

std::vector<oid> snmpName(const SnmpOid& name)
{
    return {name.begin(), name.end()};
}

std::uint64_t wholeOf(const counter64& value)
{
    return (std::uint64_t{value.high} & 0xFFFFFFFFU) << 32U | (std::uint64_t{value.low} & 0xFFFFFFFFU);
}

void takeNumber(const variable_list& said, SnmpVariable& variable)
{
    using enum SnmpVariable::Kind;
    switch (said.type) {
    case ASN_INTEGER:
        variable.kind = Number;
        variable.number = static_cast<double>(*said.val.integer);
        break;
    case ASN_GAUGE:
    case ASN_TIMETICKS:
    case ASN_UINTEGER:
        variable.kind = Number;
        variable.number = static_cast<double>(static_cast<std::uint32_t>(*said.val.integer));
        break;
    case ASN_COUNTER:
        variable.kind = Count;
        variable.bits = 32;
        variable.count = static_cast<std::uint32_t>(*said.val.integer);
        variable.number = static_cast<double>(variable.count);
        break;
    case ASN_COUNTER64:
    case ASN_OPAQUE_COUNTER64:
    case ASN_OPAQUE_U64:
        variable.kind = Count;
        variable.count = wholeOf(*said.val.counter64);
        variable.number = static_cast<double>(variable.count);
        break;
    case ASN_OPAQUE_I64:
        variable.kind = Number;
        variable.number = static_cast<double>(std::bit_cast<std::int64_t>(wholeOf(*said.val.counter64)));
        break;
    case ASN_OPAQUE_FLOAT:
        variable.kind = Number;
        variable.number = static_cast<double>(*said.val.floatVal);
        break;
    case ASN_OPAQUE_DOUBLE:
        variable.kind = Number;
        variable.number = *said.val.doubleVal;
        break;
    default:
        break;
    }
}

SnmpVariable variableOf(const variable_list& said)
{
    constexpr std::size_t longest = 256; ///< bytes of a text
    SnmpVariable variable;
    variable.oid.assign(said.name, said.name + said.name_length);
    using enum SnmpVariable::Kind;
    if (said.type == SNMP_NOSUCHOBJECT || said.type == SNMP_NOSUCHINSTANCE || said.type == SNMP_ENDOFMIBVIEW
        || said.type == ASN_NULL) {
        variable.kind = Absent;
    } else if (said.type == ASN_OCTET_STR) {
        variable.kind = Text;
        if (said.val.string != nullptr)
            variable.text.assign(reinterpret_cast<const char*>(said.val.string), std::min(said.val_len, longest));
    } else if (said.val.integer != nullptr && said.val_len > 0) {
        takeNumber(said, variable);
    }
    return variable;
}

std::string reasonOf(int error)
{
    return error == SNMPERR_UNKNOWN_REPORT ? "it rejected the request without a reason"
                                           : std::string(snmp_api_errstring(error));
}

/// Adds the nameless user, which is required to query a device's engine ID.
void addAnonymousUser()
{
    if (usm_get_user(nullptr, 0, "") != nullptr)
        return;
    usmUser* const nobody = usm_create_user();
    if (nobody == nullptr)
        return;
    nobody->name = ::strdup("");
    nobody->secName = ::strdup("");
    usm_add_user(nobody);
}

/// Keys of a passphrase. @return false: it is too short
bool setKeys(netsnmp_session& session, const SnmpIdentity& identity, const std::string& authentication,
             const std::string& privacy)
{
    const auto bytes = [](const std::string& text) {
        return reinterpret_cast<const unsigned char*>(text.data());
    };
    size_t length = 0;
    session.securityAuthProto = sc_get_auth_oid(usm_lookup_auth_type(identity.authentication.c_str()), &length);
    session.securityAuthProtoLen = length;
    session.securityAuthKeyLen = USM_AUTH_KU_LEN;
    const auto protocolLength = static_cast<u_int>(length);
    session.securityLevel = SNMP_SEC_LEVEL_AUTHNOPRIV;
    if (generate_Ku(session.securityAuthProto, protocolLength, bytes(authentication), authentication.size(),
                    session.securityAuthKey, &session.securityAuthKeyLen)
        != SNMPERR_SUCCESS)
        return false;
    if (privacy.empty())
        return true;
    session.securityPrivProto = sc_get_priv_oid(usm_lookup_priv_type(identity.privacy.c_str()), &length);
    session.securityPrivProtoLen = length;
    session.securityPrivKeyLen = USM_PRIV_KU_LEN;
    session.securityLevel = SNMP_SEC_LEVEL_AUTHPRIV;
    return generate_Ku(session.securityAuthProto, protocolLength, bytes(privacy), privacy.size(),
                       session.securityPrivKey, &session.securityPrivKeyLen)
        == SNMPERR_SUCCESS;
}

/// Secrets of an identity; overwritten at the end.
struct SnmpSecrets
{
    std::string community;
    std::string authentication;
    std::string privacy;

    SnmpSecrets() = default;
    SnmpSecrets(const SnmpSecrets&) = delete;
    SnmpSecrets& operator=(const SnmpSecrets&) = delete;
    ~SnmpSecrets()
    {
        for (std::string* const each : {&community, &authentication, &privacy})
            wipe(*each);
    }

    [[nodiscard]] Status read(const SnmpIdentity& identity)
    {
        for (const auto& [named, value] : {std::pair(&identity.community, &community),
                                           {&identity.authenticationSecret, &authentication},
                                           {&identity.privacySecret, &privacy}}) {
            if (!named->isNamed())
                continue;
            Result<std::string> secret = named->read();
            if (!secret.isOk())
                return secret.error();
            *value = std::move(secret).value();
        }
        return success();
    }
};

} // namespace

/// A request in flight, and its result.
struct SnmpLink::Exchange
{
    bool isDiscovery = false; ///< a report is the answer
    bool isDone = true;
    int error = SNMPERR_SUCCESS;
    long refusal = SNMP_ERR_NOERROR; ///< by the device
    std::vector<SnmpVariable> variables;

    static int onMessage(int operation, netsnmp_session* session, int, netsnmp_pdu* pdu, void* magic)
    {
        auto& self = *static_cast<Exchange*>(magic);
        if (operation == NETSNMP_CALLBACK_OP_TIMED_OUT || operation == NETSNMP_CALLBACK_OP_SEND_FAILED)
            return self.finish(operation == NETSNMP_CALLBACK_OP_TIMED_OUT ? SNMPERR_TIMEOUT : SNMPERR_BAD_SENDTO);
        if (operation == NETSNMP_CALLBACK_OP_SEC_ERROR)
            return self.finish(session->s_snmp_errno);
        if (operation != NETSNMP_CALLBACK_OP_RECEIVED_MESSAGE || pdu == nullptr)
            return 1; // a retransmission
        if (pdu->command == SNMP_MSG_REPORT) {
            const int type = snmpv3_get_report_type(pdu);
            if (self.isDiscovery)
                return self.finish(SNMPERR_SUCCESS);
            // The library has learned the device's time, and retries automatically.
            return type == SNMPERR_NOT_IN_TIME_WINDOW ? 1 : self.finish(type);
        }
        if (pdu->command != SNMP_MSG_RESPONSE)
            return 0;
        self.refusal = pdu->errstat;
        for (const variable_list* each = pdu->variables; each != nullptr; each = each->next_variable)
            self.variables.push_back(variableOf(*each));
        return self.finish(SNMPERR_SUCCESS);
    }

    int finish(int outcome)
    {
        error = outcome;
        isDone = true;
        return 1;
    }
};

SnmpLink::SnmpLink(std::chrono::milliseconds timeout) : m_timeout(timeout), m_exchange(std::make_unique<Exchange>()) { }

SnmpLink::~SnmpLink()
{
    close();
}

/// net-snmp removes a user, and the cached clock of its device, when the user's last session closes. A device that
/// keeps changing its identity therefore cannot fill the user list.
void SnmpLink::close()
{
    if (m_session == nullptr)
        return;
    const std::scoped_lock lock(library().mutex);
    const netsnmp_session& session = *snmp_sess_session(m_session);
    if (!m_user.empty() && --library().users[m_user] <= 0) {
        library().users.erase(m_user);
        if (usmUser* user = usm_get_user(session.securityEngineID, session.securityEngineIDLen, session.securityName)) {
            usm_remove_user(user);
            usm_free_user(user);
        }
        free_enginetime(session.securityEngineID, session.securityEngineIDLen);
    }
    snmp_sess_close(m_session);
    m_session = nullptr;
}

Status SnmpLink::begin(const DeviceAddress& address, const SnmpOptions& options)
{
    const SnmpIdentity& identity = options.identity;
    SnmpSecrets secrets;
    if (const Status read = secrets.read(identity); !read.isOk())
        return read;
    std::string peer = address.isV6 ? fmt::format("udp6:[{}]:{}", address.text, options.port)
                                    : fmt::format("udp:{}:{}", address.text, options.port);
    const std::scoped_lock lock(library().mutex);
    netsnmp_session session;
    snmp_sess_init(&session);
    session.peername = peer.data();
    session.retries = 1;
    session.timeout = std::chrono::microseconds(m_timeout).count() / 2; // one retry if the first request was lost
    session.version = identity.isV3 ? SNMP_VERSION_3 : SNMP_VERSION_2c;
    session.community = reinterpret_cast<unsigned char*>(secrets.community.data());
    session.community_len = secrets.community.size();
    std::string user = identity.user;
    bool isKeyed = true;
    if (identity.isV3) {
        session.securityModel = SNMP_SEC_MODEL_USM;
        session.securityName = user.data();
        session.securityNameLen = user.size();
        isKeyed = setKeys(session, identity, secrets.authentication, secrets.privacy);
    }
    m_session = isKeyed ? snmp_sess_open(&session) : nullptr;
    const int error = session.s_snmp_errno;
    ::explicit_bzero(session.securityAuthKey, sizeof(session.securityAuthKey));
    ::explicit_bzero(session.securityPrivKey, sizeof(session.securityPrivKey));
    if (!isKeyed)
        return Error{fmt::format("a secret of user {} is too short: expected 8 characters or more", identity.user)};
    if (m_session == nullptr)
        return Error{fmt::format("cannot open a session: {}", snmp_api_errstring(error))};
    // Prevents the library from querying the device's identity synchronously. Must be set on the opened session.
    snmp_sess_session(m_session)->flags |= SNMP_FLAGS_DONT_PROBE;
    m_socket = snmp_sess_transport(m_session)->sock;
    ::fcntl(m_socket, F_SETFL, ::fcntl(m_socket, F_GETFL) | O_NONBLOCK); // an invalid datagram must not block
    return success();
}

Status SnmpLink::discover(const SnmpOptions& options, const std::stop_token& stop)
{
    snmp_pdu* question = nullptr;
    {
        const std::scoped_lock lock(library().mutex);
        addAnonymousUser();
        question = snmp_pdu_create(SNMP_MSG_GET);
        if (question == nullptr)
            return Error{"not enough memory for a request"};
        question->version = SNMP_VERSION_3;
        question->securityName = ::strdup("");
        question->securityNameLen = 0;
        question->securityLevel = SNMP_SEC_LEVEL_NOAUTH;
        question->securityModel = SNMP_SEC_MODEL_USM;
    }
    m_exchange->isDiscovery = true;
    const SnmpAnswer answer = ask(question, stop);
    m_exchange->isDiscovery = false;
    if (answer.kind != SnmpAnswer::Kind::Given)
        return Error{answer.problem};
    const std::scoped_lock lock(library().mutex);
    netsnmp_session* const session = snmp_sess_session(m_session);
    if (session->securityEngineIDLen == 0 || usm_create_user_from_session(session) != SNMPERR_SUCCESS)
        return Error{"it does not report its engine ID, which version 3 requires"};
    m_user.assign(reinterpret_cast<const char*>(session->securityEngineID), session->securityEngineIDLen);
    m_user += options.identity.user;
    ++library().users[m_user];
    return success();
}

Result<std::unique_ptr<SnmpLink>> SnmpLink::open(const DeviceAddress& address, const SnmpOptions& options,
                                                 const std::stop_token& stop)
{
    std::unique_ptr<SnmpLink> link(new SnmpLink(options.device.timeout));
    Status status = link->begin(address, options);
    if (status.isOk() && options.identity.isV3)
        status = link->discover(options, stop);
    if (!status.isOk())
        return status.error();
    return link;
}

bool SnmpLink::send(snmp_pdu* question)
{
    const std::scoped_lock lock(library().mutex);
    if (m_session != nullptr && snmp_sess_async_send(m_session, question, &Exchange::onMessage, m_exchange.get()) != 0)
        return true;
    m_exchange->error = m_session != nullptr ? snmp_sess_session(m_session)->s_snmp_errno : SNMPERR_BAD_SESSION;
    snmp_free_pdu(question);
    return false;
}

void SnmpLink::wait(const std::stop_token& stop)
{
    constexpr int slice = 50; // ms
    const auto deadline = Clock::now() + m_timeout + std::chrono::milliseconds(2 * slice);
    netsnmp_large_fd_set sockets;
    netsnmp_large_fd_set_init(&sockets, std::max(m_socket + 1, FD_SETSIZE));
    while (!m_exchange->isDone && Clock::now() < deadline && !stop.stop_requested()) {
        pollfd look{m_socket, POLLIN, 0};
        const bool isReadable = ::poll(&look, 1, slice) > 0;
        const std::scoped_lock lock(library().mutex);
        if (isReadable) {
            netsnmp_large_fd_setfd(m_socket, &sockets);
            snmp_sess_read2(m_session, &sockets);
        }
        snmp_sess_timeout(m_session);
    }
    netsnmp_large_fd_set_cleanup(&sockets);
}

SnmpAnswer SnmpLink::ask(snmp_pdu* question, const std::stop_token& stop)
{
    using enum SnmpAnswer::Kind;
    Exchange& exchange = *m_exchange;
    exchange.isDone = false;
    exchange.refusal = SNMP_ERR_NOERROR;
    exchange.variables.clear();
    if (!send(question)) {
        const std::string reason = reasonOf(exchange.error);
        close();
        return {Silent, fmt::format("it cannot be queried: {}", reason), {}};
    }
    wait(stop);
    const bool isDone = exchange.isDone;
    const int error = isDone ? exchange.error : SNMPERR_TIMEOUT;
    if (error != SNMPERR_SUCCESS || !isDone) {
        close(); // together with requests in flight
        if (stop.stop_requested())
            return {Silent, "stopped", {}};
        if (error == SNMPERR_TIMEOUT)
            return {Silent, fmt::format("no answer within {} s", std::chrono::duration<double>(m_timeout).count()), {}};
        return {Silent, fmt::format("it rejected the login: {}", reasonOf(error)), {}};
    }
    if (exchange.refusal != SNMP_ERR_NOERROR)
        return {Refused, fmt::format("it reports: {}", snmp_errstring(static_cast<int>(exchange.refusal))), {}};
    return {Given, {}, std::move(exchange.variables)};
}

SnmpAnswer SnmpLink::get(std::span<const SnmpOid> oids, const std::stop_token& stop)
{
    snmp_pdu* question = nullptr;
    {
        const std::scoped_lock lock(library().mutex);
        question = snmp_pdu_create(SNMP_MSG_GET);
        for (const SnmpOid& each : oids) {
            const std::vector<oid> name = snmpName(each);
            snmp_add_null_var(question, name.data(), name.size());
        }
    }
    SnmpAnswer answer = ask(question, stop);
    const bool isOfThese = std::ranges::equal(answer.variables, oids, {}, &SnmpVariable::oid);
    if (answer.kind == SnmpAnswer::Kind::Given && !isOfThese)
        return {SnmpAnswer::Kind::Refused, "it returned different variables from those requested", {}};
    return answer;
}

SnmpAnswer SnmpLink::after(const SnmpOid& oid, long max, const std::stop_token& stop)
{
    snmp_pdu* question = nullptr;
    {
        const std::scoped_lock lock(library().mutex);
        question = snmp_pdu_create(SNMP_MSG_GETBULK);
        question->non_repeaters = 0;
        question->max_repetitions = max;
        const std::vector<::oid> name = snmpName(oid);
        snmp_add_null_var(question, name.data(), name.size());
    }
    return ask(question, stop);
}

} // namespace lockstep
