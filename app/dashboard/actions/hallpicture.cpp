// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/hallpicture.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/dialogs/savedialog.h"
#include "models/view/translation.h"
#include "views3d/hallview.h"
#include "widgets/panels/notificationbar.h"

#include <QFileDialog>
#include <QFuture>
#include <QImage>
#include <QInputDialog>
#include <QMainWindow>
#include <QPromise>
#include <QRegularExpression>
#include <QThreadPool>

#include <algorithm>
#include <memory>

namespace lockstep {

namespace {

constexpr int minSide = 64;
constexpr int maxSide = 16384;
constexpr qint64 maxPixels = 64'000'000;

/// On a worker thread: compressing a large PNG takes a second.
void save(const QImage& picture, const QString& path, NotificationBar& notifications)
{
    auto promise = std::make_shared<QPromise<bool>>();
    promise->start();
    promise->future().then(&notifications, [path, &notifications](bool isSaved) {
        if (isSaved)
            noteSaved(notifications, path);
        else
            notifications.notify(Severity::Warning,
                                 tr("Cannot save the image to %1. Choose another folder.").arg(path));
    });
    QThreadPool::globalInstance()->start([promise, picture, path] {
        promise->addResult(picture.save(path, "PNG"));
        promise->finish();
    });
}

void askForFile(QMainWindow& window, HallView& hall, NotificationBar& notifications, QSize size)
{
    QFileDialog* const dialog = makeSaveDialog(window, tr("Save hall image"), tr("PNG (*.png)"), QStringLiteral("png"));
    QObject::connect(dialog, &QFileDialog::fileSelected, &hall, [&hall, &notifications, size](const QString& path) {
        hall.takePicture(size, [path, &notifications](const QImage& picture) { save(picture, path, notifications); });
    });
    dialog->open();
}

void askForSize(QMainWindow& window, HallView& hall, NotificationBar& notifications)
{
    const QSize onScreen = hall.size() * hall.devicePixelRatioF();
    auto* dialog = new QInputDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Size of hall image"));
    dialog->setLabelText(tr("Width × height in pixels:"));
    dialog->setComboBoxItems({QStringLiteral("%1 x %2").arg(onScreen.width()).arg(onScreen.height()),
                              QStringLiteral("1920 x 1080"), QStringLiteral("3840 x 2160"),
                              QStringLiteral("7680 x 4320")});
    dialog->setComboBoxEditable(true);
    QObject::connect(dialog, &QInputDialog::textValueSelected, &hall,
                     [&window, &hall, &notifications](const QString& chosen) {
                         if (const auto size = pictureSizeFrom(chosen))
                             askForFile(window, hall, notifications, *size);
                         else
                             notifications.notify(Severity::Warning,
                                                  tr("\"%1\" is not a valid size. Enter width x height in pixels, at "
                                                     "most 64 million pixels in total.")
                                                      .arg(chosen));
                     });
    dialog->open();
}

} // namespace

std::optional<QSize> pictureSizeFrom(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("^\\s*(\\d{1,5})\\s*[xX\u00D7]\\s*(\\d{1,5})\\s*$"));
    const QRegularExpressionMatch match = pattern.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    const bool isDrawable = std::min(size.width(), size.height()) >= minSide
        && std::max(size.width(), size.height()) <= maxSide && qint64{size.width()} * size.height() <= maxPixels;
    return match.hasMatch() && isDrawable ? std::optional(size) : std::nullopt;
}

QAction* addHallPictureAction(QMainWindow& window, HallView& hall, NotificationBar& notifications)
{
    const auto ask = [&window, &hall, &notifications] {
        askForSize(window, hall, notifications);
    };
    QObject::connect(&hall, &HallView::pictureWanted, &window, ask);
    return makeAction(window, tr("Save hall image..."), QKeySequence(), ask);
}

} // namespace lockstep
