// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/elide.h"

namespace lockstep {

QString elidedName(const QFontMetrics& metrics, const QString& name, int width)
{
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    const QChar ellipsis(0x2026);
    for (qsizetype kept = name.size() - 1; kept > 1; --kept) {
        const qsizetype tail = (2 * kept + 2) / 3;
        const QString cut = name.left(kept - tail) + ellipsis + name.right(tail);
        if (metrics.horizontalAdvance(cut) <= width)
            return cut;
    }
    return ellipsis + name.right(1);
}

} // namespace lockstep
