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

/// Fills in waits and blame of a step.
/// @param times have processed the window  @param lost lanes without evidence
void measureWaits(const SyncWindow& window, RootCauses& causes, const LostSpans& lost, const LaneTimes& times,
                  SyncStep& step, CulpritRecords::Blame& blame);

/// Adds losses without waits: slow transfers, and checkpoints that take longer than usual.
/// @param checkpoints their usual duration, which learns from these
void chargeLosses(const SyncWindow& window, TransferBaseline& checkpoints, CulpritRecords::Blame& blame);

/// Fills in each lane's compute time relative to the peers at the same pipeline position, which have the same work.
void measureSlowdown(const SyncWindow& window, const LostSpans& lost, SyncStep& step);

} // namespace lockstep
