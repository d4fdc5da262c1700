// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/storedspan.h"

#include <compare>
#include <cstddef>
#include <iterator>
#include <utility>

namespace lockstep {

class PackedSpans;

/// Iterator over PackedSpans; dereferences to values. Include packedspans.h.
class PackedSpanIterator
{
public:
    using iterator_concept = std::random_access_iterator_tag;
    using iterator_category = std::input_iterator_tag; ///< because references are values
    using value_type = StoredSpan;
    using difference_type = std::ptrdiff_t;
    using reference = StoredSpan;
    using pointer = const StoredSpan*;

    PackedSpanIterator() = default;
    PackedSpanIterator(const PackedSpans* spans, std::ptrdiff_t at) : m_spans(spans), m_at(at) { }

    [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(m_at); }
    inline StoredSpan operator*() const;
    StoredSpan operator[](difference_type by) const { return *(*this + by); }
    PackedSpanIterator& operator++() { return *this += 1; }
    PackedSpanIterator operator++(int) { return std::exchange(*this, *this + 1); }
    PackedSpanIterator& operator--() { return *this -= 1; }
    PackedSpanIterator operator--(int) { return std::exchange(*this, *this - 1); }
    PackedSpanIterator& operator+=(difference_type by)
    {
        m_at += by;
        return *this;
    }
    PackedSpanIterator& operator-=(difference_type by) { return *this += -by; }
    friend PackedSpanIterator operator+(PackedSpanIterator at, difference_type by) { return at += by; }
    friend PackedSpanIterator operator+(difference_type by, PackedSpanIterator at) { return at += by; }
    friend PackedSpanIterator operator-(PackedSpanIterator at, difference_type by) { return at -= by; }
    friend difference_type operator-(const PackedSpanIterator& a, const PackedSpanIterator& b)
    {
        return a.m_at - b.m_at;
    }
    friend bool operator==(const PackedSpanIterator& a, const PackedSpanIterator& b) { return a.m_at == b.m_at; }
    friend auto operator<=>(const PackedSpanIterator& a, const PackedSpanIterator& b) { return a.m_at <=> b.m_at; }

private:
    const PackedSpans* m_spans = nullptr;
    std::ptrdiff_t m_at = 0;
};

} // namespace lockstep
