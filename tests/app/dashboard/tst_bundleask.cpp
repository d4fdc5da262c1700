// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/bundledialog.h"
#include "app/session/incidents/incidentarchive.h"
#include "datasources/incidents/incidentbundle.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/testentry.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

using namespace lockstep;
using namespace lockstep::test;

/// Opening a bundle whose incident differs from the stored one asks the user first.
class TestBundleAsk : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string bundleSaying(const char* summary)
    {
        PostMortem theirs;
        theirs.incident = sampleIncident();
        theirs.incident.summary = summary;
        const std::string path = pathIn(m_folder, "theirs.lockstep");
        return writeBundle(theirs, {}, path, {}).isOk() ? path : std::string();
    }
    std::string databaseWithOurs(const char* name)
    {
        const std::string path = pathIn(m_folder, name);
        IncidentDatabase database = must(IncidentDatabase::open(path));
        must(database.apply(making(sampleIncident()), "noor", incidentStart));
        return path;
    }

private Q_SLOTS:
    void nothingIsTakenInUnasked();
    void theDialogOffersAllThree();
    void theDialogShowsWordsAsTheyAre();
};

void TestBundleAsk::nothingIsTakenInUnasked()
{
    qRegisterMetaType<BundlePlan>();
    IncidentWorkspace workspace("sam");
    const std::string path = databaseWithOurs("ours.sqlite");
    IncidentArchive archive(path, workspace);
    QSignalSpy differs(&archive, &IncidentArchive::bundleDiffers);
    QSignalSpy taken(&archive, &IncidentArchive::bundleTaken);
    const std::string bundle = bundleSaying("Theirs.");
    archive.takeBundle(bundle, std::nullopt);
    QTRY_COMPARE(differs.count(), 1);
    QCOMPARE(taken.count(), 0);
    const auto plan = differs[0][1].value<BundlePlan>();
    QCOMPARE(plan.differing.size(), std::size_t{1});
    QCOMPARE(must(must(IncidentDatabase::open(path)).incident({7}))->summary, sampleIncident().summary);

    archive.takeBundle(bundle, BundleChoice::Mine);
    QTRY_COMPARE(taken.count(), 1);
    QCOMPARE(must(must(IncidentDatabase::open(path)).incident({7}))->summary, sampleIncident().summary);
    archive.takeBundle(bundle, BundleChoice::Bundle);
    QTRY_COMPARE(taken.count(), 2);
    QCOMPARE(must(must(IncidentDatabase::open(path)).incident({7}))->summary, std::string("Theirs."));
    // If both are equal, the user is not asked.
    archive.takeBundle(bundle, std::nullopt);
    QTRY_COMPARE(taken.count(), 3);
    QCOMPARE(differs.count(), 1);
}

void TestBundleAsk::theDialogOffersAllThree()
{
    const BundlePlan plan{0, 0, {{{7}, "Pump 2", incidentStart, incidentStart}}};
    BundleDialog dialog(QStringLiteral("/tmp/a.lockstep"), plan, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    std::vector<BundleChoice> chosen;
    connect(&dialog, &BundleDialog::chosen, this, [&chosen](BundleChoice choice) { chosen.push_back(choice); });
    const std::vector choices{BundleChoice::Newest, BundleChoice::Bundle, BundleChoice::Mine};
    for (const BundleChoice choice : choices)
        dialog.button(choice).click();
    QVERIFY(chosen == choices);
    QVERIFY(dialog.button(BundleChoice::Newest).isDefault());
    dialog.reject(); // Escape
    QVERIFY(chosen.back() == BundleChoice::Mine);
    QCOMPARE(chosen.size(), std::size_t{4});
}

void TestBundleAsk::theDialogShowsWordsAsTheyAre()
{
    BundlePlan plan;
    for (int at = 0; at < 100; ++at)
        plan.differing.push_back({{7}, "<img src='/dev/zero'>" + std::string(5000, 'x'), incidentStart, incidentStart});
    const BundleDialog dialog(QStringLiteral("/tmp/<b>a</b>.lockstep"), plan, nullptr);
    QCOMPARE(dialog.words().textFormat(), Qt::PlainText);
    QVERIFY(dialog.words().text().size() < 3000);
    QVERIFY(dialog.words().text().contains(QStringLiteral("and more")));
}

LOCKSTEP_GUI_TEST(tst_bundleask, TestBundleAsk)
#include "tst_bundleask.moc"
