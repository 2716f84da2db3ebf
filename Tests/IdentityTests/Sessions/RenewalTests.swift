import IdentityAPI
import Identifiers
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Sessions that are renewed at the same moment share a transaction; nobody notices.
@Suite(.freshDatabase(Identity.migrations)) struct RenewalTests {
    let town = Town()

    @Test func `sessions renewed at once get each its own pair`() async throws {
        var pairs = try await register(12)
        for _ in 0..<3 {
            town.clock.advance(by: .minutes(20))
            let renewed = try await refresh(pairs)
            for (pair, old) in zip(renewed, pairs) {
                let pair = try #require(pair)
                #expect(pair.user == old.user)
                #expect(try await town.session(pair) == town.session(old))
                #expect(pair.refreshToken != old.refreshToken)
            }
            pairs = renewed.compactMap { $0 }
        }
        #expect(Set(pairs.map(\.refreshToken)).count == 12)
    }

    @Test func `beside tokens that are wrong, ended or reused, the others are renewed`()
        async throws
    {
        var pairs = try await register(10)
        // The first is reused, the second's session has ended, the third was never issued.
        let next = try await refresh([pairs[0]])[0]
        _ = try await refresh([try #require(next)])
        let session = try await town.session(pairs[1])
        _ = try await town.ask(SignOut(), as: pairs[1].user.id, session: session)
        pairs[2] = SignedIn(
            user: pairs[2].user,
            accessToken: pairs[2].accessToken,
            refreshToken: RefreshToken().text,
            expiresIn: pairs[2].expiresIn
        )
        let renewed = try await refresh(pairs)
        #expect(
            renewed.map { $0 != nil } == [false, false, false] + Array(repeating: true, count: 7)
        )
        #expect(try await !town.isActive(town.session(pairs[0])))
        for pair in pairs[3...] { #expect(try await town.isActive(town.session(pair))) }
    }

    @Test func `one transaction renews at most one token of a session`() async throws {
        let ana = try await town.register("ana")
        let twins = try await [refresh([ana])[0], refresh([ana])[0]].compactMap { $0 }
        let bo = try await town.register("bob")
        let shown = [ana, twins[0], twins[1], bo, bo]
        let renewals = try shown.map(renewal)
        let outcomes = try await renew(renewals)
        #expect(renewals.map { outcomes[$0] != nil } == [true, false, false, true, false])
        #expect(try await town.isActive(town.session(ana)))
    }

    @Test func `a token that is reused or unknown changes nothing beside others`() async throws {
        let ana = try await town.register("ana")
        let next = try #require(try await refresh([ana])[0])
        _ = try await refresh([next])
        let unknown = Renewal(showing: RefreshToken(), on: Device(.background()))
        let reused = try renewal(ana)
        let outcomes = try await renew([unknown, reused])
        guard case .refused = outcomes[unknown] else {
            Issue.record("an unknown token is not refused")
            return
        }
        #expect(outcomes[reused] == nil)
        #expect(try await town.isActive(town.session(ana)))
    }

    @Test func `a session that cannot be stored does not stop the others`() async throws {
        let pairs = try await register(8)
        let session = try await town.session(pairs[3])
        try await Database.fresh.run("CREATE TABLE unlucky (session uuid)")
        try await Database.fresh.run("INSERT INTO unlucky VALUES (\(session))")
        try await Database.fresh.run(
            """
            CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF EXISTS (SELECT FROM unlucky WHERE session = NEW.session) THEN
                    RAISE EXCEPTION 'as the test wants';
                END IF;
                RETURN NEW;
            END $$
            """
        )
        try await Database.fresh.run(
            """
            CREATE TRIGGER stumble BEFORE INSERT ON refresh_tokens FOR EACH ROW
            EXECUTE FUNCTION stumble()
            """
        )
        let failures = try await withThrowingTaskGroup(of: Int?.self) { group in
            for (index, pair) in pairs.enumerated() {
                group.addTask {
                    do {
                        _ = try await refresh([pair])
                        return nil
                    } catch is Fault {
                        return index
                    }
                }
            }
            return try await group.reduce(into: [Int]()) { if let index = $1 { $0.append(index) } }
        }
        #expect(failures == [3])
    }

    private func register(_ count: Int) async throws -> [SignedIn] {
        var pairs: [SignedIn] = []
        for number in 0..<count { pairs.append(try await town.register("user_\(number)")) }
        return pairs
    }

    /// Refreshes sessions at the same time; `nil` of those that are refused.
    private func refresh(_ pairs: [SignedIn]) async throws -> [SignedIn?] {
        try await withThrowingTaskGroup { group in
            for (index, pair) in pairs.enumerated() {
                group.addTask { () -> (Int, SignedIn?) in
                    do {
                        let call = RefreshSession(refreshToken: pair.refreshToken)
                        return (index, try await town.ask(call))
                    } catch let fault as Fault
                        where fault == IdentityError.refreshTokenInvalid.fault
                    {
                        return (index, nil)
                    }
                }
            }
            let found = try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            return pairs.indices.map { found[$0] }
        }
    }

    private func renewal(_ pair: SignedIn) throws -> Renewal {
        let shown = try #require(RefreshToken(pair.refreshToken))
        return Renewal(showing: shown, on: Device(.background()))
    }

    private func renew(_ renewals: [Renewal]) async throws -> [Renewal: Renewal.Outcome] {
        try await town.identity.database.renew(renewals, at: town.clock.now)
    }
}
