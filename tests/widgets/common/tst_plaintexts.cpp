// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "widgets/common/controls.h"
#include "widgets/common/plaintexts.h"

#include <QApplication>
#include <QLabel>
#include <QMessageBox>
#include <QTest>
#include <QToolTip>

using namespace lockstep;

/// External names are shown literally, also in labels created by Qt.
class TestPlainTexts : public QObject
{
    Q_OBJECT

    static QString markup() { return QStringLiteral("<b>node</b><img src='/dev/stdin'>"); }

    static QLabel* tooltip()
    {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (widget->inherits("QTipLabel") && widget->isVisible())
                return qobject_cast<QLabel*>(widget);
        }
        return nullptr;
    }

    /// The picture shows whether text was interpreted as markup.
    static QImage pictureOf(QLabel& label) { return label.grab().toImage(); }

    QWidget m_owner;

private Q_SLOTS:
    void init() { QVERIFY(Qt::mightBeRichText(markup())); }

    void aTooltipShowsMarkupAsText()
    {
        m_owner.resize(100, 100);
        m_owner.show();
        const PlainTexts plain(nullptr);
        QToolTip::showText(QPoint(5, 5), markup(), &m_owner);
        const QLabel* tip = tooltip();
        QVERIFY(tip != nullptr);
        QCOMPARE(tip->text(), markup());
        QCOMPARE(tip->textFormat(), Qt::PlainText);
        QToolTip::showText(QPoint(9, 9), markup() + markup(), &m_owner); // the same label once more
        QCOMPARE(tooltip()->textFormat(), Qt::PlainText);
        QToolTip::hideText();
    }

    void aMessageBoxShowsMarkupAsText()
    {
        const PlainTexts plain(nullptr);
        QMessageBox box(QMessageBox::Warning, QStringLiteral("title"), markup());
        box.setInformativeText(markup());
        box.show();
        int labels = 0;
        for (const QLabel* label : box.findChildren<QLabel*>()) {
            if (label->text() == markup()) {
                ++labels;
                QCOMPARE(label->textFormat(), Qt::PlainText);
            }
        }
        QCOMPARE(labels, 2);
    }

    void aLabelOfOursShowsMarkupAsText()
    {
        const std::unique_ptr<QLabel> label(makeLabel(markup()));
        QLabel plain;
        plain.setTextFormat(Qt::PlainText);
        plain.setText(markup());
        QCOMPARE(pictureOf(*label), pictureOf(plain));
        label->setText(markup() + markup());
        QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void whatSaysThatItIsMarkupStaysIt()
    {
        const PlainTexts plain(nullptr);
        QLabel label;
        label.setTextFormat(Qt::RichText);
        label.setText(QStringLiteral("<b>ours</b>"));
        label.show();
        QCOMPARE(label.textFormat(), Qt::RichText);
    }
};

LOCKSTEP_GUI_TEST(tst_plaintexts, TestPlainTexts)
#include "tst_plaintexts.moc"
