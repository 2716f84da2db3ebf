import Logging
import Postgres
import Values

/// Scans all files for those without a row, and removes them slowly (2.12-lost). A file that has
/// had no row for a day is moved to `lost/`, and removed a week later.
///
/// Files without a row come from a database that was restored to an earlier state, or from the
/// wrong database. If there are many, nothing is touched. Findings are stored in the database, and
/// only one replica walks at a time.
struct FileWalk {
    let media: Media
    /// The maximum number of files without a row that one walk records. Later walks see the others,
    /// once these are gone.
    var strayMax = 100_000

    /// The time between two walks.
    static let interval = Duration.hours(6)
    /// How long a file must have been without a row.
    static let seenFor = Duration.hours(24)
    /// How long it stays in `lost/`.
    static let lostFor = Duration.days(7)
    /// More files without a row than this, and than a tenth of all, suggest a wrong database.
    static let doubtfulCount = 100

    /// The maximum number of files that one statement covers.
    private static let batch = 500

    /// Walks if a walk is due and no other replica walks.
    func walkIfDue(at now: Instant) async throws -> Walked {
        let isDue = try await media.database.transaction { tx in
            try await tx.beginFileWalk(unlessSince: now - Self.interval, at: now)
        }
        return isDue ? try await walk(at: now) : Walked()
    }

    /// What one walk moved and removed.
    struct Walked: Equatable {
        /// Files moved to `lost/`.
        var lost = 0
        /// Files that have a row and were moved back.
        var found = 0
        /// Files removed from `lost/`.
        var discarded = 0
    }

    private func walk(at now: Instant) async throws -> Walked {
        var walked = Walked()
        let (needed, unneeded) = try await lostFiles()
        for file in needed where try await media.takeBack(file.hash) { walked.found += 1 }
        guard let strays = try await strays() else { return walked }
        try await note(strays, at: now)
        walked.lost = try await moveStrays(at: now)
        for file in unneeded where file.since <= now - Self.lostFor {
            if try await discard(file.hash) { walked.discarded += 1 }
        }
        return walked
    }

    /// The files in `lost/`, by whether they have a row.
    private func lostFiles() async throws -> (
        needed: [BlobStore.LostFile], unneeded: [BlobStore.LostFile]
    ) {
        let files = try await media.blobs.lostFiles()
        var without: Set<ContentHash> = []
        for batch in files.map(\.hash).batches(of: Self.batch) {
            without.formUnion(try await media.database.withoutRow(batch))
        }
        return (
            files.filter { !without.contains($0.hash) }, files.filter { without.contains($0.hash) }
        )
    }

    /// The files in place without a row; `nil` if there are too many for this to be the right
    /// database.
    private func strays() async throws -> [ContentHash]? {
        var (count, countWithoutRow) = (0, 0)
        var strays: [ContentHash] = []
        for outer in BlobStore.outerDirectories {
            let hashes = try await media.blobs.hashes(in: outer)
            count += hashes.count
            for batch in hashes.batches(of: Self.batch) {
                let found = try await media.database.withoutRow(batch)
                countWithoutRow += found.count
                strays += found.prefix(strayMax - strays.count)
            }
        }
        guard countWithoutRow <= max(Self.doubtfulCount, count / 10) else {
            doubt(count, withoutRow: countWithoutRow)
            return nil
        }
        if media.doubt.end() {
            media.logger.notice("Most picture files have a database row again.")
        }
        return strays
    }

    private func doubt(_ count: Int, withoutRow countWithoutRow: Int) {
        guard media.doubt.begin() else { return }
        media.logger.warning(
            """
            Many picture files have no database row: this may be the wrong database, or an old \
            copy of it. No file is moved or removed.
            """,
            metadata: [
                "files": "\(count)", "without_row": "\(countWithoutRow)",
                "directory": "\(media.blobs.directory)",
            ]
        )
    }

    /// Records the files that were seen, and forgets files that were not seen again.
    private func note(_ strays: [ContentHash], at now: Instant) async throws {
        for batch in strays.batches(of: Self.batch) {
            try await media.database.transaction { tx in try await tx.noteStrays(batch, at: now) }
        }
        try await media.database.transaction { tx in
            try await tx.forgetStrays(lastSeenBefore: now)
        }
    }

    /// Moves files that both this walk and one at least a day ago saw.
    private func moveStrays(at now: Instant) async throws -> Int {
        var moved = 0
        while true {
            let strays = try await media.database.strays(
                firstSeenBy: now - Self.seenFor,
                limit: Self.batch
            )
            for hash in strays where try await lose(hash, at: now) { moved += 1 }
            guard strays.count == Self.batch else { return moved }
        }
    }

    private func lose(_ hash: ContentHash, at now: Instant) async throws -> Bool {
        try await media.database.transaction { tx in
            try await tx.forgetStray(hash)
            guard try await !tx.hasRow(lockedFile: hash) else { return false }
            return try await media.blobs.lose(hash, at: now)
        }
    }

    private func discard(_ hash: ContentHash) async throws -> Bool {
        try await media.database.transaction { tx in
            guard try await !tx.hasRow(lockedFile: hash) else { return false }
            try await media.blobs.discard(hash)
            return true
        }
    }
}

extension Media {
    /// Moves a file that a row needs back from `lost/`.
    ///
    /// - Returns: Whether a file is in its place.
    func takeBack(_ hash: ContentHash) async throws -> Bool {
        try await database.transaction { tx in
            guard try await tx.hasRow(lockedFile: hash) else { return false }
            return try await blobs.takeBack(hash)
        }
    }
}

extension Array {
    /// Its elements in order, in slices of at most `count`.
    fileprivate func batches(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map {
            self[$0..<Swift.min($0 + count, self.count)]
        }
    }
}
