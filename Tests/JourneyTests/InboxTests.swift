import ChallengesAPI
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Identity

/// What challengesd tells, on a bad line: each event may be lost on the way, or come twice.
struct InboxTests {
    @Test func `what people are told arrives once, and is settled in its order`() async throws {
        try await SmallCluster.run(seed: Seed.value) { cluster in
            let people = cluster.identity.switchboard
            let call = Register(
                username: "ana",
                password: "correct horse",
                firstName: "Ana",
                lastName: "Test"
            )
            let ana = try await people.call(call, in: CallContext()).user.id
            let outcomes: [NoticesSettled.Outcome?] = [.acted, .expired, .gone, nil]
            for _ in 0..<5 {
                for outcome in outcomes {
                    let dare = AssignmentID()
                    try await cluster.tell(ana, about: dare)
                    if let outcome { try await cluster.settle(dare, outcome) }
                }
            }
            try await cluster.settle()
            let page = try await people.call(ListNotices(), in: CallContext(user: ana))
            let states = Dictionary(grouping: page.items, by: \.state).mapValues(\.count)
            #expect(states == [.acted: 5, .expired: 5, .new: 5], "GAUNTLET_SEED=\(Seed.value)")
            let counts = try await people.call(CountNotices(), in: CallContext(user: ana))
            #expect(counts.new == 5)
        }
    }

    @Test func `likes come and go, a contest is renamed, and a cancelled one asks nobody`()
        async throws
    {
        try await SmallCluster.run(seed: nil) { cluster in
            let people = cluster.identity.switchboard
            var users: [UserID] = []
            for name in ["ana", "ben", "cyd"] {
                let call = Register(
                    username: name,
                    password: "correct horse",
                    firstName: name,
                    lastName: "Test"
                )
                users.append(try await people.call(call, in: CallContext()).user.id)
            }
            let (ana, bo, cy) = (users[0], users[1], users[2])
            func ask<C: Call>(_ call: C, as user: UserID) async throws {
                _ = try await cluster.challenges.switchboard.call(
                    call,
                    in: CallContext(user: user)
                )
            }
            func inbox(_ user: UserID) async throws -> [Notice] {
                try await cluster.settle()
                let notices = try await people.call(ListNotices(), in: CallContext(user: user))
                return notices.items
            }
            let request = try await people.call(
                SendFriendRequest(to: bo),
                in: CallContext(user: ana)
            )
            _ = try await people.call(
                AnswerFriendRequest(request: request.id, accept: true),
                in: CallContext(user: bo)
            )
            try await cluster.settle()
            let made = try await cluster.challenges.switchboard.call(
                CreateContest(
                    name: "Old name",
                    unit: "litres",
                    visibility: .public,
                    invitees: [bo],
                    endsAt: cluster.clock.now + .days(7)
                ),
                in: CallContext(user: ana)
            ).id
            for user in [bo, cy] {
                try await ask(LikeContest(contest: made, likes: true), as: user)
            }
            func liked() async throws -> [Notice] {
                try await inbox(ana).filter { $0.kind == .liked }
            }
            #expect(try await liked().map(\.count) == [2])
            try await ask(LikeContest(contest: made, likes: false), as: cy)
            #expect(try await liked().map(\.count) == [nil])
            #expect(try await liked().map(\.actor?.id) == [bo])
            try await ask(ChangeContest(contest: made, name: "New name"), as: ana)
            #expect(try await liked().map(\.name) == ["New name"])
            func invited() async throws -> [Notice] {
                try await inbox(bo).filter { $0.challengeID == made }
            }
            #expect(try await invited().map(\.name) == ["New name"])
            #expect(try await invited().map(\.kind) == [.contestInvited])
            try await ask(LikeContest(contest: made, likes: false), as: bo)
            #expect(try await liked().isEmpty)
            try await ask(CancelContest(contest: made), as: ana)
            #expect(try await invited().isEmpty)
        }
    }
}

extension SmallCluster {
    /// Tells a person of a dare, as a move of challengesd does.
    fileprivate func tell(_ user: UserID, about dare: AssignmentID) async throws {
        let told = PeopleTold(
            people: [user],
            kind: .dareReceived,
            cause: dare.description,
            subject: Notice.Subject(dare),
            at: clock.now
        )
        try await challenges.database.transaction { tx in
            try tx.emit(told, to: .identity)
        }
    }

    /// Settles what people were told of a dare.
    fileprivate func settle(
        _ dare: AssignmentID,
        _ outcome: NoticesSettled.Outcome
    ) async throws {
        let settled = NoticesSettled(
            subject: Notice.Subject(dare),
            kinds: [.dareReceived],
            outcome: outcome,
            at: clock.now
        )
        try await challenges.database.transaction { tx in
            try tx.emit(settled, to: .identity)
        }
    }
}
