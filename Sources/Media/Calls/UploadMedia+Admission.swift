import Identifiers
import MediaAPI
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Media {
    /// How long an upload counts after its process died, if the call has no deadline.
    private static let uploadLifetime = Duration.hours(1)

    /// Admits an upload if its owner may have another picture, and another unused one, and the disk
    /// has room for it.
    ///
    /// The upload counts from before its first byte until it has ended. Simultaneous uploads of one
    /// user are counted one after another across all replicas, so none exceeds the limit. For disk
    /// space, each upload counts itself before it looks at the others. Several simultaneous uploads
    /// may all be refused, but none is admitted without room.
    func admit<Value: Sendable>(
        _ call: UploadMedia,
        of owner: UserID,
        _ declaration: UploadDeclaration,
        in context: CallContext,
        _ use: (UnfinishedUpload) async throws -> Value
    ) async throws -> Value {
        let wait = context.deadline.map { $0 - .now } ?? Self.uploadLifetime
        let upload = UnfinishedUpload(
            id: UnfinishedUpload.ID(),
            owner: owner,
            bytes: declaration.bytesMax,
            endsBy: now() + min(wait, Self.uploadLifetime) + .minutes(1)
        )
        do {
            // The database is not queried while the disk is full.
            try await checkRoom(underWay: upload.bytes)
            try await begin(upload, of: call, in: context)
            return try await ending(upload) {
                try await checkRoom(underWay: bytesUnderWay())
                return try await use(upload)
            }
        } catch MediaError.storageFull {
            throw try await onBlockingThread { [room] in room.full() }
        }
    }

    /// Stops counting an upload once it has ended; at once if it failed or was refused, unless its
    /// task was cancelled.
    private func ending<Value: Sendable>(
        _ upload: UnfinishedUpload,
        _ use: () async throws -> Value
    ) async throws -> Value {
        do {
            defer { endedUploads.add([upload.id]) }
            return try await use()
        } catch {
            try? await deleteEndedUploads()
            throw error
        }
    }

    /// Counts the upload, unless its owner has too many pictures, or too many unused ones.
    private func begin(
        _ upload: UnfinishedUpload,
        of call: UploadMedia,
        in context: CallContext
    ) async throws {
        try await withEnded { ended in
            do {
                try await database.localLocks.withLocks([.writes(of: upload.owner)]) {
                    try await database.transaction { tx in
                        try await tx.deleteEndedUploads(ended)
                        try await tx.lockUploads(of: upload.owner)
                        try await check(upload, of: call, in: context, tx)
                        try await tx.begin(upload)
                    }
                }
            } catch let error as PostgresError {
                // The row may have been committed nevertheless.
                endedUploads.add([upload.id])
                throw error
            }
        }
    }

    private func check(
        _ upload: UnfinishedUpload,
        of call: UploadMedia,
        in context: CallContext,
        _ tx: Transaction
    ) async throws {
        let moment = now()
        let underWay = try await tx.uploads(of: upload.owner, at: moment)
        let holdings = try await tx.holdings(of: upload.owner)
        let unused = UnusedPictures(
            kept: try await tx.unusedPictures(
                of: upload.owner,
                uploadedAfter: moment - UnusedPictures.window,
                limit: limits.unusedMax
            ),
            underWay: underWay
        )
        do {
            try holdings.check(adding: upload.bytes, to: underWay, limits)
            try unused.check(adding: upload.bytes, limits, at: moment)
        } catch {
            // A repetition that finds its own picture adds none (2.14-ids).
            guard try await isRepetition(call, by: upload.owner, in: context, tx) else {
                throw error
            }
        }
    }

    private func isRepetition(
        _ call: UploadMedia,
        by owner: UserID,
        in context: CallContext,
        _ tx: Transaction
    ) async throws -> Bool {
        if let id = call.media, try await tx.isMade(id, by: owner) { return true }
        return try await tx.isAnswered(UploadMedia.self, in: context)
    }

    /// The bytes that all uploads in progress have, or may have.
    ///
    /// Each counts in full until its end, even for bytes already on disk: stripping writes as much
    /// again before the incoming file is removed.
    func bytesUnderWay() async throws -> Int64 {
        try await database.bytesUnderWay(at: now())
    }

    private func checkRoom(underWay bytes: Int64) async throws {
        try await onBlockingThread { [room] in try room.check(underWay: bytes) }
    }

    /// Removes the rows of uploads that have ended.
    func deleteEndedUploads() async throws {
        try await withEnded { ended in
            guard !ended.isEmpty else { return }
            try await database.transaction { tx in try await tx.deleteEndedUploads(ended) }
        }
    }

    /// Passes on the ended uploads; puts them back if their rows could not be removed.
    private func withEnded(
        _ remove: ([UnfinishedUpload.ID]) async throws -> Void
    ) async throws {
        let ended = endedUploads.take()
        do {
            try await remove(ended)
        } catch {
            endedUploads.add(ended)
            throw error
        }
    }
}
