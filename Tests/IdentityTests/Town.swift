import Crypto
import Identifiers
import IdentityAPI
import JWTKit
import Logging
import MediaAPI
import NIOCore
import Postgres
import Providers
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// An identity service on the test's database, called through its switchboard, with a clock that
/// only the test advances.
struct Town: Sendable {
    let clock: StoppedClock
    let identity: Identity
    let door: Switchboard
    /// Takes the mails.
    let postbox: Postbox

    static let password = "correct horse"
    static let cheap = PasswordCost(logN: 1, r: 1, p: 1)

    /// Returns a key of equal bytes.
    static func key(_ byte: UInt8) -> SymmetricKey {
        SymmetricKey(data: [UInt8](repeating: byte, count: 32))
    }

    init(
        database: Database = .fresh,
        media: Switchboard = Switchboard { _ in },
        limits: SignInLimits = SignInLimits(),
        reserved: ReservedUsernames = .byDefault,
        rules: AccountRules = AccountRules(),
        noticesKept: Duration = Identity.noticesKeptByDefault,
        noticeLimit: NoticeLimit = NoticeLimit(),
        inviteRules: InviteRules = InviteRules(),
        secrets: [SymmetricKey] = [Town.key(7)],
        networkKeys: [SymmetricKey] = [Town.key(8)],
        cost: PasswordCost = Town.cheap,
        providers: ProviderVerifier? = nil,
        clock: StoppedClock = StoppedClock(at: .thisSecond),
        logger: Logger = TestServer.quiet
    ) {
        self.clock = clock
        let postbox = Postbox()
        self.postbox = postbox
        identity = Identity(
            database: database,
            media: media.asked(by: .identity),
            secrets: secrets,
            networkKeys: networkKeys,
            now: { clock.now },
            passwordCost: cost,
            passwordsAtOnce: 2,
            limits: limits,
            rules: rules,
            mail: postbox,
            providers: providers,
            reservedUsernames: reserved,
            noticesKept: noticesKept,
            noticeLimit: noticeLimit,
            inviteRules: inviteRules,
            logger: logger
        )
        door = identity.switchboard
    }

    /// Calls the service as a gateway does.
    func ask<C: Call>(
        _ call: C,
        as user: UserID? = nil,
        session: SessionID? = nil,
        key: String? = nil,
        from address: String? = nil,
        peer: ServiceName = .gateway
    ) async throws -> C.Reply {
        try await door.call(
            call,
            in: CallContext(
                user: user,
                session: session,
                clientAddress: address,
                userAgent: "Tests/1",
                idempotencyKey: key,
                peer: peer
            )
        )
    }

    /// Registers a user.
    func person(
        _ username: String,
        first: String = "Ana",
        last: String = "Lima",
        email: String? = nil,
        from address: String? = nil
    ) async throws -> UserID {
        try await register(username, first: first, last: last, email: email, from: address).user.id
    }

    /// Registers a user.
    func register(
        _ username: String,
        first: String = "Ana",
        last: String = "Lima",
        email: String? = nil,
        as id: UserID? = nil,
        from address: String? = nil
    ) async throws -> SignedIn {
        try await ask(
            Register(
                user: id,
                username: username,
                password: Town.password,
                firstName: first,
                lastName: last,
                email: email
            ),
            from: address
        )
    }

    /// Signs in with the right password.
    func signIn(_ login: String, from address: String? = nil) async throws -> SignedIn {
        try await ask(SignIn(login: login, password: Town.password), from: address)
    }

    /// Signs in with a wrong password and returns the fault.
    func fail(_ login: String, from address: String? = nil) async throws -> Fault {
        try await refusal {
            try await ask(SignIn(login: login, password: "a wrong one"), from: address)
        }
    }

    /// Makes two people friends.
    func befriend(_ one: UserID, _ other: UserID) async throws {
        let request = try await ask(SendFriendRequest(to: other), as: one)
        _ = try await ask(AnswerFriendRequest(request: request.id, accept: true), as: other)
    }

    /// Makes an invite.
    func invite(
        by owner: UserID,
        _ kind: Invite.Kind = .friend,
        usesMax: Int? = nil
    ) async throws -> String {
        try await ask(MakeInvite(kind: kind, usesMax: usesMax), as: owner).code
    }

    /// Returns how often an invite was used, and by how many users.
    func uses(of invite: String) async throws -> [Int] {
        try await identity.database.one(
            """
            SELECT uses, (SELECT count(*) FROM invite_uses WHERE invite = code)
            FROM invites WHERE code = \(invite)
            """
        ) { row in [try row.next(Int.self), try row.next(Int.self)] }
    }

    /// Returns an access token's claims, verified with the published keys alone.
    func claims(_ token: String) async throws -> AccessClaims {
        let keys = JWTKeyCollection()
        for key in try await ask(ListSigningKeys()).keys {
            let publicKey = try Curve25519.Signing.PublicKey(
                rawRepresentation: Array(key.publicKey.readableBytesView)
            )
            await keys.add(
                eddsa: EdDSA.PublicKey(backing: publicKey),
                kid: JWKIdentifier(string: key.id)
            )
        }
        return try await keys.verify(token, as: AccessClaims.self)
    }

    /// Returns the session of an access token.
    func session(_ signedIn: SignedIn) async throws -> SessionID {
        try #require(SessionID(try await claims(signedIn.accessToken).sid))
    }

    /// Returns whether a session is active.
    func isActive(_ session: SessionID) async throws -> Bool {
        try await ask(VerifySession(session: session)).isActive
    }

    /// Returns the undelivered events of one kind, in order.
    func events<E: Event>(_: E.Type) async throws -> [(to: String, event: E)] {
        let rows = try await identity.database.all(
            """
            SELECT destination, body FROM outbox WHERE call = \(Int32(E.id.rawValue))
            ORDER BY sequence
            """
        ) { row in
            let (destination, body): (String, [UInt8]) = try row.read()
            return (to: destination, body: body)
        }
        return try rows.map { row in
            (to: row.to, event: try WireDecoder().decode(E.self, from: ByteBuffer(bytes: row.body)))
        }
    }
}

extension Instant {
    /// The current time in whole seconds, as in tokens.
    static var thisSecond: Instant {
        Instant(microseconds: Instant.now().microseconds / 1_000_000 * 1_000_000)
    }
}

extension Database {
    /// From now on, closes the connection whenever the begin of a session is committed, so that the
    /// outcome is unknown.
    func cutBeginsOfSessions() async throws {
        try await transaction { tx in
            try await tx.run(
                """
                CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'
                """
            )
            try await tx.run(
                """
                CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON sessions
                DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut()
                """
            )
        }
    }
}

/// Returns the fault that a call ends with.
func refusal<Value>(_ call: () async throws -> Value) async throws -> Fault {
    do {
        _ = try await call()
    } catch let fault as Fault {
        return fault
    }
    throw NothingRefused()
}

struct NothingRefused: Error {}

extension Fault {
    /// The codes of the refused fields, by pointer.
    var blamed: [String: String] {
        Dictionary((fields ?? []).map { ($0.pointer, $0.code) }, uniquingKeysWith: { $1 })
    }
}
