// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/view/ratesettings.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/incidents/boundline.h"
#include "widgets/incidents/incidentcosts.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>

using namespace lockstep;

namespace {

/// The costs of the open incident.
struct Opened
{
    Opened()
    {
        ViewContext context = world.context();
        context.incidents = &workspace;
        context.rates = &rates;
        costs = std::make_unique<IncidentCosts>(context);
        costs->show();
        Incident incident;
        incident.key = newKey<IncidentKey>();
        IncidentChange change;
        change.incidents = {{{}, incident}};
        workspace.make(change);
        workspace.open(incident.key);
        costs->refresh();
    }
    void enter(const QString& field, const QString& text)
    {
        for (BoundLine* line : costs->findChildren<BoundLine*>()) {
            if (!line->accessibleName().startsWith(field))
                continue;
            line->setText(text);
            line->commit();
            return;
        }
        QFAIL(qPrintable(field));
    }
    [[nodiscard]] QStringList notes() const
    {
        QStringList notes;
        for (const QLabel* label : costs->findChildren<QLabel*>()) {
            if (label->isVisible())
                notes << label->text();
        }
        return notes;
    }

    FakeWorld world;
    IncidentWorkspace workspace{"noor"};
    RateSettings rates;
    std::unique_ptr<IncidentCosts> costs;
};

} // namespace

/// The fields of an incident's costs.
class TestIncidentCosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRateIsAskedForOnceWithAProposalAndItsSource()
    {
        Opened open;
        auto* const proposal = open.costs->findChild<QToolButton*>();
        QVERIFY(proposal->isVisible());
        QVERIFY2(proposal->toolTip().contains(QStringLiteral("arXiv")), qPrintable(proposal->toolTip()));
        proposal->click();
        open.costs->refresh();
        QVERIFY(!proposal->isVisible());
        QCOMPARE(open.workspace.current()->costs.computeRate, std::optional(ProposedRate().gpuHour));
        // later incidents start with it
        QCOMPARE(open.rates.rates().gpuHour, std::optional(ProposedRate().gpuHour));
    }

    void everyRateIsKept()
    {
        Opened open;
        open.enter(QStringLiteral("Reserved GPU price"), QStringLiteral("1.5"));
        open.enter(QStringLiteral("Labour rate"), QStringLiteral("90"));
        open.enter(QStringLiteral("Cost of delay"), QStringLiteral("10000"));
        QCOMPARE(open.rates.rates().reservedGpuHour, std::optional(1.5));
        QCOMPARE(open.rates.rates().labourHour, std::optional(90.0));
        QCOMPARE(open.rates.rates().delayDay, std::optional(10000.0));
        open.enter(QStringLiteral("Labour rate"), QStringLiteral("120")); // only for this incident
        QCOMPARE(open.workspace.current()->costs.labourRate, std::optional(120.0));
        QCOMPARE(open.rates.rates().labourHour, std::optional(90.0));
    }

    void whatAPersonEntersIsMarked()
    {
        Opened open;
        open.workspace.editCurrent("Fill in", [](Incident& incident) {
            incident.costs.rolledBackGpuSeconds = 7200;
            incident.costs.rolledBackSource = "train-a from step 45 to 31";
            incident.costs.idleSource = "no scheduler reported drained nodes";
        });
        open.costs->refresh();
        QVERIFY(open.notes().contains(QStringLiteral("Source: train-a from step 45 to 31")));
        QVERIFY(open.notes().contains(QStringLiteral("Unknown: no scheduler reported drained nodes")));
        QVERIFY(!open.notes().contains(QStringLiteral("Entered manually")));
        open.enter(QStringLiteral("Rolled back"), QStringLiteral("3"));
        QCOMPARE(open.workspace.current()->costs.rolledBackGpuSeconds, std::optional(3 * 3600.0));
        QVERIFY(open.notes().contains(QStringLiteral("Entered manually")));
        QVERIFY(!open.notes().contains(QStringLiteral("Source: train-a from step 45 to 31")));
    }
};

LOCKSTEP_GUI_TEST(tst_incidentcosts, TestIncidentCosts)
#include "tst_incidentcosts.moc"
