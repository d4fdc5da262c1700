// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/board/incidentboard.h"
#include "models/view/rateboard.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/incidents/incidentcosts.h"

#include <QTest>
#include <QToolButton>

using namespace lockstep;

/// What the cost of an incident asks for.
class TestIncidentCosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRateIsAskedForOnceWithAProposalAndItsSource()
    {
        FakeWorld world;
        IncidentBoard board("noor");
        RateBoard rates;
        ViewContext context = world.context();
        context.incidents = &board;
        context.rates = &rates;
        IncidentCosts costs(context);
        costs.show();
        Incident incident;
        incident.key = newKey<IncidentKey>();
        IncidentChange change;
        change.incidents = {{{}, incident}};
        board.make(change);
        board.open(incident.key);
        costs.refresh();
        auto* const proposal = costs.findChild<QToolButton*>();
        QVERIFY(proposal->isVisible());
        QVERIFY2(proposal->toolTip().contains(QStringLiteral("arXiv")), qPrintable(proposal->toolTip()));
        proposal->click();
        costs.refresh();
        QVERIFY(!proposal->isVisible());
        QCOMPARE(board.current()->costs.computeRate, std::optional(ProposedRate().gpuHour));
        QCOMPARE(rates.rates().gpuHour, std::optional(ProposedRate().gpuHour)); // which later incidents begin with
    }
};

LOCKSTEP_GUI_TEST(tst_incidentcosts, TestIncidentCosts)
#include "tst_incidentcosts.moc"
