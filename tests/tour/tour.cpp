// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tour/tour.h"

#include "app/dashboard/composition.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/session.h"
#include "models/store/clustermodel.h"
#include "tests/support/viewturns.h"
#include "tests/support/waiting.h"
#include "views3d/hallview.h"

#include <QApplication>
#include <QDir>
#include <QScreen>
#include <QTest>

#include <cstdlib>
#include <utility>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

constexpr int visible = 24; ///< of 255, in one of three colours

QString picturesFolder()
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_TOUR_PICTURES", u"tour-pictures"_s);
    QDir().mkpath(folder);
    return folder;
}

} // namespace

Tour::Tour(QString name, const StartOptions& options) : m_name(std::move(name)), m_options(options)
{
    restart();
}

void Tour::restart()
{
    if (m_run)
        m_run->window().close();
    m_run.reset();
    m_run = std::make_unique<DashboardRun>(*qApp, m_options, std::chrono::steady_clock::now());
    m_run->start();
    (void)QTest::qWaitForWindowExposed(&window(), test::hangTimeoutMs);
    QApplication::setActiveWindow(&window());
}

void Tour::press(std::initializer_list<const char*> keys)
{
    for (const char* key : keys) {
        ++m_actions;
        QWidget* const modal = QApplication::activeModalWidget();
        // A new window gets keyboard focus only from a window manager.
        if (modal == nullptr && QApplication::activeWindow() != &window())
            QApplication::setActiveWindow(&window());
        QWidget* const focused = QApplication::focusWidget();
        QWidget* const target = modal != nullptr ? (focused != nullptr ? focused : modal)
            : focused != nullptr                 ? focused
                                                 : &window();
        QTest::keySequence(target, QKeySequence(QString::fromLatin1(key)));
        test::handleDueEvents();
        // After a window opened or closed, the window system reports the new focus later.
        (void)test::waitFor([] { return QApplication::activeWindow() != nullptr; });
    }
}

void Tour::click(QWidget& widget, QPoint at)
{
    ++m_actions;
    QTest::mouseClick(&widget, Qt::LeftButton, Qt::NoModifier, at);
    test::handleDueEvents();
}

void Tour::drag(QWidget& widget, QPoint from, QPoint to)
{
    ++m_actions;
    QTest::mousePress(&widget, Qt::LeftButton, Qt::NoModifier, from);
    for (int step = 1; step <= 8; ++step) {
        const QPoint at = from + (to - from) * step / 8;
        QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&widget, &move);
        test::handleDueEvents();
    }
    QTest::mouseRelease(&widget, Qt::LeftButton, Qt::NoModifier, to);
    test::handleDueEvents();
}

bool Tour::isAtRest() const
{
    Composition& composition = m_run->composition();
    const auto* hall = m_run->window().findChild<HallView*>();
    Session& session = composition.session();
    return !session.time().isSeeking() && !session.isReadingPast() && !session.results().isComputing()
        && !session.pipeline().sync().isComputing() && session.queue().size() == 0
        && (hall == nullptr || hall->isSettled())
        && std::ranges::none_of(composition.cluster().store().spansAvailable(session.time().range()),
                                [](const AvailableRange& each) { return each.state == Availability::Pending; });
}

void Tour::rest()
{
    (void)test::waitFor([this] { return isAtRest(); });
    (void)test::waitForViews();
    (void)test::waitFor([this] { return isAtRest(); }); // views request missing data when they paint
    test::handleDueEvents();
}

QImage Tour::shoot(const QString& what)
{
    rest();
    const bool hasScreen = QGuiApplication::platformName() == "xcb"_L1;
    const QPixmap picture = hasScreen ? window().screen()->grabWindow(window().winId()) : window().grab();
    QImage image = picture.toImage().convertToFormat(QImage::Format_RGB32);
    image.save(u"%1/%2-%3.png"_s.arg(picturesFolder(), m_name, what));
    return image;
}

double Tour::difference(const QImage& a, const QImage& b)
{
    if (a.size() != b.size() || a.isNull())
        return 1;
    qint64 differing = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb one = a.pixel(x, y);
            const QRgb other = b.pixel(x, y);
            const int max = std::max({std::abs(qRed(one) - qRed(other)), std::abs(qGreen(one) - qGreen(other)),
                                      std::abs(qBlue(one) - qBlue(other))});
            differing += max > visible ? 1 : 0;
        }
    }
    return static_cast<double>(differing) / static_cast<double>(a.width()) / static_cast<double>(a.height());
}

} // namespace lockstep
