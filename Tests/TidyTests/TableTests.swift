import Foundation
import Testing

/// SQL stands beside its table: one file a table, or two, and no other file names it but to join
/// it, which belongs to the file of the table that is returned.
struct TableTests {
    private static var made: Regex<(Substring, Substring)> {
        /CREATE TABLE (?:IF NOT EXISTS )?(\w+)/
    }
    private static var named: Regex<(Substring, Substring)> {
        /\b(?:FROM|INTO|UPDATE|TABLE)\s+(?:ONLY\s+)?([a-z_]+)\b/
    }

    /// Tables by the target that makes them.
    private static let tables: [String: Set<String>] = Dictionary(
        grouping: Repository.files(in: "Sources", endings: ["sql"]).filter {
            !$0.path.hasSuffix("schema.sql")
        },
        by: \.target
    ).mapValues { files in
        files.reduce(into: []) { tables, file in
            tables.formUnion(file.text.matches(of: made).map { String($0.1) })
        }
    }

    /// The words of each source file that may be a table's, read once for both tests.
    private static let naming = Repository.files(in: "Sources").map { file in
        (file: file, words: Set(file.text.matches(of: named).map { String($0.1) }))
    }

    /// Tables whose statements fill several files: what changes a row, and what lists many, says
    /// who sees it, or looks it up for what belongs to it.
    private static let divided: [String: Set<String>] = [
        "accounts": [
            "Sources/Identity/Accounts/AccountsTable.swift",
            "Sources/Identity/Addresses/AddressesTable.swift",
            "Sources/Identity/Accounts/PeopleSearch.swift",
            "Sources/Identity/Accounts/ProfilesTable.swift",
            "Sources/Identity/Friends/FriendPages.swift",
            "Sources/Identity/Settings/AccountSettingsTable.swift",
        ],
        "challenges": [
            "Sources/ChallengesCore/Challenges/ChallengesTable.swift",
            "Sources/Contests/Lists/ContestParts.swift",
            "Sources/Dares/Assignments/AssignmentPages.swift",
            "Sources/Dares/Sending/SentChallenge.swift",
            "Sources/Discovery/Galleries/PhotoPages.swift",
        ],
        "assignments": [
            "Sources/Dares/Assignments/AssignmentPages.swift",
            "Sources/Dares/Assignments/AssignmentsTable.swift",
        ],
        "attempts": [
            "Sources/Dares/Attempts/AttemptsTable.swift",
            "Sources/Discovery/Galleries/PhotoPages.swift",
        ],
        "contests": [
            "Sources/Contests/Lists/ContestPages.swift",
            "Sources/Contests/Lists/ContestParts.swift",
            "Sources/Contests/Life/ContestsTable.swift",
            "Sources/Discovery/Galleries/PhotoPages.swift",
        ],
        "contest_counts": [
            "Sources/Contests/Life/ContestCountsTable.swift",
            "Sources/Contests/Life/ContestAccess+SQL.swift",
        ],
        "definitions": [
            "Sources/Definitions/DefinitionParts.swift",
            "Sources/Definitions/DefinitionsTable.swift",
        ],
        "entries": [
            "Sources/Contests/Entries/EntriesTable.swift",
            "Sources/Contests/Queries/OpenQueries.swift",
            "Sources/Discovery/Galleries/PhotoPages.swift",
        ],
        "participants": [
            "Sources/Contests/Lists/ContestPages.swift",
            "Sources/Contests/Lists/ContestParts.swift",
            "Sources/Contests/Life/ContestAccess+SQL.swift",
            "Sources/Contests/Participants/ParticipantsTable.swift",
        ],
        "photos": [
            "Sources/Contests/Entries/ContestPhotos.swift",
            "Sources/Discovery/Galleries/PhotoPages.swift",
            "Sources/ChallengesCore/Photos/PhotosTable.swift",
        ],
    ]

    @Test(arguments: tables.keys.sorted())
    func `no table is named in two files of a service`(target: String) {
        var homes: [String: Set<String>] = [:]
        for (file, words) in Self.naming where file.service == target {
            for table in words.intersection(Self.tables[target] ?? []) {
                homes[table, default: []].insert(file.path)
            }
        }
        for (table, files) in homes {
            let isHome = files.count == 1 || files == Self.divided[table]
            #expect(isHome, "\(table) is named in \(files.sorted())")
        }
    }

    @Test(arguments: tables.keys.sorted())
    func `no service names a table that another makes`(target: String) {
        let foreign = Self.tables.filter { $0.key != target }.reduce(into: Set<String>()) {
            $0.formUnion($1.value)
        }.subtracting(Self.tables[target] ?? [])
        for (file, words) in Self.naming where file.service == target {
            #expect(words.intersection(foreign) == [], "\(file.path)")
        }
    }

    @Test func `every constraint of a table has a name`() {
        let unnamed = /^\s+(?:PRIMARY KEY|UNIQUE|CHECK|FOREIGN KEY)\b/
        for file in Repository.files(in: "Sources", endings: ["sql"])
        where !file.path.hasSuffix("schema.sql") {
            var previous: Substring = ""
            for line in file.lines {
                let continues = previous.contains("CONSTRAINT")
                #expect(
                    line.firstMatch(of: unnamed) == nil || continues,
                    "\(file.path): \(line)"
                )
                previous = line
            }
        }
    }
}
