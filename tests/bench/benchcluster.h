// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <sys/types.h>

namespace lockstep::bench {

/// A cluster served by the real AgentServer in a separate process, so that its work is not attributed to the reader.
/// Nodes tick once per second, spread over the second. Create it before gRPC is first used.
class BenchCluster
{
public:
    struct Size
    {
        std::size_t nodes = 2048;
        std::size_t samples = 400; ///< a node and tick
        std::size_t spans = 0; ///< a node and tick
    };

    explicit BenchCluster(Size size);
    ~BenchCluster(); ///< ends the process
    BenchCluster(const BenchCluster&) = delete;
    BenchCluster& operator=(const BenchCluster&) = delete;

    [[nodiscard]] const Size& size() const { return m_size; }
    /// Starts publishing if necessary and returns the address.
    [[nodiscard]] std::string address() const;
    [[nodiscard]] static std::string nodeName(std::size_t node);

private:
    [[noreturn]] static void serve(Size size, int orders, int answers);

    Size m_size;
    pid_t m_process = 0;
    int m_orders = -1;
    int m_answers = -1;
    mutable std::string m_address;
};

} // namespace lockstep::bench
