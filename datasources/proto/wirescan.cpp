// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/proto/wirescan.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <span>

namespace lockstep {

namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

// Upper bounds of protobuf's memory per field in C++, measured with version 3.21.
constexpr std::size_t bytesPerMessage = 192;
constexpr std::size_t bytesPerText = 48; ///< beside its characters; also for an unknown field
constexpr std::size_t bytesPerNumber = 16;
constexpr std::size_t bytesPerPacked = 4; ///< for each byte of packed numbers: a varint of one becomes four

/// Which fields of a message are messages, as in telemetry.proto.
struct Shape
{
    struct Part
    {
        int field;
        const Shape* shape;
    };
    std::span<const Part> parts;
    int packed = 0; ///< field number of packed varints; 0: none
};

constexpr Shape leaf{};
constexpr Shape column{{}, 2};
constexpr Shape::Part identityParts[]{{9, &leaf}, {10, &leaf}};
constexpr Shape identity{identityParts};
constexpr Shape::Part descriptionParts[]{{1, &identity}};
constexpr Shape description{descriptionParts};
constexpr Shape::Part layoutParts[]{{2, &leaf}, {3, &leaf}, {4, &column}};
constexpr Shape layout{layoutParts};
constexpr Shape::Part tickParts[]{{5, &leaf}, {6, &leaf}, {7, &leaf}};
constexpr Shape tick{tickParts};
constexpr Shape::Part updateParts[]{{2, &description}, {3, &layout}, {4, &leaf}, {5, &tick}, {6, &leaf}, {7, &leaf}};
constexpr Shape update{updateParts};
constexpr Shape::Part frameParts[]{{1, &update}, {2, &leaf}};
constexpr Shape frame{frameParts};

class Walk
{
public:
    Walk(CodedInputStream& in, std::size_t limit) : m_in(in), m_limit(limit) { }

    /// Adds up one message. @return false: malformed, or above the limit
    bool add(const Shape& shape)
    {
        m_bytes += bytesPerMessage;
        while (const std::uint32_t tag = m_in.ReadTag()) {
            if (m_bytes > m_limit || !addField(tag, shape))
                return false;
        }
        return m_in.ConsumedEntireMessage();
    }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    bool addField(std::uint32_t tag, const Shape& shape)
    {
        const auto type = WireFormatLite::GetTagWireType(tag);
        if (type != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
            const int before = m_in.CurrentPosition();
            const bool isRead = WireFormatLite::SkipField(&m_in, tag);
            const auto length = static_cast<std::size_t>(m_in.CurrentPosition() - before);
            // Groups are unknown fields: each byte may be one.
            m_bytes += type == WireFormatLite::WIRETYPE_START_GROUP ? bytesPerText * (length + 1) : bytesPerNumber;
            return isRead;
        }
        std::uint32_t length = 0;
        if (!m_in.ReadVarint32(&length))
            return false;
        const int field = WireFormatLite::GetTagFieldNumber(tag);
        for (const auto& [number, part] : shape.parts) {
            if (number != field)
                continue;
            const auto limit = m_in.PushLimit(static_cast<int>(length));
            const bool isRead = add(*part);
            m_in.PopLimit(limit);
            return isRead;
        }
        m_bytes += bytesPerText + std::size_t{length} * (field == shape.packed ? bytesPerPacked : 1);
        return m_in.Skip(static_cast<int>(length));
    }

    CodedInputStream& m_in;
    const std::size_t m_limit;
    std::size_t m_bytes = 0;
};

} // namespace

Status checkUnpackedSize(google::protobuf::io::ZeroCopyInputStream& bytes, std::size_t limit)
{
    CodedInputStream in(&bytes);
    Walk walk(in, limit);
    static_cast<void>(walk.add(frame));
    if (walk.bytes() <= limit)
        return success();
    return Error{fmt::format("the message would unpack to more than {} MiB, the limit", limit >> 20U)};
}

} // namespace lockstep
