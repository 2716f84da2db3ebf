import Crypto
import Identifiers
import MediaAPI
import NIOCore
import Outbox
import Postgres
import RPC
import Wire

extension Media {
    func uploadMedia(
        _ call: UploadMedia,
        _ stream: ServedStream<UploadMedia>,
        in context: CallContext
    ) async throws -> UploadMedia.Reply {
        let owner = try context.signedIn
        let declaration = try UploadDeclaration(call, limits)
        return try await admit(call, of: owner, declaration, in: context) { upload in
            try await blobs.withScratch { incoming in
                let received = try await receive(stream, into: incoming, declaration)
                return try await blobs.withScratch { stripped in
                    let picture = try await strip(incoming, received, into: stripped, declaration)
                    return try await keep(
                        stripped,
                        picture,
                        received,
                        of: upload,
                        call,
                        in: context
                    )
                }
            }
        }
    }

    /// Moves the file to its place, and inserts the picture's row.
    private func keep(
        _ stripped: BlobFile,
        _ picture: StrippedPicture,
        _ received: Received,
        of upload: UnfinishedUpload,
        _ call: UploadMedia,
        in context: CallContext
    ) async throws -> UploadMedia.Reply {
        // No picture refers to this row yet. If the process dies before the commit, the sweeper
        // finds the file by the row.
        try await database.transaction { tx in try await tx.announce(picture, at: now()) }
        return try await database.once(
            call,
            digest: received.hash.bytes,
            in: context,
            at: now()
        ) { tx in
            // Repeated, because this locks the row: the sweeper waits, or has removed it.
            try await tx.announce(picture, at: now())
            // From here on the picture counts, and the upload does not. The lock keeps other
            // uploads of the owner from reading one of the two before the change and the other one
            // after it.
            try await tx.lockUploads(of: upload.owner)
            try await tx.deleteEndedUploads([upload.id])
            let reply = try await tx.insert(
                call.media ?? newID(),
                of: upload.owner,
                picture,
                uploaded: received.hash,
                at: now()
            )
            // The file is moved last, because a refusal does not undo the move.
            try await blobs.keep(stripped, as: picture.hash)
            return reply
        }
    }

    /// A fully received upload.
    private struct Received: Sendable {
        var bytes: Int64 = 0
        let hash: ContentHash
    }

    /// Writes the items to a file as they arrive.
    private func receive(
        _ stream: ServedStream<UploadMedia>,
        into file: BlobFile,
        _ declaration: UploadDeclaration
    ) async throws -> Received {
        var hasher = SHA256()
        var bytes: Int64 = 0
        while let item = try await stream.next() {
            bytes += Int64(item.readableBytes)
            try declaration.check(soFar: bytes)
            hasher = try await onBlockingThread { [hasher] in
                var next = hasher
                try item.withUnsafeReadableBytes { part in
                    next.update(bufferPointer: part)
                    try file.write(part)
                }
                return next
            }
        }
        try Task.checkCancellation()
        let hash = ContentHash(hasher.finalize())
        try declaration.check(whole: bytes, hash)
        return Received(bytes: bytes, hash: hash)
    }

    /// Checks the picture by its bytes, and writes the parts to keep to another file.
    private func strip(
        _ incoming: BlobFile,
        _ received: Received,
        into stripped: BlobFile,
        _ declaration: UploadDeclaration
    ) async throws -> StrippedPicture {
        try await onBlockingThread {
            let source = incoming.imageBytes(count: Int(received.bytes))
            try declaration.check(try ImageType(of: source))
            let plan = try ImagePlan(of: source)
            try declaration.check(plan.size)
            let hash = try stripped.write(plan.pieces, from: incoming)
            return StrippedPicture(hash: hash, plan: plan, declared: declaration.type)
        }
    }
}
