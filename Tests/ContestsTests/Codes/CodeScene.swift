import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions

/// A contest of Ana's, which has begun and ends in ten days, and which Bo is in. Cy has no part in
/// it.
struct CodeScene: Sendable {
    let scene: Scene
    let contest: ChallengeID

    var ana: UserID { scene.ana }
    var bo: UserID { scene.bo }
    var cy: UserID { scene.cy }

    /// - Parameters:
    ///   - visibility: Who may see the contest.
    ///   - startsIn: How long until it begins; `nil` if it has.
    ///   - needsApproval: Whether the owner lets people in.
    ///   - membersMayInvite: Whether Bo may let people in.
    ///   - locksLate: Whether nobody joins after the start.
    ///   - rules: The limits.
    /// - Throws: What the calls refuse that make it.
    init(
        _ visibility: ContestVisibility = .private,
        startsIn: Duration? = nil,
        needsApproval: Bool = false,
        membersMayInvite: Bool = false,
        locksLate: Bool = false,
        rules: Rules = Rules()
    ) async throws {
        scene = Scene(rules: rules)
        let (ana, bo, now) = (scene.ana, scene.bo, scene.clock.now)
        let call = CreateContest(
            name: "Water",
            unit: "litres",
            visibility: visibility,
            invitees: [bo],
            startsAt: startsIn.map { now + $0 },
            endsAt: now + .days(10),
            needsApproval: needsApproval,
            membersMayInvite: membersMayInvite
        )
        contest = try await scene.ask(call, as: ana).id
        _ = try await scene.ask(JoinContest(contest: contest), as: bo)
        if locksLate {
            _ = try await scene.ask(ChangeContest(contest: contest, locksLate: true), as: ana)
        }
    }

    /// Makes a code, Ana's unless it is somebody else's.
    func make(
        usesMax: Int? = nil,
        expiresAt: Instant? = nil,
        by maker: UserID? = nil
    ) async throws -> String {
        let call = MakeCode(contest: contest, usesMax: usesMax, expiresAt: expiresAt)
        return try await scene.ask(call, as: maker ?? ana).code
    }

    /// Opens a code.
    @discardableResult
    func open(_ code: String, as user: UserID) async throws -> Contest {
        try await scene.ask(OpenCode(code: code), as: user)
    }

    /// Whether a code is answered to a user who opens it as if it had never been.
    func isDead(_ code: String, for user: UserID) async -> Bool {
        await scene.fault(OpenCode(code: code), as: user) == ChallengesError.codeNotFound.fault
    }

    /// How a user stands to the contest; `nil` if they have no part in it.
    func part(of user: UserID) async throws -> Participant.State? {
        try await scene.database.participant(user, of: contest)?.state
    }

    /// How often a code was used.
    func uses(of code: String) async throws -> Int? {
        try await scene.database.code(code, for: nil)?.code.uses
    }

    /// Who was given notices of a kind, in order.
    func told(_ kind: Notice.Kind) async throws -> [[UserID]] {
        try await scene.emitted(PeopleTold.self).filter { $0.kind == kind }.map(\.people)
    }

    /// Codes that let Cy in no more than one that never was, each in a scene of its own.
    static let dead: [(String, @Sendable (CodeScene) async throws -> String)] = [
        ("unknown", { _ in "caaaaaaaaaaaaaaa" }),
        ("of a route", { _ in "raaaaaaaaaaaaaaa" }),
        ("empty", { _ in "" }),
        ("too long", { scene in try await scene.make() + "a" }),
        ("in capitals", { scene in try await scene.make().uppercased() }),
        (
            "used up",
            { scene in
                let code = try await scene.make(usesMax: 1)
                try await scene.open(code, as: UserID())
                return code
            }
        ),
        (
            "revoked",
            { scene in
                let code = try await scene.make()
                _ = try await scene.scene.ask(RevokeCode(code: code), as: scene.ana)
                return code
            }
        ),
        (
            "expired",
            { scene in
                let now = scene.scene.clock.now
                let code = try await scene.make(expiresAt: now + .hours(1))
                scene.scene.clock.advance(by: .hours(1))
                return code
            }
        ),
        (
            "of a contest that has ended, before its timer fired",
            { scene in
                let now = scene.scene.clock.now
                let code = try await scene.make(expiresAt: now + .days(100))
                scene.scene.clock.advance(by: .days(10))
                return code
            }
        ),
        (
            "of a contest that settles",
            { scene in
                let code = try await scene.make()
                scene.scene.clock.advance(by: .hours(1))
                _ = try await scene.scene.ask(EndContest(contest: scene.contest), as: scene.ana)
                return code
            }
        ),
        (
            "of a contest that was cancelled",
            { scene in
                let code = try await scene.make()
                let cancel = CancelContest(contest: scene.contest)
                _ = try await scene.scene.ask(cancel, as: scene.ana)
                return code
            }
        ),
        (
            "of somebody blocked",
            { scene in
                let code = try await scene.make()
                try await scene.scene.relate(scene.ana, scene.cy, .blocked)
                return code
            }
        ),
        (
            "of an owner who is not active",
            { scene in
                let code = try await scene.make()
                try await scene.scene.set(.suspended, of: scene.ana)
                return code
            }
        ),
    ]
}
