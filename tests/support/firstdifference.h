// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

#include <algorithm>

namespace lockstep::test {

/// The first difference between two lists of lines, with both lines; empty: they are equal.
[[nodiscard]] inline QByteArray firstDifference(const QByteArrayList& a, const QByteArrayList& b)
{
    for (qsizetype at = 0; at < std::min(a.size(), b.size()); ++at) {
        if (a[at] != b[at])
            return a[at].left(300) + "\n   " + b[at].left(300);
    }
    return a.size() == b.size() ? QByteArray() : "one has more lines";
}

} // namespace lockstep::test
