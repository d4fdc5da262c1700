// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

struct Alert;
class Topology;

/// The runbook of a kind of cause at a place. Markdown, for display.
struct Runbook
{
    std::string text; ///< the site's runbook, with Lockstep's where it includes it
    std::string ofSite; ///< the site's part; empty: the site has none
    std::string link; ///< the first address in the site's runbook, otherwise its file; empty: the site has no runbook
};

/// A site's runbooks: folders of Markdown files that override those in the resources.
/// - KIND.md replaces the runbook of a kind; a line "{{runbook}}" in it is replaced by the original runbook.
/// - PLACE/KIND.md does the same at a place: the name of a row, rack, loop, node or another component, with "/"
///   replaced by "_".
/// - all.md and PLACE/all.md precede every runbook, for contacts.
/// Later folders and inner places take precedence. The files are untrusted and bounded. They are read at each call, so
/// edits take effect at once. A plain value.
class Runbooks
{
public:
    static constexpr int maxFileBytes = 64 * 1024;

    Runbooks() = default; ///< without a site's runbooks
    explicit Runbooks(std::vector<std::string> folders) : m_folders(std::move(folders)) { }
    /// From /etc/lockstep/runbooks, the user's folder and, unless it is empty, @p folder.
    [[nodiscard]] static Runbooks standard(const std::string& folder);

    /// @param places outermost first
    [[nodiscard]] Runbook runbookOf(const std::string& kind, std::span<const std::string> places) const;
    /// At the places of the alert's culprits.
    [[nodiscard]] Runbook runbookOf(const Alert& alert, const Topology& topology) const;
    /// Makes the alert refer to the site's runbook, if there is one.
    void link(Alert& alert, const Topology& topology) const;

private:
    std::vector<std::string> m_folders;
};

} // namespace lockstep
