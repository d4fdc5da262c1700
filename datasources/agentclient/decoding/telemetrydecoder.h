// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/decoding/nodedecoder.h"
#include "datasources/proto/relayidentity.h"
#include "models/core/batch.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace google::protobuf::io {
class ZeroCopyInputStream;
}

namespace lockstep {

class FramePool;
class ReportClaims;

namespace v1 {
class Frame;
class NodeUpdate;
class Relay;
} // namespace v1

/// The nodes that a stream may carry; empty: any node.
struct ExpectedNodes
{
    std::vector<std::string> nodes;
    bool areSources = false; ///< behind a relay: each node is a source, with the following ids
};

/// Decodes frames into batches; the only protobuf consumer on the reading side. All input is untrusted: invalid parts
/// are rejected and reported, valid parts of the same frame are kept. One thread at a time; owned by an AgentSession.
/// Outlives streams, so that a new one can resume.
class TelemetryDecoder
{
public:
    /// Where to resume a node.
    struct Position
    {
        std::string node;
        std::uint64_t epoch = 0;
        std::uint64_t nextSequence = 0;
    };

    /// Objects shared by decoders. Each may be null.
    struct Shared
    {
        std::shared_ptr<BatchPool> batches; ///< pool of batches
        std::shared_ptr<FramePool> frames;
        std::shared_ptr<ReportClaims> claims; ///< ownership of nodes that several sources report
    };

    /// A relay's messages about itself, not about its nodes.
    struct RelayUpdate
    {
        std::optional<RelayIdentity> relay;
        std::vector<std::pair<std::string, SourceStatus>> reached; ///< nodes with the relay's connection state
        std::vector<std::pair<std::string, ClockOffset>> clocks; ///< of nodes, relative to the relay's clock
    };

    /// @param address of the source, for display
    explicit TelemetryDecoder(SourceId source, std::string address = {}, ExpectedNodes expected = {},
                              Shared shared = {});
    ~TelemetryDecoder();

    /// Forgets state of one stream: the numbers of nodes.
    void beginStream();
    /// Releases its nodes. Each is claimed again when it reports.
    void leave();

    /// Appends the batches of one frame to @p out.
    /// @return empty: valid; otherwise the first error
    [[nodiscard]] std::string decode(google::protobuf::io::ZeroCopyInputStream& bytes, TimePoint received,
                                     std::vector<BatchPtr>& out);
    [[nodiscard]] std::string decode(std::string_view bytes, TimePoint received, std::vector<BatchPtr>& out);

    [[nodiscard]] RelayUpdate takeRelayUpdate() { return std::exchange(m_relayNews, {}); }

    /// Work in the frames since the last call: see IntakeCost.
    [[nodiscard]] std::size_t takeWork() { return std::exchange(m_ledger.work, 0); }

    /// Every node with a known position in its sequence.
    [[nodiscard]] std::vector<Position> positions() const;
    [[nodiscard]] std::size_t nodeCount() const { return m_byName.size(); }
    /// Number of nodes that were not rejected.
    [[nodiscard]] std::size_t acceptedNodes() const { return m_byName.size() - m_refusedNodes; }
    [[nodiscard]] std::string anyNode() const; ///< name of one of its nodes; empty: none
    [[nodiscard]] bool isRefused(const std::string& node) const; ///< whether another source reports it
    /// The shortest period of the nodes of this stream; one second if none is known.
    [[nodiscard]] Duration tickPeriod() const { return m_tickPeriod.value_or(std::chrono::seconds(1)); }

private:
    struct Known
    {
        std::unique_ptr<NodeDecoder> node;
        bool isOnStream = false;
        bool isRefused = false;
    };

    [[nodiscard]] std::string decodeFrame(const v1::Frame& frame, TimePoint received, std::vector<BatchPtr>& out);
    [[nodiscard]] Status applyUpdate(const v1::NodeUpdate& update, TimePoint received, std::vector<BatchPtr>& out);
    [[nodiscard]] Status takeRelay(const v1::Relay& relay);
    [[nodiscard]] Status takeRelayUpdate(const v1::NodeUpdate& update, const Known& known);
    [[nodiscard]] Result<Known*> knownOf(const v1::NodeUpdate& update, const NodeIdentity* described);
    [[nodiscard]] Result<Known*> bind(std::uint32_t number, const std::string& name);
    [[nodiscard]] std::string askForName(Known& known, TimePoint received, std::vector<BatchPtr>& out);
    Known& meet(const std::string& name);

    const SourceId m_source;
    const std::string m_address;
    std::unordered_map<std::string, SourceId> m_expected;
    RelayUpdate m_relayNews;
    const Shared m_shared;
    SourceLedger m_ledger; ///< outlives the nodes, which write to it
    std::unordered_map<std::string, Known> m_byName;
    std::unordered_map<std::uint32_t, Known*> m_byNumber; ///< for the current stream
    std::size_t m_refusedNodes = 0;
    std::optional<Duration> m_tickPeriod;
};

} // namespace lockstep
