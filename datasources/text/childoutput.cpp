// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/childoutput.h"

#include "datasources/text/childprocess.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longestComplaint = 300;

} // namespace

Status streamOutputOf(const std::vector<std::string>& command, const ChildLimits& limits,
                      const std::function<bool(std::string_view piece)>& take, const std::stop_token& stop)
{
    const std::string& name = command.front();
    ChildProcess child;
    if (const int error = child.start(command); error != 0)
        return Error{fmt::format("cannot run {}: {}", name, std::strerror(error))};
    const auto deadline = Clock::now() + limits.whole;
    std::array<char, 65536> buffer;
    std::string beginning; // first line of output, which explains a failure
    std::size_t bytes = 0;
    bool isWanted = true;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0)
            return Error{fmt::format("{} did not finish within {} s", name, limits.whole.count() / 1000)};
        if (stop.stop_requested())
            return Error{fmt::format("{}: stopped", name)};
        pollfd look{child.output(), POLLIN, 0};
        if (::poll(&look, 1, static_cast<int>(std::min<std::int64_t>(left, 200))) <= 0)
            continue;
        const ssize_t size = ::read(child.output(), buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            break;
        const std::string_view piece(buffer.data(), static_cast<std::size_t>(size));
        bytes += piece.size();
        if (bytes > limits.bytes)
            return Error{fmt::format("{} printed more than {} MiB, the limit", name, limits.bytes >> 20U)};
        beginning += piece.substr(0, longestComplaint - beginning.size());
        isWanted = isWanted && take(piece);
        if (!isWanted && beginning.size() == longestComplaint)
            return Error{fmt::format("{} printed unexpected output: {}", name, beginning)};
    }
    const std::optional<int> status = child.waitUntil(deadline, stop);
    if (!status)
        return Error{fmt::format("{} did not finish within {} s", name, limits.whole.count() / 1000)};
    if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0)
        return Error{fmt::format("{} failed: {}", name, beginning)};
    return isWanted ? success() : Status(Error{fmt::format("{} printed unexpected output: {}", name, beginning)});
}

} // namespace lockstep
