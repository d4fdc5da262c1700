// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/pastspans.h"

#include <QObject>

namespace lockstep {

/// Where spans of the past are put up for the views, those of what is in view. GUI thread; outlives the views.
class PastSpansBoard : public QObject
{
    Q_OBJECT

public:
    /// Null: nothing is there beside what is in memory.
    [[nodiscard]] const std::shared_ptr<const PastSpans>& current() const { return m_current; }
    void publish(std::shared_ptr<const PastSpans> spans)
    {
        m_current = std::move(spans);
        Q_EMIT changed();
    }

Q_SIGNALS:
    void changed();

private:
    std::shared_ptr<const PastSpans> m_current;
};

} // namespace lockstep
