// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace grpc {
class Channel;
}

namespace lockstep::bench {

class BareReader;

/// Baseline for the cost of reading: one stream per node over 16 channels, whose frames are decoded by generated
/// protobuf code and dropped.
class BareReaders
{
public:
    BareReaders(const std::string& address, std::size_t nodes);
    ~BareReaders(); ///< cancels and waits

    [[nodiscard]] std::size_t ticks() const { return m_ticks; }

private:
    std::vector<std::shared_ptr<grpc::Channel>> m_channels;
    std::vector<std::unique_ptr<BareReader>> m_readers;
    std::atomic<std::size_t> m_ticks = 0;
};

} // namespace lockstep::bench
