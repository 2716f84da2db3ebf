import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct PrepareDaresTests {
    private let scene = Scene()

    private func prepare(
        _ first: Int,
        _ count: Int,
        dares: Int,
        friends: Int = 4
    ) async throws(Fault) -> Int {
        let call = PrepareDares(first: first, count: count, dares: dares, friends: friends)
        return try await scene.board.asked(by: .operator).call(call, in: .background()).made
    }

    @Test func `each recipient has dares in all four states`() async throws {
        #expect(try await prepare(1, 3, dares: 8) == 24)
        for number in 1...3 {
            let me = PreparedPeople.id(number)
            let page = try await scene.ask(ListAssignments(role: .recipient), as: me)
            #expect(page.items.map(\.id) == (0..<8).map { PreparedDares.assignment(number, $0) })
            #expect(
                page.items.map(\.state)
                    == [.sent, .accepted, .submitted, .done, .sent, .accepted, .submitted, .done]
            )
            #expect(page.items.map { $0.attempts.count } == [0, 0, 1, 1, 0, 0, 1, 1])
            #expect(page.items.allSatisfy { $0.recipient.id == me && $0.sender.id != me })
        }
    }

    @Test func `they come from the friends with the preceding numbers`() async throws {
        _ = try await prepare(1, 5, dares: 3, friends: 4)
        func senders(_ number: Int) async throws -> [UserID] {
            try await scene.ask(
                ListAssignments(role: .recipient),
                as: PreparedPeople.id(number)
            ).items.map(\.sender.id)
        }
        #expect(try await senders(5) == [4, 3, 4].map(PreparedPeople.id))
        #expect(try await senders(2) == [1, 1, 1].map(PreparedPeople.id))
        #expect(try await senders(1) == [2, 2, 2].map(PreparedPeople.id))
    }

    @Test func `repeating creates nothing, and asking for more creates those`() async throws {
        #expect(try await prepare(1, 2, dares: 4) == 8)
        #expect(try await prepare(1, 2, dares: 4) == 0)
        #expect(try await prepare(1, 2, dares: 5) == 2)
        #expect(try await scene.emitted(AssignmentDone.self).count == 2)
        #expect(try await prepare(1, 0, dares: 5) == 0)
        #expect(try await prepare(1, 5, dares: 0) == 0)
    }

    @Test func `done assignments pay, and open ones have their timers`() async throws {
        _ = try await prepare(2, 1, dares: 4)
        let paid = try await scene.emitted(AssignmentDone.self)
        #expect(paid.map(\.assignment) == [PreparedDares.assignment(2, 3)])
        #expect(paid.map(\.completer) == [PreparedPeople.id(2)])
        #expect(paid.map(\.sender) == [PreparedPeople.id(1)])
        #expect(paid.allSatisfy { $0.isVerified })
        // The accepted one has no deadline, the submitted one waits for its verdict.
        let now = scene.clock.now
        #expect(try await scene.dueTimes() == [now + .days(7), now + .days(14)])
    }

    @Test func `they behave like any other`() async throws {
        _ = try await prepare(1, 2, dares: 3)
        let (sender, me) = (PreparedPeople.id(1), PreparedPeople.id(2))
        let dare = PreparedDares.assignment(2, 0)
        _ = try await scene.ask(AcceptAssignment(assignment: dare), as: me)
        _ = try await scene.ask(SubmitAssignment(assignment: dare), as: me)
        _ = try await scene.ask(ApproveSubmission(assignment: dare), as: sender)
        let waiting = PreparedDares.assignment(2, 2)
        let done = try await scene.ask(ApproveSubmission(assignment: waiting), as: sender)
        #expect(done.attempts.map(\.outcome) == [.approved])
        scene.clock.advance(by: .days(14))
        #expect(try await scene.fireDue() > 0)
        #expect(try await scene.get(PreparedDares.assignment(1, 0), as: sender).state == .expired)
    }

    @Test func `too many are refused`() async throws {
        for (first, count, dares, friends) in [
            (1, 101, 1, 4), (1, 100, 51, 4), (0, 1, 1, 4), (1, 1, 1, 1), (1, 1, 1_001, 4),
        ] as [(Int, Int, Int, Int)] {
            await #expect(throws: Refusal(ChallengesError.recipientsInvalid, at: "/count").fault) {
                try await prepare(first, count, dares: dares, friends: friends)
            }
        }
    }

    @Test func `a person who does not exist is sent nothing`() async throws {
        scene.identity.set(.unknown, of: PreparedPeople.id(4))
        await #expect(throws: Refusal(ChallengesError.notFriends, at: "/first").fault) {
            try await prepare(3, 2, dares: 1)
        }
        #expect(try await prepare(2, 2, dares: 1) == 2)
    }

    @Test func `only the operator prepares`() async {
        let call = PrepareDares(first: 1, count: 1, dares: 1, friends: 2)
        #expect(await scene.fault(call, as: scene.ana) == WireError.forbidden.fault)
    }
}
