// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/subscriberequest.h"

#include "datasources/agentservice/hub/noderegistry.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/budget.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <unordered_map>

namespace lockstep {

namespace {

using google::protobuf::internal::WireFormatLite;

constexpr std::uint32_t nodesTag
    = WireFormatLite::MakeTag(v1::SubscribeRequest::kNodesFieldNumber, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
constexpr std::uint32_t resumeTag
    = WireFormatLite::MakeTag(v1::SubscribeRequest::kResumeFieldNumber, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);

constexpr std::uint32_t knownOnlyTag
    = WireFormatLite::MakeTag(v1::SubscribeRequest::kKnownOnlyFieldNumber, WireFormatLite::WIRETYPE_VARINT);

class SubscribeReader
{
public:
    SubscribeReader(google::protobuf::io::ZeroCopyInputStream& stream, const NodeRegistry& registry)
        : m_input(&stream), m_registry(registry)
    { }

    SubscribeRequest read(const std::function<bool()>& isCancelled)
    {
        constexpr std::size_t fieldsPerLook = 256;
        bool isReadable = true;
        std::uint32_t tag = 0;
        for (std::size_t field = 0; isReadable && (tag = m_input.ReadTag()) != 0; ++field) {
            if (field % fieldsPerLook == 0 && isCancelled()) {
                m_request.outcome = SubscribeRequest::Outcome::Cancelled;
                return std::move(m_request);
            }
            if (tag == nodesTag)
                isReadable = readNode();
            else if (tag == resumeTag)
                isReadable = readPosition();
            else if (tag == knownOnlyTag)
                isReadable = readKnownOnly();
            else
                isReadable = WireFormatLite::SkipField(&m_input, tag);
        }
        if (isReadable && m_input.ConsumedEntireMessage())
            finish();
        return std::move(m_request);
    }

private:
    /// Reads a text field, limited to the length of a name.
    bool readText(std::string& text)
    {
        std::uint32_t size = 0;
        if (!m_input.ReadVarint32(&size) || size > INT32_MAX)
            return false;
        const auto kept = static_cast<int>(std::min<std::size_t>(size, budget::nameBytes + 1));
        return m_input.ReadString(&text, kept) && m_input.Skip(static_cast<int>(size) - kept);
    }

    bool readNode()
    {
        if (!readText(m_text))
            return false;
        m_namesNodes = true;
        auto ring = m_registry.find(m_text);
        if (!ring && m_request.unknownNode.empty())
            m_request.unknownNode = m_text.empty() ? "(no name)" : m_text;
        else if (ring && m_slots.try_emplace(ring.get(), m_request.wanted.size()).second)
            m_request.wanted.push_back({std::move(ring), {}});
        return true;
    }

    bool readKnownOnly()
    {
        std::uint64_t value = 0;
        const bool isReadable = m_input.ReadVarint64(&value);
        m_isKnownOnly = value != 0;
        return isReadable;
    }

    bool readPosition()
    {
        std::uint32_t size = 0;
        if (!m_input.ReadVarint32(&size) || size > INT32_MAX)
            return false;
        const auto limit = m_input.PushLimit(static_cast<int>(size));
        v1::Position position;
        // Positions for unknown nodes or overlong names are ignored.
        const bool isReadable = position.MergePartialFromCodedStream(&m_input) && m_input.ConsumedEntireMessage();
        m_input.PopLimit(limit);
        if (!isReadable)
            return false;
        if (auto ring = m_registry.find(position.node()))
            m_positions.insert_or_assign(ring.get(), RingPosition{position.epoch(), position.next_sequence()});
        return true;
    }

    void finish()
    {
        if (!m_request.unknownNode.empty() && !m_isKnownOnly) {
            m_request.outcome = SubscribeRequest::Outcome::UnknownNode;
            return;
        }
        m_request.outcome = SubscribeRequest::Outcome::Readable;
        m_request.wantsAll = !m_namesNodes;
        if (m_request.wantsAll) {
            for (auto& ring : m_registry.rings())
                m_request.wanted.push_back({std::move(ring), {}});
        }
        for (SubscribeRequest::Wanted& wanted : m_request.wanted) {
            if (const auto found = m_positions.find(wanted.ring.get()); found != m_positions.end())
                wanted.position = found->second;
        }
    }

    google::protobuf::io::CodedInputStream m_input;
    const NodeRegistry& m_registry;
    SubscribeRequest m_request;
    bool m_namesNodes = false;
    bool m_isKnownOnly = false;
    std::string m_text;
    std::unordered_map<const NodeRing*, std::size_t> m_slots;
    std::unordered_map<const NodeRing*, RingPosition> m_positions;
};

} // namespace

SubscribeRequest SubscribeRequest::read(google::protobuf::io::ZeroCopyInputStream& stream, const NodeRegistry& registry,
                                        const std::function<bool()>& isCancelled)
{
    return SubscribeReader(stream, registry).read(isCancelled);
}

} // namespace lockstep
