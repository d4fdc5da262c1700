// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QObject>

#include <functional>

namespace lockstep {

/// Calls @p look with each event before @p watched gets it, as long as that is there.
void watchEvents(QObject& watched, std::function<void(const QEvent&)> look);

/// Calls @p fit now and whenever the size of @p watched has changed. Who comes later is called first.
void fitTo(QObject& watched, const std::function<void()>& fit);

} // namespace lockstep
