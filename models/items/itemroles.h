// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <QMetaType>

namespace lockstep {

/// Additional roles of the item models. Not every model supports every role.
enum ItemRole : int {
    EntityRole = Qt::UserRole + 1, ///< EntityRef as QVariant; absent when the row is about no entity
    ValueRole, ///< float, NaN: no data
    FreshnessRole, ///< int of Freshness
    IsWellRole, ///< bool: neither stale, silent nor beyond its warning limit, and so is everything below it
    TimeRole, ///< qint64, ns since 1970 UTC
    SeverityRole, ///< int of Severity; absent where all is well
    SourceRole, ///< uint of SourceId
    SourceStateRole, ///< int of SourceState
    MetricIdRole, ///< uint of MetricId
    IsDimRole, ///< bool: of another moment, or no longer relevant
    SortRole, ///< what a proxy should sort the column by
};

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::EntityRef)
