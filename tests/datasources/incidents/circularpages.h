// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/query.h"
#include "datasources/sqlite/recordingschema.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace lockstep::test {

/// A recording with a corrupt table (names or gaps): it is a tree in which all branches of each page point to the next
/// page. The file of some hundred kilobytes has more rows than can be counted.
/// https://www.sqlite.org/fileformat2.html#b_tree_pages
class CircularPages
{
public:
    static constexpr std::size_t pageBytes = 512;

    CircularPages(std::string path, std::string table) : m_path(std::move(path)), m_table(std::move(table)) { }

    /// @return number of levels that each contain all branches of the previous one; 0: it could not be made
    int make()
    {
        const std::uint32_t root = fill();
        std::ifstream in(m_path, std::ios::binary);
        m_bytes.assign(std::istreambuf_iterator<char>(in), {});
        if (root == 0 || m_bytes.size() < std::size_t{root} * pageBytes)
            return 0;
        std::vector<std::uint32_t> inner = innerPagesBelow(root);
        std::uint32_t page = root;
        int levels = 0;
        for (const std::uint32_t next : inner) {
            pointAllTo(page, next);
            page = next;
            if (++levels == 12) // SQLite's limit is 20
                break;
        }
        std::ofstream(m_path, std::ios::binary).write(m_bytes.data(), static_cast<std::streamsize>(m_bytes.size()));
        return levels;
    }

private:
    /// @return the page at which the table begins; 0: none
    std::uint32_t fill()
    {
        Result<Database> database = Database::open(m_path, Database::Access::Create);
        if (!database.isOk())
            return 0;
        Database& file = database.value();
        const Status made = file.execute("PRAGMA journal_mode=DELETE; PRAGMA page_size=512; VACUUM");
        if (!made.isOk() || !makeRecordingSchema(file).isOk())
            return 0;
        const Status filled
            = file.execute("INSERT INTO meta VALUES('tick_period_ns', 1000000000), ('first_tick', 0), ('end_tick', 0);"
                           "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) "
                           + std::string(m_table == "names" ? "INSERT INTO names SELECT i, 'name ' || i FROM n"
                                                            : "INSERT INTO gaps SELECT i, 0, 0, 0, 0, 0, 'x' FROM n"));
        const Result<std::int64_t> root
            = file.number("SELECT rootpage FROM sqlite_schema WHERE name = '" + m_table + "'");
        return filled.isOk() && root.isOk() ? static_cast<std::uint32_t>(root.value()) : 0;
    }

    [[nodiscard]] std::size_t startOf(std::uint32_t page) const { return (std::size_t{page} - 1) * pageBytes; }
    [[nodiscard]] bool isInner(std::uint32_t page) const { return m_bytes[startOf(page)] == 0x05; }
    [[nodiscard]] std::size_t number(std::size_t at, std::size_t bytes) const
    {
        std::size_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value = value << 8U | static_cast<unsigned char>(m_bytes[at + i]);
        return value;
    }
    void put(std::size_t at, std::uint32_t value)
    {
        for (std::size_t i = 0; i < 4; ++i)
            m_bytes[at + i] = static_cast<char>(value >> (24 - 8 * i));
    }

    /// Positions in the file of the page's references to its branches.
    [[nodiscard]] std::vector<std::size_t> branches(std::uint32_t page) const
    {
        std::vector<std::size_t> places{startOf(page) + 8};
        const std::size_t cells = number(startOf(page) + 3, 2);
        for (std::size_t cell = 0; cell < cells; ++cell)
            places.push_back(startOf(page) + number(startOf(page) + 12 + 2 * cell, 2));
        return places;
    }

    [[nodiscard]] std::vector<std::uint32_t> innerPagesBelow(std::uint32_t root) const
    {
        std::vector<std::uint32_t> found;
        for (const std::size_t place : branches(root)) {
            const auto page = static_cast<std::uint32_t>(number(place, 4));
            if (!isInner(page))
                continue;
            found.push_back(page);
            const std::vector<std::uint32_t> below = innerPagesBelow(page);
            found.insert(found.end(), below.begin(), below.end());
        }
        return found;
    }

    void pointAllTo(std::uint32_t page, std::uint32_t target)
    {
        for (const std::size_t place : branches(page))
            put(place, target);
    }

    std::string m_path;
    std::string m_table;
    std::string m_bytes;
};

inline int makeCircularTable(const std::string& path, const std::string& table)
{
    return CircularPages(path, table).make();
}

} // namespace lockstep::test
