import Identifiers
import MediaAPI
import Postgres
import RPC
import TestKit
import Testing
import Wire

@testable import Media

@Suite(.freshDatabase(migrations: Media.migrations)) struct DescribeMediaTests {
    @Test func `the description matches the bytes`() async throws {
        try await withMedia { media in
            let id = try await media.upload(
                WebPSample.secretive(orientation: 6).bytes,
                as: "image/webp"
            ).id
            let kept = try await media.fetch(id)
            let said = try await media.gateway.call(DescribeMedia(media: id), in: CallContext())
            #expect(
                said
                    == DescribeMedia.Reply(
                        contentType: "image/webp",
                        bytes: Int64(kept.count),
                        sha256: sha256(kept),
                        width: 16,
                        height: 24,
                        orientation: 6,
                        createdAt: media.clock.now
                    )
            )
        }
    }

    @Test func `a picture or a variant that does not exist is not found`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes).id
            for call in [
                DescribeMedia(media: MediaID()), DescribeMedia(media: id, variant: "feed"),
            ] {
                let fault = await fault { try await media.gateway.call(call, in: CallContext()) }
                #expect(fault == refused(.notFound))
            }
            try await Database.fresh.transaction { tx in
                _ = try await tx.run("UPDATE media SET deleted_at = created_at WHERE id = \(id)")
            }
            let fault = await fault {
                try await media.gateway.call(DescribeMedia(media: id), in: CallContext())
            }
            #expect(fault == refused(.notFound))
        }
    }

    @Test func `only the gateway may call it`() async throws {
        try await withMedia { media in
            let call = DescribeMedia(media: MediaID())
            let fault = await fault { try await media.challenges.call(call, in: CallContext()) }
            #expect(fault == WireError.forbidden.fault)
        }
    }
}
