// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue of XIDs, compared with NVIDIA's own if available.
#include "models/core/xid.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTest>

using namespace lockstep;

class TestXid : public QObject
{
    Q_OBJECT

private:
    struct Catalogued
    {
        unsigned code = 0;
        QString description;
        QString action;
    };

    /// Of gpud's table: code,mnemonic,description,immediate,investigatory; a description may hold commas in quotes.
    static std::vector<Catalogued> nvidias()
    {
        QFile file(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/../shared/data/xid_catalog/xid_catalog.csv"_qs);
        std::vector<Catalogued> all;
        if (!file.open(QIODevice::ReadOnly))
            return all;
        (void)file.readLine();
        while (!file.atEnd()) {
            const QString line = QString::fromUtf8(file.readLine()).trimmed();
            QStringList fields;
            bool isQuoted = false;
            QString field;
            for (const QChar each : line) {
                if (each == u'"') {
                    isQuoted = !isQuoted;
                } else if (each == u',' && !isQuoted) {
                    fields << field;
                    field.clear();
                } else {
                    field += each;
                }
            }
            fields << field;
            if (fields.size() >= 4)
                all.push_back({fields[0].toUInt(), fields[2], fields[3]});
        }
        return all;
    }

private Q_SLOTS:
    void whatAnXidMeans()
    {
        const XidMeaning lost = meaningOfXid(79);
        QVERIFY(lost.kind == XidClass::Bus && lost.remedy == Remedy::RestartNode
                && lost.severity == Severity::Critical);
        QVERIFY(meaningOfXid(48).kind == XidClass::Memory);
        QVERIFY(meaningOfXid(63).severity == Severity::Information); // a row that was remapped is mended
        QVERIFY(meaningOfXid(64).kind == XidClass::Remapping);
        QVERIFY(meaningOfXid(104).kind == XidClass::Engine); // within a range
        QVERIFY(meaningOfXid(4711).kind == XidClass::Unlisted && meaningOfXid(0).kind == XidClass::Unlisted);
        QVERIFY(meaningOfXid(4711).severity == Severity::Warning); // never hidden
        QVERIFY(isRecoverable(meaningOfXid(119).remedy));
        QVERIFY(!isRecoverable(meaningOfXid(54).remedy)); // needs a power connector
    }

    void eachOfNvidiasCatalogueHasItsClass()
    {
        const std::vector<Catalogued> all = nvidias();
        if (all.empty())
            QSKIP("shared/data/xid_catalog is not there");
        QCOMPARE(all.size(), std::size_t{172});
        for (const Catalogued& each : all) {
            const XidMeaning meaning = meaningOfXid(each.code);
            const QByteArray which = QByteArray("XID ") + QByteArray::number(each.code) + ": " + each.action.toUtf8();
            QVERIFY2(meaning.kind != XidClass::Unlisted, which.constData());
            QVERIFY2((meaning.kind == XidClass::Unused) == (each.description == u"Unused"_qs), which.constData());
            if (meaning.kind == XidClass::Unused)
                continue; // an action without a meaning
            if (each.action == u"RESTART_APP"_qs)
                QVERIFY2(meaning.remedy == Remedy::RestartJob, which.constData());
            if (each.action == u"RESET_GPU"_qs)
                QVERIFY2(meaning.remedy == Remedy::ResetGpu, which.constData());
            if (each.action == u"CONTACT_SUPPORT"_qs)
                QVERIFY2(meaning.remedy == Remedy::AskVendor, which.constData());
            if (each.action == u"IGNORE"_qs)
                QVERIFY2(meaning.remedy == Remedy::Nothing && meaning.severity != Severity::Critical,
                         which.constData());
        }
    }
};

LOCKSTEP_TEST(tst_xid, TestXid)
#include "tst_xid.moc"
