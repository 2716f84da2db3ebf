import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Fifty calls at once, all of which wait for a lock while what it guards changes. They must see
/// the change: a statement that takes a lock and reads what it guards would not.
@Suite(.freshDatabase(Identity.migrations)) struct HeldTests {
    private static let count = 50

    @Test(arguments: [false, true], [false, true])
    func `refreshes see whether a successor of their token was used meanwhile`(
        isRepeated: Bool,
        isSuccessorUsed: Bool
    ) async throws {
        try await withTown { town in
            let first = try await town.register("ana")
            let session = try await town.session(first)
            let shown = try #require(RefreshToken(first.refreshToken)).digest
            if isRepeated {
                _ = try await town.ask(RefreshSession(refreshToken: first.refreshToken))
            }
            let isRenewed = !(isRepeated && isSuccessorUsed)
            let using: SQL = """
                UPDATE refresh_tokens SET used_at = \(town.clock.now) WHERE parent = \(shown)
                """
            let outcomes = try await hold(
                in: town,
                "SELECT FROM sessions WHERE id = \(session) FOR UPDATE",
                andRun: isSuccessorUsed ? using : nil
            ) { _ in
                try await town.ask(RefreshSession(refreshToken: first.refreshToken))
            }
            let pairs = outcomes.compactMap { try? $0.get() }
            let faults = outcomes.compactMap(\.fault)
            if isRenewed {
                #expect(Set(pairs.map(\.refreshToken)).count == Self.count)
                for pair in pairs { #expect(try await town.session(pair) == session) }
            } else {
                #expect(faults.count == Self.count)
                let refusal = IdentityError.refreshTokenInvalid.fault
                #expect(faults.allSatisfy { $0 == refusal })
            }
            #expect(try await town.isActive(session) == isRenewed)
            let revoked = try await town.identity.database.revocations(after: 0)
            let ended = [RevocationNotice(number: 1, session: session)]
            #expect(revoked == (isRenewed ? [] : ended))
        }
    }

    @Test(arguments: [false, true])
    func `friend requests that cross make exactly one friendship`(isAsked: Bool) async throws {
        try await withTown { town in
            let ana = try await town.person("ana")
            let bo = try await town.person("bob")
            let pair = Pair(ana, bo)
            try await Database.fresh.run(
                "INSERT INTO relations (one, other) VALUES (\(pair.one), \(pair.other))"
            )
            let asking: SQL = """
                INSERT INTO friend_requests (id, asker, asked, state, created_at)
                VALUES (\(FriendRequestID()), \(ana), \(bo), 'requested', \(town.clock.now))
                """
            let outcomes = try await hold(
                in: town,
                "SELECT FROM relations FOR UPDATE",
                andRun: isAsked ? asking : nil
            ) { index in
                let (asker, asked) = index.isMultiple(of: 2) ? (ana, bo) : (bo, ana)
                return try await town.ask(SendFriendRequest(to: asked), as: asker)
            }
            let requests = outcomes.compactMap { try? $0.get() }
            #expect(Set(requests.map(\.id)).count == 1)
            #expect(requests.count { $0.state == .accepted } == 1)
            let faults = outcomes.compactMap(\.fault)
            #expect(faults.count + requests.count == Self.count)
            let refusal = IdentityError.alreadyFriends.fault
            #expect(faults.allSatisfy { $0 == refusal })
            let states = try await Database.fresh.all("SELECT state FROM friend_requests") { row in
                try row.next(String.self)
            }
            #expect(states == ["accepted"])
            #expect(try await town.ask(ListFriends(), as: ana).items.map(\.id) == [bo])
            #expect(try await town.events(RelationChanged.self).map(\.event.version) == [1, 1])
        }
    }

    @Test(arguments: [false, true])
    func `of accepting and withdrawing, only one succeeds`(isWithdrawn: Bool) async throws {
        try await withTown { town in
            let ana = try await town.person("ana")
            let bo = try await town.person("bob")
            let request = try await town.ask(SendFriendRequest(to: bo), as: ana).id
            let outcomes = try await hold(
                in: town,
                "SELECT FROM relations FOR UPDATE",
                andRun: isWithdrawn ? "UPDATE friend_requests SET state = 'withdrawn'" : nil
            ) { index in
                if index.isMultiple(of: 2) {
                    let call = AnswerFriendRequest(request: request, accept: true)
                    _ = try await town.ask(call, as: bo)
                } else {
                    _ = try await town.ask(WithdrawFriendRequest(request: request), as: ana)
                }
            }
            let isAccepted = try await !town.ask(ListFriends(), as: ana).items.isEmpty
            #expect(!isAccepted || !isWithdrawn)
            for (index, outcome) in outcomes.enumerated() {
                let isSuccess = if case .success = outcome { true } else { false }
                #expect(isSuccess == (index.isMultiple(of: 2) == isAccepted))
                #expect(isSuccess || outcome.fault?.code == "identity.request_closed")
            }
            let told = try await town.events(RelationChanged.self)
            #expect(told.count == (isAccepted ? 2 : 0))
        }
    }

    /// Passes a service to `body` that has a connection for each of the calls.
    private func withTown(_ body: (Town) async throws -> Void) async throws {
        let database = Database(
            try #require(FreshDatabase.current).url,
            options: .patient { $0.leasedMax = Self.count },
            logger: TestServer.quiet
        )
        do {
            try await body(Town(database: database))
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    /// Makes calls at once while `lock` is held; runs `change` and releases the lock when all of
    /// them wait: two of each user for the lock, the others for those.
    ///
    /// - Returns: How the calls ended, in their order.
    private func hold<Value: Sendable>(
        in town: Town,
        _ lock: SQL,
        andRun change: SQL?,
        during call: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Result<Value, any Error>] {
        let isHeld = Gate()
        async let holding: Void = Database.fresh.transaction { tx in
            defer { isHeld.open() }
            try await tx.run(lock)
            isHeld.open()
            try await eventually("every call waits for a lock, or for its turn") {
                let held = try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ) { row in try row.next(Int.self) }
                return held + town.identity.database.localLocks.waitingCount == Self.count
            }
            if let change { try await tx.run(change) }
        }
        await isHeld.pass()
        let outcomes = await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
            for index in 0..<Self.count {
                group.addTask {
                    do {
                        return (index, .success(try await call(index)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [(Int, Result<Value, any Error>)]()) { $0.append($1) }
        }
        try await holding
        return outcomes.sorted { $0.0 < $1.0 }.map { $0.1 }
    }
}

extension Result where Failure == any Error {
    /// The fault that a call ended with.
    fileprivate var fault: Fault? {
        if case .failure(let error) = self { error as? Fault } else { nil }
    }
}
