import ChallengesAPI
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct ListAssignmentsTests {
    @Test func `each sees what was sent to them or what they sent, newest first`() async throws {
        let scene = Scene()
        var sent: [AssignmentID] = []
        for index in 0..<7 {
            // Some at one moment, so that the ids have to decide.
            if index.isMultiple(of: 3) { scene.clock.advance(by: .minutes(1)) }
            sent.append(try await scene.send())
        }
        let toCy = try await scene.send(to: scene.cy)
        for limit in [1, 2, 3, 7, 8, 100] {
            let received = await scene.list(as: scene.bo, .recipient, limit: limit)
            #expect(Set(received) == Set(sent))
            #expect(received.count == sent.count)
            let newest = try await scene.get(received[0])
            let oldest = try await scene.get(received[6])
            #expect(newest.sentAt > oldest.sentAt)
            #expect(await scene.list(as: scene.ana, .sender, limit: limit).count == 8)
        }
        #expect(await scene.list(as: scene.cy, .recipient) == [toCy])
        #expect(await scene.list(as: scene.bo, .sender) == [])
        #expect(await scene.list(as: scene.ana, .recipient) == [])
    }

    @Test func `a page is as long as asked, and the last one says so`() async throws {
        let scene = Scene()
        for _ in 0..<21 { try await scene.send() }
        let first = try await scene.ask(ListAssignments(role: .recipient), as: scene.bo)
        #expect(first.items.count == 20)
        let cursor = try #require(first.nextCursor)
        let last = try await scene.ask(
            ListAssignments(role: .recipient, limit: 1, cursor: cursor),
            as: scene.bo
        )
        #expect(last.items.count == 1)
        #expect(last.nextCursor == nil)
    }

    @Test func `a list shows whole assignments, as the one who asks sees them`() async throws {
        let scene = Scene()
        let first = try await scene.make(.done)
        scene.clock.advance(by: .minutes(1))
        let second = try await scene.make(.accepted)
        let pictures = [MediaID(), MediaID()]
        for round in 1...2 {
            let call = SubmitAssignment(
                assignment: second,
                note: "Number \(round)",
                mediaIDs: pictures
            )
            _ = try await scene.ask(call, as: scene.bo)
            if round == 1 {
                let again = TryAgain(assignment: second, reason: "Again.")
                _ = try await scene.ask(again, as: scene.ana)
            }
        }
        for (user, role) in [
            (scene.ana, ListAssignments.Role.sender), (scene.bo, .recipient),
        ] {
            let page = try await scene.ask(ListAssignments(role: role), as: user)
            #expect(
                page.items == [
                    try await scene.get(second, as: user), try await scene.get(first, as: user),
                ]
            )
            #expect(page.items[0].attempts.map(\.note) == ["Number 1", "Number 2"])
            #expect(page.items[0].attempts.map { $0.media.map(\.id) } == [pictures, pictures])
        }
    }

    @Test func `a state narrows the list`() async throws {
        let scene = Scene()
        var ids: [Dare.State: AssignmentID] = [:]
        for state in Dare.State.allCases where state != .expired {
            ids[state] = try await scene.make(state)
        }
        for (state, id) in ids {
            let shown = try #require(Assignment.State(rawValue: state.rawValue))
            #expect(await scene.list(as: scene.bo, .recipient, shown, limit: 1) == [id])
        }
        #expect(await scene.list(as: scene.bo, .recipient, .expired) == [])
    }

    @Test(arguments: [
        (ListAssignments(role: .unknown), ChallengesError.roleUnknown, "/role"),
        (ListAssignments(role: .sender, state: .unknown), .stateUnknown, "/state"),
        (ListAssignments(role: .sender, limit: 0), .limitInvalid, "/limit"),
        (ListAssignments(role: .sender, limit: 101), .limitInvalid, "/limit"),
        (ListAssignments(role: .sender, cursor: "x"), .cursorInvalid, "/cursor"),
    ])
    func `a list that cannot be read is refused`(
        call: ListAssignments,
        error: ChallengesError,
        pointer: String
    ) async {
        let scene = Scene()
        #expect(await scene.fault(call, as: scene.ana) == Refusal(error, at: pointer).fault)
    }

    @Test func `nobody sees another recipient's`() async throws {
        let scene = Scene()
        let call = CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy])
        let made = try await scene.ask(call, as: scene.ana)
        #expect(await scene.list(as: scene.bo, .recipient) == [made.assignments[0].id])
        #expect(await scene.list(as: scene.cy, .recipient) == [made.assignments[1].id])
    }
}
