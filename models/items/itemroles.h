// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <QMetaType>

namespace lockstep {

/// Additional roles of the item models. Not every model supports every role.
enum ItemRole : int {
    EntityRole = Qt::UserRole + 1, ///< EntityRef as QVariant; absent if the row concerns no entity
    ValueRole, ///< float, NaN: no data
    FreshnessRole, ///< int of Freshness
    IsHealthyRole, ///< bool: the row and everything below it are neither stale, silent nor beyond a warning limit
    TimeRole, ///< qint64, ns since 1970 UTC
    SeverityRole, ///< int of Severity; absent if healthy
    SourceRole, ///< uint of SourceId
    SourceStateRole, ///< int of SourceState
    MetricIdRole, ///< uint of MetricId
    IsDimRole, ///< bool: of another moment, or no longer relevant
    SortRole, ///< value by which a proxy sorts the column
};

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::EntityRef)
