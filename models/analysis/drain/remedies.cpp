// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/remedies.h"


namespace lockstep {

CauseRemedy remedyOfKind(std::string_view kind)
{
    const CauseRow* const row = causeRow(kind);
    return row == nullptr ? CauseRemedy{Remedy::Repair, Takes::Node, mendSecondsOf(Remedy::Repair)}
                          : CauseRemedy{row->remedy, row->takes, row->mendSeconds};
}

CauseRemedy remedyOf(const Alert& alert)
{
    CauseRemedy its = remedyOfKind(alert.kind);
    const auto ask = [&its](Remedy remedy) {
        if (remedy > its.remedy)
            its = {remedy, its.takes, mendSecondsOf(remedy)};
    };
    constexpr std::uint32_t rowRemappingFailed = 64;
    for (const Alert::Stage& stage : alert.chain) {
        if (stage.fields.xid != 0)
            ask(meaningOfXid(stage.fields.xid).remedy);
        // A row that cannot be remapped stays broken after a reset.
        if (stage.fields.xid == rowRemappingFailed || stage.fields.variant == variants::rowsFailed)
            ask(Remedy::Repair);
    }
    return its;
}

} // namespace lockstep
