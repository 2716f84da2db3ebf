import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// What many people do at once to come into a contest (Part 3), asking two replicas in turns.
@Suite(.freshDatabase(Challenges.migrations))
struct JoiningRacesTests {
    /// Checks that the counts of a contest are those of its rows.
    private func expectCounted(
        _ crew: Crew,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let counted = try await crew.scene.database.one(
            """
            SELECT ARRAY[count(*) FILTER (WHERE state = 'joined'), count(joined_at)]
            FROM participants WHERE challenge = \(crew.id)
            """
        ) { row in try row.next([Int].self) }
        #expect(try await crew.counts() == counted, sourceLocation: sourceLocation)
    }

    @Test func `of two hundred people who join at once, as many get in as there are places`()
        async throws
    {
        try await Replicas.with { replicas in
            let crew = try await Crew.form(in: replicas.scene) {
                $0.authorPlays = false
                $0.capacity = 10
            }
            let people = (0..<200).map { _ in UserID() }
            let join = JoinContest(contest: crew.id)
            let faults = await replicas.faults(people.map { ($0, join) })
            #expect(faults.count == 190)
            #expect(Set(faults) == [ChallengesError.contestFull.fault])
            #expect(try await crew.counts() == [10, 10])
            let joined = try await crew.scene.database.people(.joined, in: crew.id)
            #expect(joined.count == 10)
            let told = try await crew.scene.emitted(ScoresChanged.self).flatMap(\.players)
            #expect(told.map(\.user).sorted() == joined)
            try await expectCounted(crew)
        }
    }

    @Test func `a hundred joins of one person make one row`() async throws {
        try await Replicas.with { replicas in
            let crew = try await Crew.form(in: replicas.scene)
            let scene = crew.scene
            let join = JoinContest(contest: crew.id)
            let faults = await replicas.faults(Array(repeating: (scene.bo, join), count: 100))
            #expect(faults == [])
            #expect(try await crew.counts() == [2, 2])
            #expect(try await crew.row(of: scene.bo)?.version == 1)
            #expect(try await crew.scores(of: scene.bo).count == 1)
        }
    }

    @Test func `a hundred joins of an owner make one row`() async throws {
        try await Replicas.with { replicas in
            let crew = try await Crew.form(in: replicas.scene) { $0.kind = .open }
            let scene = crew.scene
            let join = JoinContest(contest: crew.id)
            let faults = await replicas.faults(Array(repeating: (scene.ana, join), count: 100))
            #expect(faults == [])
            #expect(try await crew.counts() == [1, 1])
            #expect(try await crew.scores(of: scene.ana).count == 1)
        }
    }

    @Test func `a person gets into no more contests at once than they may be in`() async throws {
        try await Replicas.with(rules: Rules(contests: ContestRules(contestsJoined: 3))) {
            replicas in
            let scene = replicas.scene
            var joins: [(UserID, JoinContest)] = []
            for _ in 0..<12 {
                let crew = try await Crew.form(in: scene) { $0.authorPlays = false }
                joins.append((scene.bo, JoinContest(contest: crew.id)))
            }
            let faults = await replicas.faults(joins)
            #expect(faults.count == 9)
            #expect(Set(faults) == [ChallengesError.contestsTooMany.fault])
            let joined = try await scene.database.one(
                "SELECT count(*) FROM participants WHERE user_id = \(scene.bo) AND state = 'joined'"
            ) { row in try row.next(Int.self) }
            #expect(joined == 3)
        }
    }

    /// One person comes and goes, is invited and removed, all at once: whatever happens, nothing is
    /// counted twice, nobody waits for each other for ever, and scoring hears it in order.
    @Test func `counts are right after concurrent moves of one participant`() async throws {
        try await Replicas.with { replicas in
            for _ in 0..<Effort.scaled(3) {
                let crew = try await Crew.form(in: replicas.scene) { $0.membersMayInvite = true }
                let scene = crew.scene
                let (bo, cy) = (try await crew.someone(), try await crew.someone())
                try await crew.join(cy)
                await withTaskGroup { group in
                    for index in 0..<60 {
                        group.addTask {
                            switch index % 6 {
                            case 0, 1:
                                let join = JoinContest(contest: crew.id)
                                _ = await replicas.fault(join, as: bo, on: index / 6)
                            case 2:
                                let leave = LeaveContest(contest: crew.id)
                                _ = await replicas.fault(leave, as: bo, on: index / 6)
                            case 3:
                                let invite = InviteToContest(contest: crew.id, invitees: [bo])
                                let inviter = index < 30 ? scene.ana : cy
                                _ = await replicas.fault(invite, as: inviter, on: index / 6)
                            case 4:
                                let decline = DeclineContest(contest: crew.id)
                                _ = await replicas.fault(decline, as: bo, on: index / 6)
                            default:
                                guard index > 50 else { return }
                                let remove = RemoveParticipant(contest: crew.id, user: bo)
                                _ = await replicas.fault(remove, as: scene.ana, on: index / 6)
                            }
                        }
                    }
                }
                try await expectCounted(crew)
                let scores = try await crew.scores(of: bo)
                #expect(scores.map(\.version) == scores.map(\.version).sorted())
                let row = try await crew.row(of: bo)
                if let last = scores.last, let row, row.state == .joined || row.state == .left {
                    #expect(last.state.rawValue == row.state.rawValue)
                }
            }
        }
    }

    @Test func `an invitation and a join at once end with one of the two, in order`() async throws {
        try await Replicas.with { replicas in
            let crew = try await Crew.form(in: replicas.scene)
            let scene = crew.scene
            for _ in 0..<10 {
                let person = UserID()
                let invite = InviteToContest(contest: crew.id, invitees: [person])
                async let invited = replicas.fault(invite, as: scene.ana, on: 0)
                let join = JoinContest(contest: crew.id)
                async let joined = replicas.fault(join, as: person, on: 1)
                let faults = await [invited, joined]
                #expect(faults == [nil, nil])
                #expect(try await crew.state(of: person) == .joined)
            }
            try await expectCounted(crew)
        }
    }

    @Test func `owners who leave at once pass it on, until nobody is left`() async throws {
        try await Replicas.with { replicas in
            let crew = try await Crew.form(in: replicas.scene)
            let scene = crew.scene
            let people = (0..<8).map { _ in UserID() }
            for user in people { try await crew.join(user) }
            let leave = LeaveContest(contest: crew.id)
            let faults = await replicas.faults((people + [scene.ana]).map { ($0, leave) })
            #expect(faults == [])
            let contest = try #require(try await scene.database.contest(crew.id))
            #expect(contest.life.state == .cancelled)
            #expect(try await crew.counts() == [0, 9])
        }
    }
}
