// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/manualdialog.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

QString listOf(const QDir& folder)
{
    QString page = u"# %1\n\n"_s.arg(folder.dirName());
    for (const QString& name : folder.entryList())
        page += u"- [%1](%2/%1)\n"_s.arg(name, folder.dirName());
    return page;
}

QString pageAt(const QString& path)
{
    if (QFileInfo(path).isDir())
        return listOf(QDir(path));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return ManualBrowser::tr("This file is only in Lockstep's source tree: `%1`").arg(QFileInfo(path).fileName());
    const QString text = QString::fromUtf8(file.readAll());
    return path.endsWith(u".md") ? text : u"```\n%1\n```"_s.arg(text);
}

} // namespace

QString anchorOf(const QString& heading)
{
    static const QRegularExpression dropped(u"[^\\w\\- ]"_s);
    return heading.toLower().remove(dropped).replace(u' ', u'-');
}

ManualBrowser::ManualBrowser(QWidget* parent) : QTextBrowser(parent)
{
    setAccessibleName(tr("Manual page"));
}

void ManualBrowser::showPage(const QString& page)
{
    setSource(QUrl(u"qrc:/manual/"_s + page), QTextDocument::MarkdownResource);
}

void ManualBrowser::doSetSource(const QUrl& url, QTextDocument::ResourceType)
{
    const QUrl page = m_page.resolved(url);
    if (page.scheme() != u"qrc"_s)
        return;
    m_page = page;
    QTextBrowser::doSetSource(page, QTextDocument::MarkdownResource);
    scrollToHeading(page.fragment());
}

QVariant ManualBrowser::loadResource(int type, const QUrl& name)
{
    constexpr int widest = 900;
    const QUrl url = m_page.resolved(name);
    const QString path = u':' + url.path();
    if (type != QTextDocument::ImageResource) {
        m_page = url; // also set when navigating back
        const QString page = pageAt(path);
        const bool hasTwoInARow = page.contains(u"| ![");
        m_pictureWidth = std::min(viewport()->width() - 60, widest) / (hasTwoInARow ? 2 : 1);
        return page;
    }
    const QImage picture(path);
    return picture.width() > m_pictureWidth ? picture.scaledToWidth(m_pictureWidth, Qt::SmoothTransformation) : picture;
}

/// Qt creates no anchors for headings in Markdown.
void ManualBrowser::scrollToHeading(const QString& anchor)
{
    if (anchor.isEmpty())
        return;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || anchorOf(block.text()) != anchor)
            continue;
        setTextCursor(QTextCursor(block));
        verticalScrollBar()->setValue(verticalScrollBar()->value() + cursorRect().top());
        return;
    }
}

namespace {

QString textOf(const QString& page)
{
    QFile file(u":/manual/"_s + page);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QPushButton* makeStep(const QString& text, ManualBrowser& browser, void (QTextBrowser::*step)(),
                      void (QTextBrowser::*isAvailable)(bool))
{
    auto* const button = new QPushButton(text);
    button->setAutoDefault(false);
    button->setEnabled(false);
    QObject::connect(button, &QPushButton::clicked, &browser, step);
    QObject::connect(&browser, isAvailable, button, &QWidget::setEnabled);
    return button;
}

} // namespace

ManualDialog::ManualDialog(QWidget* parent) : QDialog(parent), m_contents(new QListWidget), m_browser(new ManualBrowser)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Manual"));
    resize(1100, 760);
    fillContents();
    auto* const search = new QLineEdit;
    search->setPlaceholderText(tr("Search the manual"));
    search->setAccessibleName(search->placeholderText());
    search->setClearButtonEnabled(true);
    auto* const top = new QHBoxLayout;
    top->addWidget(makeStep(tr("Back"), *m_browser, &QTextBrowser::backward, &QTextBrowser::backwardAvailable));
    top->addWidget(makeStep(tr("Forward"), *m_browser, &QTextBrowser::forward, &QTextBrowser::forwardAvailable));
    top->addWidget(search, 1);
    m_contents->setSpacing(1); // otherwise the rows of this style touch each other
    auto* const parts = new QSplitter;
    parts->addWidget(m_contents);
    parts->addWidget(m_browser);
    parts->setStretchFactor(1, 1);
    parts->setSizes({210, 890});
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(parts, 1);
    connect(search, &QLineEdit::textChanged, this, &ManualDialog::filterContents);
    connect(search, &QLineEdit::returnPressed, m_browser, [this, search] { m_browser->find(search->text()); });
    connect(m_contents, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem* item) { m_browser->showPage(item->data(Qt::UserRole).toString()); });
    connect(m_contents, &QListWidget::itemClicked, m_contents, &QListWidget::itemActivated);
    connect(m_browser, &QTextBrowser::sourceChanged, this, &ManualDialog::markPage);
}

void ManualDialog::showPage(const QString& page)
{
    show(); // before loading: pictures are scaled to the page's width
    m_browser->showPage(page);
    raise();
    activateWindow();
}

void ManualDialog::fillContents()
{
    static const QRegularExpression link(u"\\[([^\\]]+)\\]\\((\\w+\\.md)\\)"_s);
    m_contents->setAccessibleName(tr("Pages of the manual"));
    for (auto found = link.globalMatch(textOf(u"README.md"_s)); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QString title = match.captured(1);
        title[0] = title[0].toUpper();
        auto* const item = new QListWidgetItem(title, m_contents);
        item->setData(Qt::UserRole, match.captured(2));
    }
}

void ManualDialog::filterContents(const QString& text)
{
    for (int row = 0; row < m_contents->count(); ++row) {
        QListWidgetItem* const item = m_contents->item(row);
        item->setHidden(!textOf(item->data(Qt::UserRole).toString()).contains(text, Qt::CaseInsensitive));
    }
}

void ManualDialog::markPage(const QUrl& url)
{
    const QString page = url.fileName();
    m_contents->setCurrentRow(-1);
    for (int row = 0; row < m_contents->count(); ++row) {
        if (m_contents->item(row)->data(Qt::UserRole).toString() == page)
            m_contents->setCurrentRow(row);
    }
}

} // namespace lockstep

#include "moc_manualdialog.cpp"
