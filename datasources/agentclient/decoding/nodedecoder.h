// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/decoding/reportclaims.h"
#include "datasources/agentclient/decoding/scopedlayout.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/result.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

class BatchPool;

namespace v1 {
class Missed;
class NodeDescription;
class NodeUpdate;
class Tick;
} // namespace v1

/// Maps the code of an agent's event to a code of the program. Agents cannot use codes of local conclusions (a loop
/// with low flow, a shelved alert), because alerts are computed from them and a malicious agent could raise or silence
/// alerts of others. Such an event becomes "agent.said.alert.shelved".
[[nodiscard]] std::string codeFromAgent(std::string_view code);

/// Amounts that all nodes of one source have used.
struct SourceLedger
{
    std::size_t layoutBytes = 0; ///< of the layouts kept
    std::size_t layoutBytesPerNode = budget::layoutBytesPerNode; ///< maximum
    std::size_t work = 0; ///< accumulated; see IntakeCost
};

/// Decodes one node across streams: its layouts, names and sequence position. Turns updates into batches and accounts
/// for every missing tick. Used by one TelemetryDecoder.
class NodeDecoder
{
public:
    /// @param claims ownership of entities that belong to no node; null: there are no other reporters
    NodeDecoder(ReporterPtr reporter, std::shared_ptr<ReportClaims> claims, BatchPool& pool, SourceLedger& ledger);

    /// Appends the batches of an update to @p out. On failure, keeps the parts before the invalid one and drops the
    /// rest; the next tick reports the lost one as a gap.
    [[nodiscard]] Status apply(const v1::NodeUpdate& update, std::shared_ptr<const NodeIdentity> described,
                               TimePoint received, std::vector<BatchPtr>& out);

    /// The node's identity and names, for a new subscriber.
    [[nodiscard]] BatchPtr introduction(TimePoint received);
    /// Adds an event to report with the node's next tick.
    void addNews(std::string code, std::string text) { m_news.push_back({std::move(code), std::move(text)}); }

    [[nodiscard]] const ReporterPtr& reporter() const { return m_reporter; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] bool isKnown() const { return m_identity != nullptr; } ///< whether its identity has arrived
    [[nodiscard]] Duration tickPeriod() const { return m_identity ? m_identity->tickPeriod : Duration::zero(); }
    [[nodiscard]] std::uint64_t epoch() const { return m_identity ? m_identity->epoch : 0; }
    [[nodiscard]] std::uint64_t lastSequence() const { return m_lastSequence; } ///< 0: none yet

private:
    struct PendingGap
    {
        std::uint64_t ticks = 0;
        bool isCounted = true; ///< false: unknown number
        std::string reason;
    };

    [[nodiscard]] Status describe(const v1::NodeDescription& wire, std::shared_ptr<const NodeIdentity> identity,
                                  TimePoint received, std::vector<BatchPtr>& out);
    [[nodiscard]] Status takeTick(const v1::Tick& wire, TimePoint received, std::vector<BatchPtr>& out);
    [[nodiscard]] Status addLayouts(const v1::NodeUpdate& update);
    [[nodiscard]] Status keepLayout(std::shared_ptr<const NodeLayout> layout);
    void forgetLayout(std::uint32_t id);
    [[nodiscard]] const ScopedLayout* layoutFor(std::uint32_t id);
    void reportNews(NodeTick& tick);
    [[nodiscard]] Status miss(const v1::Missed& missed);
    [[nodiscard]] Status decodeInto(const v1::Tick& wire, Batch& batch);
    [[nodiscard]] Status addNames(std::size_t firstIndex, std::span<const std::string* const> names);
    [[nodiscard]] Status checkSequence(std::uint64_t sequence) const;
    void expectGap(std::uint64_t ticks, bool isCounted, const std::string& reason);
    [[nodiscard]] Gap takeGap(TimePoint nextTick);
    [[nodiscard]] std::shared_ptr<Batch> newBatch(TimePoint received) const;
    void address(Batch& batch, TimePoint received) const;
    void announceNames(Batch& batch);

    struct News
    {
        std::string code;
        std::string text;
    };
    const ReporterPtr m_reporter;
    const std::shared_ptr<ReportClaims> m_claims;
    const SourceId m_source;
    const std::string m_name;
    BatchPool& m_pool; ///< owned by the decoder, like the next member
    SourceLedger& m_ledger;
    std::shared_ptr<const NodeIdentity> m_identity;
    std::string m_identityBytes; ///< as received, to detect changes
    struct KeptLayout
    {
        ScopedLayout scoped;
        std::size_t bytes = 0;
        bool hasClusterEntities = false; ///< entities outside the node, which other agents may report, too
        SteadyTime judged{};
        std::uint64_t judgedAfter = 0; ///< version of the claims at the last decision
    };
    std::map<std::uint32_t, KeptLayout> m_layouts; ///< of the current epoch
    std::size_t m_layoutBytes = 0;
    std::shared_ptr<const std::vector<std::string>> m_names; ///< of the current epoch
    std::shared_ptr<const std::vector<std::string>> m_announcedNames; ///< last list contained in a batch
    std::size_t m_nameBytes = 0;
    std::uint64_t m_lastSequence = 0;
    std::optional<TimePoint> m_lastTime;
    std::optional<PendingGap> m_gap;
    std::vector<News> m_news;
    std::string m_rejection; ///< why the last tick was rejected; explains the resulting gap
};

} // namespace lockstep
