// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/devicesocket.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t maxAddresses = 4;
constexpr int slice = 100; ///< ms between checks for a stop request

struct FreeAddresses
{
    void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

/// @param port nullptr: none
int lookUp(const std::string& host, const char* port, int flags, Addresses& found)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags;
    addrinfo* list = nullptr;
    const int error = ::getaddrinfo(host.c_str(), port, &hints, &list);
    found.reset(error == 0 ? list : nullptr);
    return error;
}

std::vector<DeviceAddress> addressesIn(const addrinfo* list)
{
    std::vector<DeviceAddress> all;
    for (const addrinfo* each = list; each != nullptr && all.size() < maxAddresses; each = each->ai_next) {
        std::array<char, NI_MAXHOST> text{};
        if (::getnameinfo(each->ai_addr, each->ai_addrlen, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0)
            all.push_back({text.data(), each->ai_family == AF_INET6});
    }
    return all;
}

/// A name lookup on a separate thread, which outlives its caller if it hangs.
struct Lookup
{
    std::mutex mutex;
    std::condition_variable_any hasEnded;
    bool isDone = false;
    int error = 0;
    std::vector<DeviceAddress> addresses;
};

/// @return errno; ETIMEDOUT if still in progress
int finishConnect(int socket, Clock::time_point deadline, const std::stop_token& stop)
{
    while (Clock::now() < deadline && !stop.stop_requested()) {
        pollfd look{socket, POLLOUT, 0};
        if (::poll(&look, 1, slice) <= 0)
            continue;
        int error = 0;
        socklen_t size = sizeof(error);
        return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
    }
    return ETIMEDOUT;
}

int connectTo(const DeviceAddress& address, std::uint16_t port, Clock::time_point deadline, const std::stop_token& stop,
              FileDescriptor& socket)
{
    Addresses found;
    if (lookUp(address.text, std::to_string(port).c_str(), AI_NUMERICHOST | AI_NUMERICSERV, found) != 0)
        return EADDRNOTAVAIL;
    socket = FileDescriptor(::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket.isOpen())
        return errno;
    if (::connect(socket.get(), found->ai_addr, found->ai_addrlen) == 0)
        return 0;
    return errno == EINPROGRESS ? finishConnect(socket.get(), deadline, stop) : errno;
}

} // namespace

Result<std::vector<DeviceAddress>> resolveDevice(const std::string& host, std::chrono::milliseconds timeout,
                                                 const std::stop_token& stop)
{
    if (Addresses found; lookUp(host, nullptr, AI_NUMERICHOST, found) == 0)
        return addressesIn(found.get());
    const auto lookup = std::make_shared<Lookup>();
    std::thread([lookup, host] {
        Addresses found;
        const int error = lookUp(host, nullptr, 0, found);
        const std::scoped_lock lock(lookup->mutex);
        lookup->error = error;
        lookup->addresses = addressesIn(found.get());
        lookup->isDone = true;
        lookup->hasEnded.notify_all();
    }).detach();
    std::unique_lock lock(lookup->mutex);
    lookup->hasEnded.wait_for(lock, stop, timeout, [&] { return lookup->isDone; });
    if (!lookup->isDone)
        return Error{
            fmt::format("the host name was not resolved within {} s", std::chrono::duration<double>(timeout).count())};
    if (lookup->error != 0 || lookup->addresses.empty())
        return Error{fmt::format("the host name cannot be resolved: {}",
                                 lookup->error != 0 ? ::gai_strerror(lookup->error) : "it has no address")};
    return lookup->addresses;
}

Result<FileDescriptor> connectDevice(const std::string& host, std::uint16_t port, std::chrono::milliseconds timeout,
                                     const std::stop_token& stop)
{
    const auto deadline = Clock::now() + timeout;
    const Result<std::vector<DeviceAddress>> addresses = resolveDevice(host, timeout, stop);
    if (!addresses.isOk())
        return addresses.error();
    int error = ETIMEDOUT;
    std::size_t left = addresses.value().size();
    for (const DeviceAddress& each : addresses.value()) {
        const auto now = Clock::now();
        FileDescriptor socket;
        error = connectTo(each, port, now + (deadline - now) / static_cast<std::int64_t>(left--), stop, socket);
        if (error == 0)
            return socket;
    }
    return Error{error == ETIMEDOUT
                     ? fmt::format("no connection within {} s", std::chrono::duration<double>(timeout).count())
                     : fmt::format("cannot connect: {}", std::strerror(error))};
}

} // namespace lockstep
