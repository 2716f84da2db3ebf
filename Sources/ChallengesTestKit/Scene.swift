package import Challenges
package import ChallengesAPI
package import Dares
package import Identifiers
package import IdentityAPI
package import MediaAPI
import NIOCore
import Outbox
package import Postgres
package import RPC
package import ScoringAPI
import Synchronization
package import TestKit
import Testing
package import Values
package import Wire

/// The challenges service with a stopped clock, and three users: Ana, who sends; Bo, who receives;
/// and Cy. All calls go through the switchboard, as they do over the network.
package struct Scene: Sendable {
    package let ana = UserID()
    package let bo = UserID()
    package let cy = UserID()
    package let clock = StoppedClock(at: Instant(microseconds: 1_700_000_000_000_000))
    package let identity: FakeIdentity
    package let media: FakeMedia
    package let scoring: FakeScoring
    package let challenges: Challenges
    package let board: Switchboard
    package let database: Database

    package init(database: Database = .fresh, rules: Rules = Rules()) {
        let (identity, media, clock) = (FakeIdentity(), FakeMedia(), clock)
        let scoring = FakeScoring()
        self.identity = identity
        self.media = media
        self.scoring = scoring
        self.database = database
        challenges = Challenges(
            database: database,
            identity: identity.switchboard.asked(by: .challenges),
            media: media.switchboard.asked(by: .challenges),
            scoring: scoring.switchboard.asked(by: .challenges),
            rules: rules,
            now: { clock.now }
        )
        board = challenges.switchboard
    }

    /// Makes a call as a user.
    package func ask<C: Call>(
        _ call: C,
        as user: UserID,
        key: String? = nil
    ) async throws(Fault) -> C.Reply {
        try await board.call(call, in: CallContext(user: user, idempotencyKey: key))
    }

    /// Makes a call with an optional reply, which must not be `nil`.
    package func ask<C: Call, Row>(
        _ call: C,
        as user: UserID,
        key: String? = nil
    ) async throws -> Row where C.Reply == Row? {
        try #require(await takeBack(call, as: user, key: key))
    }

    /// Makes a call that withdraws something; `nil` if the user no longer sees its target.
    package func takeBack<C: Call, Row>(
        _ call: C,
        as user: UserID,
        key: String? = nil
    ) async throws(Fault) -> Row? where C.Reply == Row? {
        try await board.call(call, in: CallContext(user: user, idempotencyKey: key))
    }

    /// Delivers an event, or makes a call, as the identity service.
    package func tell<C: Call>(_ call: C, id: EventID = EventID()) async throws(Fault) -> C.Reply {
        let context = CallContext.background(idempotencyKey: "\(id)")
        return try await board.asked(by: .identity).call(call, in: context)
    }

    /// Delivers a user's new card.
    package func tell(of card: PersonCard) async throws(Fault) {
        _ = try await tell(PersonChanged(card: card))
    }

    /// Makes a call as a moderator, who is neither sender nor recipient.
    package func moderate<C: Call>(_ call: C, key: String? = nil) async throws(Fault) -> C.Reply {
        let context = CallContext(user: cy, isModerator: true, idempotencyKey: key)
        return try await board.call(call, in: context)
    }

    /// The refusal of a user's call.
    package func fault<C: Call>(
        _ call: C,
        as user: UserID,
        key: String? = nil
    ) async -> Fault? {
        do {
            _ = try await ask(call, as: user, key: key)
            return nil
        } catch {
            return error
        }
    }

    /// Ana dares Bo.
    @discardableResult
    package func send(
        deadline: Instant? = nil,
        proof: Proof = .optional,
        to recipient: UserID? = nil
    ) async throws -> AssignmentID {
        let call = CreateChallenge(
            name: "10 push-ups",
            recipients: [recipient ?? bo],
            deadline: deadline,
            proof: proof
        )
        return try await ask(call, as: ana).assignments[0].id
    }

    /// Creates a dare's assignment and moves it to a state.
    package func make(
        _ state: AssignmentLife.State,
        deadline: Instant? = nil
    ) async throws -> AssignmentID {
        let id = try await send(deadline: deadline)
        switch state {
        case .sent: break
        case .denied: _ = try await ask(DenyAssignment(assignment: id), as: bo)
        case .withdrawn: _ = try await ask(WithdrawAssignment(assignment: id), as: ana)
        case .expired:
            clock.advance(by: .days(14))
            _ = try await fireDue()
        case .accepted, .submitted, .done, .rejected, .abandoned, .void:
            _ = try await ask(AcceptAssignment(assignment: id), as: bo)
        case .started, .completed, .missed: preconditionFailure("a dare is never \(state)")
        }
        switch state {
        case .abandoned: _ = try await ask(GiveUpAssignment(assignment: id), as: bo)
        case .void: _ = try await ask(ExcuseAssignment(assignment: id), as: ana)
        case .submitted, .done, .rejected:
            _ = try await ask(SubmitAssignment(assignment: id, note: "Done."), as: bo)
        default: break
        }
        switch state {
        case .done: _ = try await ask(ApproveSubmission(assignment: id), as: ana)
        case .rejected:
            _ = try await ask(RejectSubmission(assignment: id, reason: "No."), as: ana)
        default: break
        }
        return id
    }

    /// Fires the due timers and returns their number.
    @discardableResult
    package func fireDue() async throws -> Int {
        try await challenges.timers.fireDue()
    }

    package func get(_ id: AssignmentID, as user: UserID? = nil) async throws -> Assignment {
        try await ask(GetAssignment(assignment: id), as: user ?? bo)
    }

    /// The events of one kind in the outbox, in order.
    package func emitted<E: Event>(_: E.Type) async throws -> [E] {
        let bodies = try await database.all(
            "SELECT body FROM outbox WHERE call = \(Int32(E.id.rawValue)) ORDER BY sequence"
        ) { row in try row.next([UInt8].self) }
        return try bodies.map { try WireDecoder().decode(E.self, from: ByteBuffer(bytes: $0)) }
    }

    /// The due times of all timers.
    package func dueTimes() async throws -> [Instant] {
        try await database.all("SELECT due_at FROM timers ORDER BY due_at") { row in
            try row.next()
        }
    }
}

/// The identity service as seen by challenges: all users are friends except those named.
package final class FakeIdentity: Sendable {
    private let standings = Mutex<[UserID: CheckRecipients.Standing]>([:])
    private let visibilities = Mutex<[UserID: CompetitionVisibility]>([:])
    private let relationVersion = Mutex<Int64>(1)
    private let zones = Mutex<[UserID: [ZoneChange]]>([:])
    private let answers = Mutex(0)

    /// The number of `CheckRecipients` calls.
    package var asked: Int {
        answers.withLock { $0 }
    }

    package func set(_ standing: CheckRecipients.Standing, of user: UserID) {
        standings.withLock { $0[user] = standing }
    }

    /// Sets the time zones of a user; those of other users are unknown.
    package func set(zones changes: [ZoneChange], of user: UserID) {
        zones.withLock { $0[user] = changes }
    }

    /// Sets who sees a user's new competitions; the choice of other users is unknown.
    package func set(defaultVisibility visibility: CompetitionVisibility, of user: UserID) {
        visibilities.withLock { $0[user] = visibility }
    }

    package func setRelationVersion(_ version: Int64) {
        relationVersion.withLock { $0 = version }
    }

    package static func card(
        _ user: UserID,
        called name: String? = nil,
        version: Int64 = 1,
        zones: [ZoneChange]? = nil,
        defaultVisibility: CompetitionVisibility? = nil
    ) -> PersonCard {
        let name = name ?? "user_\(user.description.suffix(8))"
        let person = Person(id: user, username: name, firstName: "First", lastName: "Last")
        return PersonCard(
            person: person,
            version: version,
            zones: zones,
            defaultVisibility: defaultVisibility
        )
    }

    package var switchboard: Switchboard {
        Switchboard {
            $0.on { [self] (call: ListCards, _) in
                let known = call.users.filter { user in
                    standings.withLock { $0[user] } != .unknown
                }
                return ListCards.Reply(cards: known.map { Self.card($0) })
            }
            $0.on { [self] (call: CheckRecipients, _) in
                answers.withLock { $0 += 1 }
                if standings.withLock({ $0[call.sender] }) == .unknown {
                    throw Refusal(IdentityError.personUnknown, at: "/sender")
                }
                let version = relationVersion.withLock { $0 }
                return CheckRecipients.Reply(
                    sender: Self.card(
                        call.sender,
                        zones: zones.withLock { $0[call.sender] },
                        defaultVisibility: visibilities.withLock { $0[call.sender] }
                    ),
                    recipients: call.recipients.map { user in
                        let standing = standings.withLock { $0[user] } ?? .friend
                        return CheckRecipients.Recipient(
                            user: user,
                            card: standing == .unknown ? nil : Self.card(user),
                            standing: standing,
                            relationVersion: version
                        )
                    }
                )
            }
        }
    }
}

/// The media service as seen by challenges: all pictures exist except those named.
package final class FakeMedia: Sendable {
    private let missing = Mutex<Set<MediaID>>([])
    private let claims = Mutex<[ClaimMedia]>([])
    private let captures = Mutex<[MediaID: (at: Instant, isZoneKnown: Bool)]>([:])
    private let orientations = Mutex<[MediaID: Int]>([:])

    /// The `ClaimMedia` calls, in order.
    package var claimed: [ClaimMedia] {
        claims.withLock { $0 }
    }

    package func lose(_ picture: MediaID) {
        missing.withLock { _ = $0.insert(picture) }
    }

    /// Sets when a picture was taken; for other pictures this is unknown.
    package func capture(_ picture: MediaID, at moment: Instant, isZoneKnown: Bool = true) {
        captures.withLock { $0[picture] = (moment, isZoneKnown) }
    }

    /// Sets how to turn a picture; other pictures are upright.
    package func turn(_ picture: MediaID, to orientation: Int) {
        orientations.withLock { $0[picture] = orientation }
    }

    package var switchboard: Switchboard {
        Switchboard {
            $0.on { [self] (call: ClaimMedia, _) in
                for (index, picture) in call.media.enumerated()
                where missing.withLock({ $0.contains(picture) }) {
                    throw Refusal(MediaError.notFound, at: "/media/\(index)")
                }
                claims.withLock { $0.append(call) }
                return ClaimMedia.Reply(media: call.media.map(describe))
            }
        }
    }

    private func describe(_ picture: MediaID) -> ClaimedMedia {
        let capture = captures.withLock { $0[picture] }
        return ClaimedMedia(
            id: picture,
            contentType: "image/png",
            width: 640,
            height: 480,
            orientation: orientations.withLock { $0[picture] },
            capturedAt: capture?.at,
            isZoneKnown: capture?.isZoneKnown
        )
    }
}

/// The scoring service as seen by challenges: all pairs would be paid except those of the people
/// named.
package final class FakeScoring: Sendable {
    private let unpaid = Mutex<Set<UserID>>([])
    private let checks = Mutex<[CheckPairs]>([])

    /// The `CheckPairs` calls, in order.
    package var checked: [CheckPairs] {
        checks.withLock { $0 }
    }

    package func stopPaying(_ user: UserID) {
        unpaid.withLock { _ = $0.insert(user) }
    }

    package var switchboard: Switchboard {
        Switchboard {
            $0.on { [self] (call: CheckPairs, _) in
                checks.withLock { $0.append(call) }
                let paid = unpaid.withLock { unpaid in
                    call.recipients.filter { !unpaid.contains($0) }
                }
                return CheckPairs.Reply(paid: paid)
            }
        }
    }
}

extension Scene {
    /// A whole list, read page by page.
    package func list(
        as user: UserID,
        _ role: ListAssignments.Role,
        _ state: Assignment.State? = nil,
        limit: Int? = nil
    ) async -> [AssignmentID] {
        var ids: [AssignmentID] = []
        var cursor: String?
        repeat {
            let call = ListAssignments(role: role, state: state, limit: limit, cursor: cursor)
            guard let page = try? await ask(call, as: user) else { return ids }
            ids += page.items.map(\.id)
            cursor = page.nextCursor
        } while cursor != nil
        return ids
    }
}

extension Fault {
    /// The assignment that came with a refusal.
    package var assignment: Assignment? {
        current.flatMap { try? WireDecoder().decode(Assignment.self, from: $0) }
    }
}
