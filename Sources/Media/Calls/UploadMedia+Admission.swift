import Identifiers
import MediaAPI
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Media {
    /// How long an upload counts whose process died, where the call has no deadline.
    private static let uploadLifetime = Duration.hours(1)

    /// Takes an upload in where its owner may have one more picture that nothing uses, and the disk
    /// has room for it.
    ///
    /// It counts from before its first byte until it has ended. Of one person, uploads that begin at
    /// once are counted one after the other, on all replicas, so none is too many. For the disk,
    /// each counts itself before it looks at the others: of several that begin at once all may be
    /// refused, and none is taken for which there is no room.
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
            // While the disk is full, the database is asked nothing.
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

    /// Counts an upload no longer once it has ended; one that failed or was refused at once, if its
    /// task was not cancelled.
    private func ending<Value: Sendable>(
        _ upload: UnfinishedUpload,
        _ use: () async throws -> Value
    ) async throws -> Value {
        do {
            defer { endedUploads.add([upload.id]) }
            return try await use()
        } catch {
            try? await endUploads()
            throw error
        }
    }

    /// Counts the upload, unless its owner has too much that nothing uses.
    private func begin(
        _ upload: UnfinishedUpload,
        of call: UploadMedia,
        in context: CallContext
    ) async throws {
        try await withEnded { ended in
            do {
                try await database.transaction { tx in
                    try await tx.endUploads(ended)
                    try await tx.lockUploads(of: upload.owner)
                    try await check(upload, of: call, in: context, tx)
                    try await tx.begin(upload)
                }
            } catch let error as PostgresError {
                // It may stand there all the same.
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
        let unused = UnusedPictures(
            kept: try await tx.unusedPictures(
                of: upload.owner,
                uploadedAfter: moment - UnusedPictures.window,
                limit: limits.unusedMax
            ),
            underWay: try await tx.uploads(of: upload.owner, at: moment)
        )
        do {
            try unused.check(adding: upload.bytes, limits, at: moment)
        } catch {
            // What finds the picture that it made before is no further one (2.14-ids).
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

    /// How many bytes all uploads under way have, or may have.
    ///
    /// Each counts to its end, also for what of it is on disk already: that much again is written
    /// when the picture is stripped, before what came is removed.
    func bytesUnderWay() async throws -> Int64 {
        try await database.bytesUnderWay(at: now())
    }

    private func checkRoom(underWay bytes: Int64) async throws {
        try await onBlockingThread { [room] in try room.check(underWay: bytes) }
    }

    /// Removes the rows of uploads that have ended.
    func endUploads() async throws {
        try await withEnded { ended in
            guard !ended.isEmpty else { return }
            try await database.transaction { tx in try await tx.endUploads(ended) }
        }
    }

    /// Lends the uploads that have ended; they are remembered where their rows could not be
    /// removed.
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
