// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/eventwatch.h"

#include <utility>

namespace lockstep {

namespace {

class EventWatch : public QObject
{
public:
    EventWatch(QObject& watched, std::function<void(const QEvent&)> look) : QObject(&watched), m_look(std::move(look))
    {
        watched.installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        m_look(*event);
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void(const QEvent&)> m_look;
};

} // namespace

void watchEvents(QObject& watched, std::function<void(const QEvent&)> look)
{
    new EventWatch(watched, std::move(look));
}

void fitTo(QObject& watched, const std::function<void()>& fit)
{
    watchEvents(watched, [fit](const QEvent& event) {
        if (event.type() == QEvent::Resize)
            fit();
    });
    fit();
}

} // namespace lockstep
