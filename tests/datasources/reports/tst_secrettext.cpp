// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/secrettext.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::string_literals;

/// Secrets in the forms in which people and programs write them, which reports must not contain, and text that must
/// stay.
class SecretTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSecretIsRemoved_data();
    void aSecretIsRemoved();
    void whatIsNoneStays_data();
    void whatIsNoneStays();
    void aSecretIsRemovedWhereverItStands();
    void hostileTextTakesNoLonger();
};

void SecretTextTest::aSecretIsRemoved_data()
{
    QTest::addColumn<QString>("text");
    const auto row = [](const char* text) {
        QTest::newRow(text) << QString::fromUtf8(text);
    };
    // Each contains HUNTER2xyz, or a token made from it.
    row("ran with --token=HUNTER2xyz");
    row("ran with --token HUNTER2xyz --nodes 4");
    row("password: HUNTER2xyz");
    row("the password is HUNTER2xyz.");
    row("AWS_SECRET_ACCESS_KEY=HUNTER2xyz");
    row("export AWS_SESSION_TOKEN=\"HUNTER2xyz\"");
    row("AWS_ACCESS_KEY_ID : HUNTER2xyz");
    row("WANDB_API_KEY=HUNTER2xyz srun train.py");
    row("OPENAI_KEY=HUNTER2xyz");
    row("PGPASSWORD=HUNTER2xyz psql");
    row("DB_PASS=HUNTER2xyz");
    row("spring.datasource.password=HUNTER2xyz");
    row("{\"password\": \"HUNTER2xyz\"}");
    row("{\"password\": \"my pass, word HUNTER2xyz\", \"user\": \"noor\"}");
    row("{\\\"api_key\\\":\\\"HUNTER2xyz\\\"}");
    row("{\"password\": \"a \\\"quoted\\\" HUNTER2xyz\"}");
    row("'apiKey' => 'HUNTER2xyz'");
    row("accessToken: HUNTER2xyz,");
    row("password=p@ss,HUNTER2xyz;1");
    row("curl 'https://host/?access_token=HUNTER2xyz&user=noor'");
    row("curl https://noor:HUNTER2xyz@registry.example/v2");
    row("git clone https://noor:p/HUNTER2xyz@git.example/x");
    row("git clone https://noor:p@HUNTER2xyz@git.example/x");
    row("postgres://db:HUNTER2xyz@10.0.0.3:5432/metrics");
    row("rsync noor:HUNTER2xyz@node-7");
    row("curl -u noor:HUNTER2xyz host");
    row("Authorization: Bearer HUNTER2xyz");
    row("Authorization: Digest username=\"noor\", response=HUNTER2xyz");
    row("curl -H \"Authorization: Basic HUNTER2xyz\"");
    row("Set-Cookie: a=b; session=HUNTER2xyz");
    row("got Bearer HUNTER2xyz from the proxy");
    row("sig=HUNTER2xyz");
    row("ghp_HUNTER2xyzHUNTER2xyzHUNTER2xyz");
    row("hf_HUNTER2xyzHUNTER2xyz");
    row("(sk-HUNTER2xyzHUNTER2xyz)");
    row("x=nvapi-HUNTER2xyzHUNTER2xyz");
    row("see eyJHUNTER2xyz.HUNTER2xyz.HUNTER2xyz");
    row("-----BEGIN OPENSSH PRIVATE KEY-----\nHUNTER2xyz\nHUNTER2xyz\n-----END OPENSSH PRIVATE KEY-----\n");
    row("-----BEGIN PRIVATE KEY-----\nHUNTER2xyz");
}

void SecretTextTest::aSecretIsRemoved()
{
    QFETCH(QString, text);
    const auto clean = withoutSecretText(text.toStdString());
    QVERIFY2(clean.find("HUNTER2xyz") == std::string::npos, clean.c_str());
    QVERIFY2(clean.find("[removed]") != std::string::npos, clean.c_str());
    QCOMPARE(withoutSecretText(clean).find("HUNTER2xyz"), std::string::npos);
}

void SecretTextTest::whatIsNoneStays_data()
{
    QTest::addColumn<QString>("text");
    const auto row = [](const char* text) {
        QTest::newRow(text) << QString::fromUtf8(text);
    };
    row("Flow of loop-2 fell from 12 l/min to 3 l/min at 03:12:07.");
    row("tokens per second fell; total_tokens: 1500000, max_new_tokens=2048");
    row("tokenizer=llama-3, detokenizer: off");
    row("forward_pass=20 ms, backward-pass: 41 ms");
    row("primary_key=id, public-key of the rack");
    row("ranks 3->4 in group \"default_pg\": waited 12 %");
    row("03:12@node-7");
    row("write to noor@example.com or https://host:8080/path?x=1");
    row("ssh noor@node-7, scp node-7:/tmp/a noor@node-8:/tmp");
    row("basic training, Basic cooling, Bearer of news");
    row("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)");
}

void SecretTextTest::whatIsNoneStays()
{
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(withoutSecretText(text.toStdString())), text);
}

void SecretTextTest::aSecretIsRemovedWhereverItStands()
{
    // No border of any piece may tear it.
    for (std::size_t before = 3'900; before < 4'100; ++before) {
        const auto text = std::string(before, 'x') + " token=HUNTER2xyz " + std::string(9'000 - before, 'y')
            + " hf_HUNTER2xyzHUNTER2xyz";
        QVERIFY2(withoutSecretText(text).find("HUNTER2") == std::string::npos, std::to_string(before).c_str());
    }
}

void SecretTextTest::hostileTextTakesNoLonger()
{
    constexpr std::size_t size = std::size_t{1} << 20;
    for (const auto* piece : {"@", ":", "a:@", "://", "-", "token=", "token", "-----BEGIN PRIVATE KEY", "\\", "\"", "&",
                              "&a", "eyJ", "Bearer ", "password is ", "a_", "'", "\n"}) {
        std::string text;
        while (text.size() < size)
            text += piece;
        QVERIFY(withoutSecretText(text).size() <= 12 * text.size());
    }
}

LOCKSTEP_TEST(tst_secrettext, SecretTextTest)
#include "tst_secrettext.moc"
