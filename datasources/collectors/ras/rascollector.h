// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/ras/rasclient.h"
#include "models/core/work/tokenbucket.h"

#include <memory>
#include <optional>

namespace lockstep {

/// NCCL's own view of its ranks (RAS, enabled by default since NCCL 2.24): missing, lagging and dead ranks. Needs no
/// plugin. One node of a job answers for the whole job.
class RasCollector final : public Collector
{
public:
    explicit RasCollector(RasClient::Options options);

    [[nodiscard]] std::string_view name() const override { return "ras"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    void tell(TimePoint now, const RasClient::News& news, TickWriter& tick);
    void reportOne(Severity severity, const char* code, const std::string& text, TickWriter& tick);

    RasClient::Options m_options;
    std::unique_ptr<RasClient> m_client;
    bool m_isThere = false; ///< there has been an answer
    bool m_wasThere = false; ///< value at the last detect()
    std::string m_problem;
    std::string m_dialect;
    std::string m_reported; ///< problem and dialect at the last detect()
    TokenBucket m_words{0.5, 32}; ///< rate limit, because any user may listen on the port and send anything
    std::size_t m_unreported = 0;
    Slot m_communicatorsSlot, m_missingSlot, m_behindSlot;
};

} // namespace lockstep
