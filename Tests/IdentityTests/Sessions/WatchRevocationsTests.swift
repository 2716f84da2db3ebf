import Identifiers
import IdentityAPI
import RPC
import TestKit
import Testing
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations), .timeLimit(.minutes(30)))
struct WatchRevocationsTests {
    let town = Town()

    @Test func `a watcher receives each ended session within a second`() async throws {
        let sessions = [try await ended("ana"), try await begun("bob"), try await begun("cyd")]
        let stream = try await watch(after: nil)
        #expect(try await stream.next() == RevocationNotice(number: 1, session: nil))
        for (index, session) in sessions.enumerated().dropFirst() {
            try await end(session)
            let (notice, heartbeats) = try await nextRevocation(stream)
            #expect(notice == RevocationNotice(number: Int64(index + 1), session: session.id))
            // One may have been in transit, and half a second is between two.
            #expect(heartbeats <= 2)
        }
        stream.cancel()
    }

    @Test func `missed revocations follow the first heartbeat`() async throws {
        var ids: [SessionID] = []
        for name in ["ana", "bob", "cyd"] { ids.append(try await ended(name).id) }
        let stream = try await watch(after: 1)
        #expect(try await stream.next() == RevocationNotice(number: 3, session: nil))
        #expect(try await stream.next() == RevocationNotice(number: 2, session: ids[1]))
        #expect(try await stream.next() == RevocationNotice(number: 3, session: ids[2]))
        stream.cancel()
    }

    @Test func `heartbeats carry the last number`() async throws {
        _ = try await ended("ana")
        let stream = try await watch(after: 0)
        _ = try await nextRevocation(stream)
        for _ in 0..<2 {
            #expect(try await stream.next() == RevocationNotice(number: 1, session: nil))
        }
        stream.cancel()
    }

    @Test func `only gateways may call it`() async throws {
        let stream = try await town.door.asked(by: .challenges).open(
            WatchRevocations(),
            in: CallContext()
        )
        let fault = try await refusal { try await stream.reply() }
        #expect(fault == WireError.forbidden.fault)
    }

    @Test func `many sessions that end at once get numbers without gaps`() async throws {
        var sessions: [Session] = []
        for index in 0..<6 { sessions.append(try await begun("user\(index)")) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions { group.addTask { try await end(session) } }
            try await group.waitForAll()
        }
        let notices = try await town.identity.database.revocations(after: 0)
        #expect(notices.map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(Set(notices.compactMap(\.session)) == Set(sessions.map(\.id)))
    }

    private struct Session {
        let id: SessionID
        let user: UserID
    }

    private func begun(_ username: String) async throws -> Session {
        let signedIn = try await town.register(username)
        return Session(id: try await town.session(signedIn), user: signedIn.user.id)
    }

    private func ended(_ username: String) async throws -> Session {
        let session = try await begun(username)
        try await end(session)
        return session
    }

    private func end(_ session: Session) async throws {
        _ = try await town.ask(SignOut(), as: session.user, session: session.id)
    }

    private func watch(after: Int64?) async throws -> CallStream<WatchRevocations> {
        try await town.door.asked(by: .gateway).open(
            WatchRevocations(after: after),
            in: CallContext()
        )
    }

    /// Returns the next ended session, and the number of heartbeats before it.
    private func nextRevocation(
        _ stream: CallStream<WatchRevocations>
    ) async throws -> (RevocationNotice?, heartbeats: Int) {
        var heartbeats = 0
        while let notice = try await stream.next() {
            if notice.session != nil { return (notice, heartbeats) }
            heartbeats += 1
        }
        return (nil, heartbeats)
    }
}
