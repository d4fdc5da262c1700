// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/retrywatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace lockstep {

namespace {

struct RetryRow
{
    const char* what;
    float min; ///< minimum rate per second that is a fault in any fabric
};
/// Most costly first. A lost acknowledgement costs its connection the timeout, a second or more.
constexpr std::array<RetryRow, RetryWatch::signCount> retryRows{{{"acknowledgement timeouts", 2.0F / 60},
                                                                 {"receiver-not-ready retries", 1},
                                                                 {"retransmits", 1},
                                                                 {"out-of-sequence packets", 2},
                                                                 {"link replays", 2.0F / 60}}};
constexpr float secondsBeforeNoRetries = 60; ///< observation time after which a baseline of zero is assumed
constexpr float busyPeerBytes = 1e6F; ///< bytes per second that a busy peer sends
constexpr float alikeLosses = 1.5F; ///< losses up to this multiple of another port's are attributed to that port
constexpr float partOfLosses = 0.5F; ///< the same for a port that both sends to that port and receives from it
constexpr float fewestRetries = 1e-6F; ///< per second; fewer count as none
constexpr float mostOfRetryLimit = 0.4F; ///< maximum contribution of a single tick

float retriesIn(float value)
{
    return value > 0 ? value : 0;
}

/// "16 retransmits/s, expected 0"
std::string retriesText(const char* what, float rate, float expected)
{
    const bool isSlow = rate < 0.5F;
    const float unit = isSlow ? 60.0F : 1.0F;
    return fmt::format("{:.{}f} {}/{}, expected {:.{}f}", unit * rate, isSlow ? 1 : 0, what, isSlow ? "min" : "s",
                       unit * expected, isSlow && expected > 0 ? 1 : 0);
}

} // namespace

void RetryWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Port);
    if (count < m_ports.size())
        *this = RetryWatch(); // another cluster
    m_ports.resize(count);
    findPeers(now);
    follow(now);
    std::vector<Verdict> verdicts;
    for (std::uint32_t index = 0; index < count; ++index) {
        const bool isHeard = std::ranges::any_of(std::span(now.columns).subspan(1), [index](const auto& column) {
            return index < column.size() && !std::isnan(column[index]);
        });
        if (isHeard) // a silence is neither
            verdicts.push_back(verdictOf(index, now.seconds));
    }
    std::erase_if(verdicts, [this](const Verdict& each) { return !each.worst && !m_ports[each.port].isOpen; });
    for (const Verdict& each : verdicts)
        judge(now, each, each.worst && !isPartner(each, verdicts), out);
}

void RetryWatch::findPeers(const WatchedTick& now)
{
    std::vector<float> rates;
    for (std::size_t sign = 0; sign < signCount; ++sign) {
        rates.clear();
        for (std::uint32_t index = 0; index < m_ports.size(); ++index) {
            const float traffic = now.value(0, index);
            if (!std::isnan(now.value(sign + 1, index)) && !(traffic < busyPeerBytes))
                rates.push_back(m_ports[index].rates[sign]);
        }
        m_peers[sign] = noData;
        if (rates.size() < minPeers)
            continue;
        const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
        std::ranges::nth_element(rates, middle);
        m_peers[sign] = *middle;
    }
}

void RetryWatch::follow(const WatchedTick& now)
{
    const float share = now.seconds / (smoothedSeconds + now.seconds);
    const float most = std::max(mostOfRetryLimit * smoothedSeconds / now.seconds,
                                1.5F); // maximum contribution of one tick, as a share of the limit
    for (std::uint32_t index = 0; index < m_ports.size(); ++index) {
        Port& port = m_ports[index];
        port.seconds += now.seconds;
        for (std::size_t sign = 0; sign < signCount; ++sign) {
            const float rate = retriesIn(now.value(sign + 1, index));
            if (rate <= 0 && port.rates[sign] <= 0)
                continue;
            port.rates[sign] += (rate - port.rates[sign]) * share;
            port.rates[sign] = port.rates[sign] < fewestRetries ? 0 : port.rates[sign];
            const float limit = limitsOf(index, static_cast<Sign>(sign)).limit;
            const float counted = std::isnan(limit) ? rate : std::min(rate, most * limit);
            port.steady[sign] += (counted - port.steady[sign]) * share;
        }
    }
}

RetryWatch::Limits RetryWatch::limitsOf(std::uint32_t index, Sign sign) const
{
    const float min = retryRows[sign].min;
    const float peers = m_peers[sign];
    const auto known = m_usual.find({index, sign});
    const bool isKnown = known != m_usual.end() && known->second.isKnown();
    Limits limits;
    if (!std::isnan(peers))
        limits.peers = std::max(min, timesPeers * peers);
    const float usual = isKnown ? known->second.usual() : 0;
    limits.expected = std::max(usual, retriesIn(peers));
    const bool wasNeverSeen = known == m_usual.end() && m_ports[index].seconds >= secondsBeforeNoRetries;
    if (isKnown || wasNeverSeen || !std::isnan(peers)) {
        const float own
            = isKnown ? std::max(baselineFactor * usual, usual + spreadsFromUsual * known->second.spread()) : 0;
        limits.limit = std::max({min, own, retriesIn(limits.peers)});
    }
    return limits;
}

/// A port that is worse than its peers from the start does not learn a baseline.
void RetryWatch::learn(std::uint32_t index, Sign sign, const Limits& limits, float seconds)
{
    const float rate = m_ports[index].rates[sign];
    const auto known = m_usual.find({index, sign});
    if (known == m_usual.end() && (rate <= retryRows[sign].min / 4 || m_usual.size() >= maxLearned))
        return;
    if (rate > limits.peers || rate > limits.limit / 2)
        return;
    m_usual.try_emplace({index, sign}, Baseline(secondsBeforeNoRetries)).first->second.add(rate, seconds);
}

RetryWatch::Verdict RetryWatch::verdictOf(std::uint32_t index, float seconds)
{
    const Port& port = m_ports[index];
    Verdict verdict;
    verdict.port = index;
    std::array<bool, signCount> isOver{};
    float most = 1; // times the limit
    for (std::size_t sign = 0; sign < signCount; ++sign) {
        if (port.rates[sign] <= 0)
            continue;
        const Limits limits = limitsOf(index, static_cast<Sign>(sign));
        const float times = port.steady[sign] / limits.limit;
        verdict.isNear |= times > 0.5F;
        isOver[sign] = times > 1;
        // An acknowledgement timeout costs more than any number of retransmits, and is counted among these too.
        if (times > most && verdict.worst != AckTimeouts) {
            verdict.worst = sign;
            verdict.expected = limits.expected;
            most = times;
        }
        if (!port.isOpen)
            learn(index, static_cast<Sign>(sign), limits, seconds);
    }
    verdict.isBothWays = isOver[Retransmits] && isOver[OutOfSequence];
    return verdict;
}

bool RetryWatch::isPartner(const Verdict& verdict, const std::vector<Verdict>& all) const
{
    if (verdict.worst == RnrRetries || verdict.worst == LinkReplays)
        return false;
    const auto& own = m_ports[verdict.port].rates;
    const float most = verdict.isBothWays ? partOfLosses : alikeLosses;
    // Traffic in one direction, as between pools of a service. With one sender and several receivers, the sender is the
    // common end, and vice versa.
    const auto oneWay = [&all](Sign sign) {
        return std::ranges::count_if(all,
                                     [sign](const Verdict& each) { return !each.isBothWays && each.worst == sign; });
    };
    const auto senders = oneWay(Retransmits);
    const auto receivers = oneWay(OutOfSequence);
    if (!verdict.isBothWays
        && ((verdict.worst == OutOfSequence && senders == 1 && receivers > 1)
            || (verdict.worst == Retransmits && receivers == 1 && senders > 1)))
        return true;
    return std::ranges::any_of(all, [&](const Verdict& other) {
        const auto& lost = m_ports[other.port].rates;
        return other.isBothWays && own[Retransmits] <= most * lost[Retransmits]
            && own[OutOfSequence] <= most * lost[OutOfSequence];
    });
}

void RetryWatch::judge(const WatchedTick& now, const Verdict& verdict, bool isCulprit, Derived& out)
{
    Port& port = m_ports[verdict.port];
    const EntityRef entity{EntityKind::Port, verdict.port};
    const Episodes::Key key{entity};
    const auto state = verdict.isNear ? Episodes::State::Unclear : Episodes::State::Healthy;
    const bool isFound = isCulprit && (port.isOpen || m_reported < maxReported);
    const auto news
        = isFound ? m_episodes.found(key, rule, now, Severity::Warning) : m_episodes.notFound(key, rule, now, state);
    port.isOpen = isFound || m_episodes.reported(key).has_value();
    const std::string place = placeText(*now.topology, entity);
    if (news.isBad()) {
        ++m_reported;
        const float rate = port.rates[*verdict.worst];
        out.events.push_back(
            {entity,
             {now.time,
              Severity::Warning,
              0,
              codes::portRetries,
              fmt::format("{}: {}", place, retriesText(retryRows[*verdict.worst].what, rate, verdict.expected)),
              {.lasted = rule.lastsAtTicksOf(now.seconds),
               .value = rate,
               .baseline = verdict.expected,
               .unit = Unit::PerSecond}}});
    }
    if (news.isOver()) {
        m_reported -= std::min<std::size_t>(m_reported, 1);
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, codes::portRetries,
                               fmt::format("{}: retransmits and timeouts back to baseline", place)}});
    }
}

} // namespace lockstep
