import Logging
import Postgres
import ServiceLifecycle
import Values

/// Removes what is no longer needed: unused pictures, files without a picture, and the remains of
/// unfinished uploads (2.12-upload). From time to time, also removes files without a row
/// (2.12-lost).
///
/// Any number of replicas may sweep at once.
struct Sweeper: Service {
    private let media: Media
    private let interval: Duration
    private let logger = Logger(label: "gauntlet.media.sweeper")

    /// The maximum number of items that one step handles, so that transactions stay short.
    private static let batch = 500

    init(of media: Media, every interval: Duration = .minutes(10)) {
        self.media = media
        self.interval = interval
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    let swept = try await sweep()
                    logger.debug("Sweep finished.", metadata: ["removed": "\(swept)"])
                } catch is CancellationError {
                    return
                } catch {
                    logger.warning(
                        "Deleting unused pictures failed; will retry.",
                        metadata: ["error": "\(error)"]
                    )
                }
            } while await pause()
        }
    }

    /// - Returns: Whether to continue.
    private func pause() async -> Bool {
        do {
            try await Task.sleep(for: interval)
            return true
        } catch {
            return false
        }
    }

    /// What one sweep removed.
    struct Swept: Equatable {
        var claims = 0
        var pictures = 0
        var files = 0
        var scratch = 0
        /// Rows of uploads whose process died.
        var uploads = 0
        var walked = FileWalk.Walked()
    }

    /// Sweeps once.
    func sweep() async throws -> Swept {
        let now = media.now()
        var swept = Swept()
        swept.claims = try await media.database.transaction { tx in
            try await tx.deleteClaims(endedBy: now)
        }
        var removed = 0
        repeat {
            removed = try await media.database.transaction { tx in
                try await tx.deleteIdle(
                    since: now - media.lifetimes.unused,
                    at: now,
                    limit: Self.batch
                )
            }
            swept.pictures += removed
        } while removed == Self.batch
        swept.files = try await removeFiles(uploadedBefore: now - media.lifetimes.unfinished)
        swept.scratch = try await media.blobs.removeScratch(
            lastWrittenBefore: now - media.lifetimes.unfinished
        )
        swept.uploads = try await media.database.transaction { tx in
            try await tx.deleteUploads(endedBy: now)
        }
        swept.walked = try await FileWalk(media: media).walkIfDue(at: now)
        return swept
    }

    /// Removes unneeded files: row and file together, under the row's lock. If the commit fails, a
    /// row without a file remains. The next upload or sweep repairs it.
    private func removeFiles(uploadedBefore moment: Instant) async throws -> Int {
        let unused = try await media.database.unusedObjects(
            uploadedBefore: moment,
            limit: Self.batch
        )
        var removed = 0
        for hash in unused {
            let isGone = try await media.database.transaction { tx in
                guard try await tx.deleteObject(hash, uploadedBefore: moment) else { return false }
                try await media.blobs.remove(hash)
                return true
            }
            if isGone { removed += 1 }
        }
        return removed
    }
}
