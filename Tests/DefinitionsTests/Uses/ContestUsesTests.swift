import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Definitions

/// A contest that was made from a definition is a run of it: whoever joins takes the definition on,
/// and whoever completes it may rate the definition (2.5-difficulty, K-12).
@Suite(.freshDatabase(Challenges.migrations))
struct ContestUsesTests {
    private let scene = Scene()

    /// A contest of Ana's, in which she plays, from a definition.
    private func contest(
        _ kind: ChallengeKind,
        of definition: DefinitionID
    ) async throws -> Crew {
        try await Crew.form(in: scene) { call in
            call.kind = kind
            call.definition = definition
        }
    }

    /// Why somebody may not rate a definition; `nil` if they may.
    private func refusal(of definition: DefinitionID, to user: UserID) async -> Fault? {
        await scene.fault(RateDefinition(definition: definition, stars: 4), as: user)
    }

    /// How many people use a definition, as Bo sees it.
    private func users(of definition: DefinitionID) async throws -> Int {
        try await scene.ask(GetDefinition(definition: definition), as: scene.bo).userCount
    }

    private let notCompleted = ChallengesError.notCompleted.fault

    @Test func `users who completed an open contest may rate its definition`() async throws {
        let definition = try await scene.storeDefinition()
        let other = try await scene.storeDefinition()
        let crew = try await contest(.open, of: definition)
        try await crew.join(scene.bo, scene.cy)
        #expect(await refusal(of: definition, to: scene.bo) == notCompleted)
        _ = try await scene.ask(CompleteContest(contest: crew.id), as: scene.bo)
        #expect(await refusal(of: definition, to: scene.bo) == nil)
        #expect(await refusal(of: definition, to: scene.cy) == notCompleted)
        #expect(await refusal(of: other, to: scene.bo) == notCompleted)
    }

    @Test func `participants with an entry at a competition's end may rate its definition`()
        async throws
    {
        let definition = try await scene.storeDefinition()
        let other = try await scene.storeDefinition()
        let crew = try await contest(.competition, of: definition)
        let dan = try await crew.someone()
        try await crew.join(scene.bo, scene.cy, dan)
        try await crew.log(3, by: scene.bo)
        try await crew.log(3, by: dan)
        try await crew.leave(dan)
        #expect(await refusal(of: definition, to: scene.bo) == notCompleted)
        try await crew.pass(Crew.duration)
        #expect(await refusal(of: definition, to: scene.bo) == notCompleted)
        try await crew.pass(Crew.settling)
        #expect(await refusal(of: definition, to: scene.bo) == nil)
        #expect(await refusal(of: definition, to: scene.cy) == notCompleted)
        #expect(await refusal(of: definition, to: dan) == notCompleted)
        #expect(await refusal(of: other, to: scene.bo) == notCompleted)
    }

    @Test func `who leaves a competition, or is removed, has completed it if it was over`()
        async throws
    {
        for (state, ended, expected) in [
            (.left, .zero, true), (.left, .zero - .tick, false),
            (.removed, .zero, false),
        ] as [(Participant.State, Duration, Bool)] {
            let definition = try await scene.storeDefinition()
            let over = try await scene.storeContest(.completed) { contest in
                contest.challenge.snapshot.definition = definition
            }
            let endsAt = try #require(over.life.endsAt)
            try await scene.storePart(scene.bo, state, in: over, value: .of("1")) { person in
                person.endedAt = endsAt + ended
            }
            let completed = try await scene.database.hasCompleted(definition, scene.bo)
            #expect(completed == expected, "\(state) \(ended)")
        }
    }

    @Test func `a user who joins contests of a definition counts as one use`()
        async throws
    {
        let definition = try await scene.storeDefinition()
        let crew = try await contest(.open, of: definition)
        #expect(try await users(of: definition) == 0)
        try await crew.invite(scene.bo)
        #expect(try await users(of: definition) == 0)
        try await crew.join(scene.bo)
        #expect(try await users(of: definition) == 1)
        try await crew.leave(scene.bo)
        try await crew.join(scene.bo)
        try await contest(.competition, of: definition).join(scene.bo)
        let call = CreateChallenge(
            kind: .workout,
            recipients: [scene.bo, scene.cy],
            deadline: scene.clock.now + .hours(1),
            definition: definition
        )
        let sent = try await scene.ask(call, as: scene.ana).assignments.map(\.id)
        _ = try await scene.ask(StartAssignment(assignment: sent[0]), as: scene.bo)
        #expect(try await users(of: definition) == 2)
        _ = try await scene.ask(StartAssignment(assignment: sent[1]), as: scene.cy)
        try await crew.join(scene.cy)
        #expect(try await users(of: definition) == 3)
        try await scene.expectCounted()
    }

    @Test(arguments: [true, false])
    func `a completion that is voided takes none away that a contest gives`(
        contestComesFirst: Bool
    ) async throws {
        let definition = try await scene.storeDefinition()
        let crew = try await contest(.open, of: definition)
        try await crew.join(scene.bo)
        let complete = CompleteContest(contest: crew.id)
        if contestComesFirst { _ = try await scene.ask(complete, as: scene.bo) }
        let call = CreateChallenge(
            kind: .dare,
            recipients: [scene.bo],
            deadline: scene.clock.now + .hours(1),
            definition: definition
        )
        let dare = try await scene.ask(call, as: scene.ana).assignments[0].id
        _ = try await scene.ask(AcceptAssignment(assignment: dare), as: scene.bo)
        _ = try await scene.ask(SubmitAssignment(assignment: dare), as: scene.bo)
        _ = try await scene.ask(ApproveSubmission(assignment: dare), as: scene.ana)
        if !contestComesFirst { _ = try await scene.ask(complete, as: scene.bo) }
        _ = try await scene.moderate(VoidAssignment(assignment: dare, reason: "No."))
        #expect(await refusal(of: definition, to: scene.bo) == nil)
        let done = try await scene.acts().filter { act in
            act.of == .definition && act.what == .completion
        }
        #expect(done.map(\.user) == [scene.bo])
    }

    @Test func `what the previous release stores of a contest's people counts`() async throws {
        let definition = try await scene.storeDefinition()
        let stored = try await scene.storeContest(kind: .open) { contest in
            contest.challenge.snapshot.definition = definition
        }
        let joinedAt = scene.clock.now
        for (user, state, at) in [
            (scene.bo, "joined", joinedAt), (scene.cy, "invited", nil),
        ] as [(UserID, String, Instant?)] {
            try await scene.database.run(
                """
                INSERT INTO participants (challenge, user_id, state, by_code, joined_at, entries,
                    is_flagged, version)
                VALUES (\(stored.id), \(user), \(state), false, \(at), 0, false, 1)
                """
            )
        }
        #expect(try await users(of: definition) == 1)
        try await scene.database.run(
            """
            UPDATE participants SET state = 'joined', joined_at = \(joinedAt), version = 2
            WHERE user_id = \(scene.cy)
            """
        )
        #expect(try await users(of: definition) == 2)
        #expect(try await !scene.database.hasCompleted(definition, scene.cy))
        try await scene.database.run(
            """
            UPDATE participants SET completed_at = \(joinedAt + .hours(1)), version = 3
            WHERE user_id = \(scene.cy)
            """
        )
        #expect(try await scene.database.hasCompleted(definition, scene.cy))
        #expect(try await !scene.database.hasCompleted(definition, scene.bo))
        try await scene.expectCounted()
        let trending = try await scene.acts().filter { $0.of == .definition }
        #expect(trending.filter { $0.what == .join }.count == 2)
        #expect(trending.filter { $0.what == .completion }.map(\.user) == [scene.cy])
    }

    @Test func `people who join, start, like and complete at once are each counted once`()
        async throws
    {
        let definition = try await scene.storeDefinition()
        let crews = [
            try await contest(.open, of: definition), try await contest(.open, of: definition),
        ]
        let people = (0..<12).map { _ in UserID() }
        let faults = try await withThrowingTaskGroup(of: [Fault?].self) { group in
            for user in people {
                for crew in crews {
                    group.addTask {
                        await [
                            scene.fault(JoinContest(contest: crew.id), as: user),
                            scene.fault(CompleteContest(contest: crew.id), as: user),
                        ]
                    }
                }
                group.addTask {
                    let like = LikeDefinition(definition: definition, likes: true)
                    return await [scene.fault(like, as: user)]
                }
                group.addTask {
                    try await scene.database.transaction { tx in
                        try tx.use(definition, by: user, at: scene.clock.now)
                    }
                    return []
                }
            }
            return try await group.reduce(into: [Fault]()) { faults, some in
                faults += some.compactMap(\.self)
            }
        }
        #expect(faults == [])
        #expect(try await users(of: definition) == 12)
        for user in people {
            #expect(try await scene.database.hasCompleted(definition, user))
        }
        try await scene.expectCounted()
    }
}
