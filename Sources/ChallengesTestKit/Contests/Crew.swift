import Challenges
package import ChallengesAPI
package import Contests
package import Identifiers
package import IdentityAPI
import Postgres
import RPC
package import ScoringAPI
import TestKit
import Testing
package import Values
package import Wire

/// A contest of Ana that users join and leave: a public competition in kilometres that lasts seven
/// days and starts at once.
package struct Crew: Sendable {
    package let scene: Scene
    package let id: ChallengeID

    package init(scene: Scene, id: ChallengeID) {
        self.scene = scene
        self.id = id
    }

    /// Creates the contest as Ana, who participates in it.
    package static func form(
        in scene: Scene = Scene(),
        _ change: (inout CreateContest) -> Void = { _ in }
    ) async throws -> Crew {
        var call = CreateContest(
            kind: .competition,
            name: "Around the lake",
            unit: "km",
            visibility: .public,
            endsAt: scene.clock.now + .days(7)
        )
        change(&call)
        return Crew(scene: scene, id: try await scene.ask(call, as: scene.ana).id)
    }

    /// Joins as each of some users.
    package func join(_ users: UserID..., target: Amount? = nil) async throws {
        for user in users {
            _ = try await scene.ask(JoinContest(contest: id, target: target), as: user)
        }
    }

    package func leave(_ user: UserID) async throws {
        _ = try await scene.ask(LeaveContest(contest: id), as: user)
    }

    /// Invites users as a user, Ana by default.
    @discardableResult
    package func invite(_ users: UserID..., by inviter: UserID? = nil) async throws -> [Participant]
    {
        let call = InviteToContest(contest: id, invitees: users)
        return try await scene.ask(call, as: inviter ?? scene.ana).participants
    }

    /// Opens a code, created by Ana, as a user.
    package func open(as user: UserID) async throws {
        let made = try await scene.ask(MakeCode(contest: id), as: scene.ana)
        _ = try await scene.ask(OpenCode(code: made.code), as: user)
    }

    package func remove(_ user: UserID) async throws {
        _ = try await scene.ask(RemoveParticipant(contest: id, user: user), as: scene.ana)
    }

    /// Logs an amount in kilometres.
    package func log(_ amount: Int64, by user: UserID) async throws {
        _ = try await scene.ask(AddEntry(contest: id, amount: Amount(whole: amount)), as: user)
    }

    /// The contest as a user sees it.
    package func seen(by user: UserID) async throws -> Contest {
        try await scene.ask(GetContest(contest: id), as: user)
    }

    /// The participant row of a user; `nil` if they have none.
    package func row(of user: UserID) async throws -> ParticipantRecord? {
        try await scene.database.participant(user, of: id)
    }

    package func state(of user: UserID) async throws -> Participant.State? {
        try await row(of: user)?.state
    }

    /// The number of participants, and of users who ever joined.
    package func counts() async throws -> [Int] {
        let counts = try await scene.database.counts(of: [id])[id] ?? ContestCounts()
        return [counts.joined, counts.joins]
    }

    /// The notices of one kind about the contest, in order.
    package func told(_ kind: Notice.Kind) async throws -> [PeopleTold] {
        try await scene.emitted(PeopleTold.self).filter {
            $0.kind == kind && $0.challenge == id
        }
    }

    /// The events that resolve notices of one kind about the contest, in order.
    package func settled(_ kind: Notice.Kind) async throws -> [NoticesSettled] {
        try await scene.emitted(NoticesSettled.self).filter {
            $0.kinds.contains(kind) && $0.subject == Notice.Subject(contest: id)
        }
    }

    /// The scores of a user that scoring received, in order.
    package func scores(of user: UserID) async throws -> [ScoresChanged.Player] {
        try await scene.emitted(ScoresChanged.self).filter { $0.contest == id }
            .flatMap(\.players).filter { $0.user == user }
    }

    /// The number of events in the outbox.
    package func eventCount() async throws -> Int {
        try await scene.database.one("SELECT count(*) FROM outbox") { row in try row.next() }
    }

    /// Advances the clock, and fires the due timers.
    package func pass(_ time: Duration) async throws {
        scene.clock.advance(by: time)
        try await scene.fireDue()
    }

    /// The time from the contest's start to its end. Then it settles for `settling`.
    package static let duration = Duration.days(7)
    package static let settling = Duration.hours(24)

    /// The code of a refusal, and those of the refused fields; empty if the call succeeds.
    package func refusal<C: Call>(of call: C, as user: UserID) async -> [String] {
        guard let fault = await scene.fault(call, as: user) else { return [] }
        return [fault.code] + fault.said
    }

    /// Creates a user of whom the service has a copy.
    package func someone(_ standing: AccountStanding = .active) async throws -> UserID {
        let user = UserID()
        try await scene.know(user, standing: standing)
        return user
    }
}

extension Crew {
    /// Users who cannot see a contest, each with the contest.
    private static let unseen: [(String, @Sendable () async throws -> (Crew, UserID))] = [
        (
            "unknown",
            {
                let scene = Scene()
                return (Crew(scene: scene, id: ChallengeID()), scene.bo)
            }
        ),
        (
            "private",
            {
                let crew = try await Crew.form { $0.visibility = .private }
                return (crew, crew.scene.bo)
            }
        ),
        (
            "of no friend",
            {
                let crew = try await Crew.form { $0.visibility = .friends }
                return (crew, crew.scene.bo)
            }
        ),
        (
            "seen with a code",
            {
                let crew = try await Crew.form { $0.visibility = .link }
                return (crew, crew.scene.bo)
            }
        ),
        (
            "a draft",
            {
                let crew = try await Crew.form { $0.draft = true }
                return (crew, crew.scene.bo)
            }
        ),
        (
            "behind a block",
            {
                let crew = try await Crew.form()
                try await crew.scene.relate(crew.scene.ana, crew.scene.bo, .blocked)
                return (crew, crew.scene.bo)
            }
        ),
        (
            "removed from a private one",
            {
                let crew = try await Crew.form { $0.visibility = .private }
                try await crew.invite(crew.scene.bo)
                try await crew.join(crew.scene.bo)
                try await crew.remove(crew.scene.bo)
                return (crew, crew.scene.bo)
            }
        ),
    ]

    /// Checks that users who cannot see a contest get the same refusal as if it did not exist, and
    /// that the call changes nothing.
    package static func expectNotFound<C: Call>(_ call: (Crew) -> C) async throws {
        for (what, make) in unseen {
            let (crew, user) = try await make()
            let before = try await crew.row(of: user)
            let events = try await crew.eventCount()
            let refusal = await crew.refusal(of: call(crew), as: user)
            try #require(refusal == ["challenges.contest_not_found"], "\(what)")
            let after = try await crew.row(of: user)
            try #require(after == before, "\(what)")
            try #require(try await crew.eventCount() == events, "\(what)")
        }
    }
}
