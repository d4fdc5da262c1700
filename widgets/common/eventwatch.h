// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QObject>

#include <functional>

namespace lockstep {

/// Calls @p look with each event before @p watched receives it, for as long as @p watched exists.
void watchEvents(QObject& watched, std::function<void(const QEvent&)> look);

/// Calls @p fit now and after each resize of @p watched. Functions added later are called first.
void fitTo(QObject& watched, const std::function<void()>& fit);

} // namespace lockstep
