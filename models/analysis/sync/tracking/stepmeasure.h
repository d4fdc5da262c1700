// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/matching/transferbaseline.h"
#include "models/analysis/sync/tracking/culpritrecords.h"
#include "models/analysis/sync/tracking/rootcauses.h"
#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/analysis/sync/tracking/steps/lostspans.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

namespace lockstep {

/// Fills in who waited in a step and how long, and who was to blame for it.
/// @param times have taken the window in  @param lost what of it says nothing
void measureWaits(const SyncWindow& window, RootCauses& causes, const LostSpans& lost, const LaneTimes& times,
                  SyncStep& step, CulpritRecords::Blame& blame);

/// Adds time that is lost without anybody waiting: data that move too slowly, checkpoints that take longer than they
/// used to.
/// @param checkpoints their usual length, which learns from these
void chargeLosses(const SyncWindow& window, TransferBaseline& checkpoints, CulpritRecords::Blame& blame);

/// Fills in each lane's compute time against the peers in the same place of their pipelines, whose work is the same.
void measureSlowdown(const SyncWindow& window, const LostSpans& lost, SyncStep& step);

} // namespace lockstep
