// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/resourcefile.h"
#include "tests/support/testentry.h"
#include "tests/widgets/fabric/fabricdrill.h"
#include "widgets/fabric/fabricview.h"

#include <QImage>
#include <QTest>

using namespace lockstep;
using test::resourceFile;

namespace {

/// A drill of the demo's cluster in the view as it opens, without user input.
struct Opened
{
    explicit Opened(const std::string& name, int seconds = 110)
        : drill(resourceFile("clusters/demo.toml"), name.empty() ? name : resourceFile("drills/" + name + ".toml"))
    {
        drill.run(seconds);
        view = std::make_unique<FabricView>(drill.context());
        view->resize(700, 600);
        view->show();
        paint();
    }
    void paint()
    {
        QImage image(view->canvas().size(), QImage::Format_RGB32);
        do
            view->canvas().render(&image);
        while (!view->canvas().isComplete());
    }
    /// The cell with the ring around it.
    [[nodiscard]] QString worstName() const
    {
        const auto& worst = view->canvas().worst();
        return worst ? view->canvas().content().nameOf(drill.world.store(), *worst) : QString();
    }

    FabricDrill drill;
    std::unique_ptr<FabricView> view;
};

} // namespace

/// The worst cell of the fabric matrix is the simulated fault.
class TestFabricDrills : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onAQuietDayNothingIsRinged()
    {
        const Opened opened("quiet-day");
        QVERIFY2(opened.worstName().isEmpty(), qPrintable(opened.view->caption()));
        QVERIFY2(opened.view->caption().endsWith(QStringLiteral("all healthy")), qPrintable(opened.view->caption()));
    }
    void theFlappingLinkIsRinged()
    {
        const Opened opened("flapping-link");
        QCOMPARE(opened.worstName(), QStringLiteral("r2-leaf01 to r2-spine03"));
    }
    void aLinkOfThePolarisedRailIsRinged()
    {
        const Opened opened("hash-polarisation");
        QVERIFY2(opened.worstName().startsWith(QStringLiteral("r1-leaf")), qPrintable(opened.view->caption()));
    }
    void aLinkToTheCongestedSpineIsRinged()
    {
        const Opened opened("congested-spine");
        QVERIFY2(opened.worstName().contains(QStringLiteral("r3-spine02")), qPrintable(opened.view->caption()));
    }
    void ranksBehindTheCongestedSpineStandOutTogether()
    {
        Opened opened("congested-spine");
        opened.view->setShape(MatrixShape::RankRank);
        opened.paint();
        const auto& worst = opened.view->canvas().worst();
        QVERIFY2(worst.has_value(), qPrintable(opened.view->caption()));
        const MatrixContent& content = opened.view->canvas().content();
        for (const EntityRef gpu : content.entitiesAt(worst->place))
            QCOMPARE(opened.drill.world.topology().name(gpu), std::string("gpu3")); // their NICs are on rail 3
    }
};

LOCKSTEP_GUI_TEST(tst_fabricdrills, TestFabricDrills)
#include "tst_fabricdrills.moc"
