import Identifiers
import MediaAPI
import Postgres
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Media

@Suite(.freshDatabase(migrations: Media.migrations)) struct ClaimMediaTests {
    let ana = UserID()

    @Test func `pictures are claimed for a day, and returned in requested order`() async throws {
        try await withMedia { media in
            let jpeg = try await media.upload(JPEGSample(width: 9).bytes, by: ana).id
            let png = try await media.upload(PNGSample().bytes, as: "image/png", by: ana).id
            let held = try await media.claim([png, jpeg, png], of: ana, for: "attempt 1")
            let pngHeld = ClaimedMedia(id: png, contentType: "image/png", width: 1, height: 1)
            let jpegHeld = ClaimedMedia(id: jpeg, contentType: "image/jpeg", width: 9, height: 8)
            #expect(held.media == [pngHeld, jpegHeld, pngHeld])
            let until = try await Database.fresh.all(
                "SELECT until FROM claims WHERE user_id = \(ana) AND cause = 'attempt 1'"
            ) { row in try row.next(Instant.self) }
            #expect(until == [media.clock.now + .hours(24), media.clock.now + .hours(24)])
        }
    }

    /// For judging how fresh a proof is (2.12-freshness).
    @Test(
        arguments: [
            (EXIFSample(), "2026-05-01T10:30:00Z", true),
            (EXIFSample(offset: nil), "2026-05-01T12:30:00Z", false),
            (EXIFSample(time: nil), nil, nil), (nil, nil, nil),
        ] as [(EXIFSample?, String?, Bool?)]
    )
    func `a service learns when a picture was taken, and whether its clock's zone is known`(
        exif: EXIFSample?,
        time: String?,
        isZoneKnown: Bool?
    ) async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample(exif: exif).bytes, by: ana).id
            let claimed = try await media.claim([id], of: ana, for: "one").media
            #expect(claimed.map(\.capturedAt) == [time.flatMap { Instant(rfc3339: $0) }])
            #expect(claimed.map(\.isZoneKnown) == [isZoneKnown])
        }
    }

    @Test func `the same cause extends the claim, another one adds its own`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes, by: ana).id
            let first = try await media.claim([id], of: ana, for: "one")
            media.clock.advance(by: .hours(5))
            #expect(try await media.claim([id], of: ana, for: "one") == first)
            _ = try await media.claim([id], of: ana, for: "two")
            let until = try await Database.fresh.all("SELECT until FROM claims ORDER BY cause") {
                row in try row.next(Instant.self)
            }
            #expect(until == [media.clock.now + .hours(24), media.clock.now + .hours(24)])
        }
    }

    @Test func `another user's, a deleted and an unknown picture are not found, each at its index`()
        async throws
    {
        try await withMedia { media in
            let own = try await media.upload(JPEGSample().bytes, by: ana).id
            let foreign = try await media.upload(JPEGSample().bytes).id
            let deleted = try await media.upload(JPEGSample().bytes, by: ana).id
            try await Database.fresh.transaction { tx in
                _ = try await tx.run(
                    "UPDATE media SET deleted_at = created_at WHERE id = \(deleted)"
                )
            }
            for (index, other) in [foreign, deleted, MediaID()].enumerated() {
                let ids = [MediaID](repeating: own, count: index + 1) + [other]
                let fault = await fault { try await media.claim(ids, of: ana, for: "one") }
                #expect(fault == refused(.notFound, at: "/media/\(index + 1)"))
            }
            #expect(try await rows("SELECT count(*) FROM claims") == 0)
        }
    }

    @Test func `ten pictures may be claimed at once, not eleven`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes, by: ana).id
            let ten = [MediaID](repeating: id, count: 10)
            #expect(try await media.claim(ten, of: ana, for: "one").media.count == 10)
            let fault = await fault { try await media.claim(ten + [id], of: ana, for: "one") }
            #expect(fault == refused(.tooMany, at: "/media"))
            #expect(try await media.claim([], of: ana, for: "one").media.isEmpty)
        }
    }

    @Test func `a cause has 1 to 200 characters that can be written`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes, by: ana).id
            for cause in ["x", String(repeating: "é", count: 200)] {
                _ = try await media.claim([id], of: ana, for: cause)
            }
            for cause in ["", String(repeating: "x", count: 201), "a\0b", "a\nb"] {
                let fault = await fault { try await media.claim([id], of: ana, for: cause) }
                #expect(fault == refused(.causeInvalid, at: "/cause"))
            }
        }
    }

    @Test func `users cannot claim`() async throws {
        try await withMedia { media in
            let call = ClaimMedia(media: [], user: ana, cause: "one")
            let fault = await fault {
                try await media.gateway.call(call, in: CallContext(user: ana))
            }
            #expect(fault == WireError.forbidden.fault)
        }
    }
}
