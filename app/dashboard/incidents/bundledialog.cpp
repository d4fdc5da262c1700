// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/incidents/bundledialog.h"

#include "models/view/timeaxis.h"

#include <QFileInfo>
#include <QPushButton>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t mostTold = 8;
constexpr qsizetype longestTitle = 80;

QString titleOf(const BundleDifference& difference)
{
    const QString title = QString::fromStdString(difference.title).simplified();
    return title.size() > longestTitle ? title.left(longestTitle) + QChar(0x2026) : title;
}

QString moment(TimePoint time)
{
    return QString::fromStdString(formatDateTime(time));
}

} // namespace

BundleDialog::BundleDialog(const QString& path, const BundlePlan& plan, QWidget* parent) : QMessageBox(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Incidents of a bundle"));
    setIcon(QMessageBox::Question);
    setTextFormat(Qt::PlainText); // titles are anybody's words
    const int count = static_cast<int>(plan.differing.size());
    const QString file = QFileInfo(path).fileName();
    QString told = count == 1 ? tr("%1 has an incident that is here already, and differs.").arg(file)
                              : tr("%1 has %2 incidents that are here already, and differ.").arg(file).arg(count);
    told += QStringLiteral("\n\n");
    for (std::size_t at = 0; at < std::min(plan.differing.size(), mostTold); ++at) {
        const BundleDifference& difference = plan.differing[at];
        told += tr("%1: changed here %2, there %3\n")
                    .arg(titleOf(difference), moment(difference.changedHere), moment(difference.changedThere));
    }
    if (plan.differing.size() > mostTold)
        told += tr("and more\n");
    // Not as the box's informative text, which would take it for HTML.
    setText(told + u'\n'
            + tr("The times of the bundle are what it claims. Notes and pictures that are only here stay."));
    const auto offer = [this](const QString& words, ButtonRole role, BundleChoice choice) {
        QPushButton* const button = addButton(words, role);
        connect(button, &QPushButton::clicked, this, [this, choice] { Q_EMIT chosen(choice); });
        return button;
    };
    setDefaultButton(offer(tr("Keep the newer"), AcceptRole, BundleChoice::Newest));
    offer(tr("Take the bundle's"), DestructiveRole, BundleChoice::Bundle);
    setEscapeButton(offer(tr("Keep what is here"), RejectRole, BundleChoice::Mine));
}

} // namespace lockstep
