// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/socketowner.h"

#include <array>
#include <cstring>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/time.h>

namespace lockstep {

namespace {

constexpr int established = 1; // TCP_ESTABLISHED, which two headers define differently

struct Question
{
    nlmsghdr header;
    inet_diag_req_v2 request;
};

/// Copies address and port, in network byte order, into the kernel's structure.
void fill(const sockaddr_storage& address, std::uint32_t* words, std::uint16_t& port)
{
    if (address.ss_family == AF_INET) {
        sockaddr_in four{};
        std::memcpy(&four, &address, sizeof four);
        std::memcpy(words, &four.sin_addr, sizeof four.sin_addr);
        port = four.sin_port;
    } else {
        sockaddr_in6 six{};
        std::memcpy(&six, &address, sizeof six);
        std::memcpy(words, &six.sin6_addr, sizeof six.sin6_addr);
        port = six.sin6_port;
    }
}

Question questionAbout(const sockaddr_storage& there, const sockaddr_storage& here)
{
    Question question{};
    question.header.nlmsg_len = sizeof question;
    question.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    question.header.nlmsg_flags = NLM_F_REQUEST;
    question.request.sdiag_family = static_cast<std::uint8_t>(there.ss_family);
    question.request.sdiag_protocol = IPPROTO_TCP;
    question.request.idiag_states = ~0U;
    inet_diag_sockid& id = question.request.id;
    fill(there, id.idiag_src, id.idiag_sport);
    fill(here, id.idiag_dst, id.idiag_dport);
    id.idiag_cookie[0] = id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    return question;
}

} // namespace

SocketOwner::SocketOwner(int listening) : m_netlink(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG))
{
    if (!m_netlink.isOpen())
        return;
    // The kernel answers at once; otherwise a connection without a known owner is acceptable.
    const timeval patience{0, 100'000};
    ::setsockopt(m_netlink.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_storage here{};
    socklen_t size = sizeof here;
    if (::getsockname(listening, reinterpret_cast<sockaddr*>(&here), &size) != 0)
        return;
    sockaddr_storage nowhere{};
    nowhere.ss_family = here.ss_family;
    m_isAvailable = ownerOf(here, nowhere).has_value();
}

std::optional<SocketOwner::Owner> SocketOwner::ownerOf(const sockaddr_storage& there, const sockaddr_storage& here)
{
    Question question = questionAbout(there, here);
    question.header.nlmsg_seq = ++m_questions;
    if (::send(m_netlink.get(), &question, sizeof question, 0) != sizeof question)
        return std::nullopt;
    struct Answer
    {
        nlmsghdr header;
        inet_diag_msg socket;
        std::array<char, 512> attributes;
    } answer{};
    ssize_t size = 0;
    do { // skips a late answer to an earlier query
        size = ::recv(m_netlink.get(), &answer, sizeof answer, 0);
        if (size < static_cast<ssize_t>(sizeof(nlmsghdr)))
            return std::nullopt;
    } while (answer.header.nlmsg_seq != m_questions);
    if (answer.header.nlmsg_type != SOCK_DIAG_BY_FAMILY
        || size < static_cast<ssize_t>(sizeof(nlmsghdr) + sizeof(inet_diag_msg)))
        return m_isAvailable ? std::optional(Owner{0, false}) : std::nullopt; // the socket no longer exists
    return Owner{answer.socket.idiag_uid, answer.socket.idiag_state == established};
}

} // namespace lockstep
