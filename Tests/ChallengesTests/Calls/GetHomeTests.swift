import ChallengesAPI
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// What a user is to do (SF-22, FR-33, 2.8-home).
@Suite(.freshDatabase(Challenges.migrations))
struct GetHomeTests {
    /// A user's home, read page by page.
    private func home(
        of user: UserID,
        _ scene: Scene,
        limit: Int? = nil
    ) async throws -> [HomeItem] {
        var items: [HomeItem] = []
        var call = GetHome(limit: limit)
        repeat {
            let page = try await scene.ask(call, as: user)
            items += page.items
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return items
    }

    @Test func `what is open is there by its deadline, and last what has none`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let endless = try await [scene.store(.submitted), scene.store(.sent)].sorted()
        let late = try await scene.store(.sent, deadline: now + .days(9))
        let twins = try await [
            scene.store(.accepted, deadline: now + .days(2)),
            scene.store(.started, deadline: now + .days(2)),
        ].sorted()
        let missed = try await scene.store(.missed, deadline: now - .days(6))
        for limit in [1, 2, 3, 6, 100] {
            let items = try await home(of: scene.bo, scene, limit: limit)
            #expect(items.map(\.assignment?.id) == [missed] + twins + [late] + endless)
            #expect(
                items.map(\.dueAt) == [
                    now - .days(6), now + .days(2), now + .days(2), now + .days(9), nil, nil,
                ]
            )
        }
    }

    @Test func `a page has 20 items, or as many as were asked for`() async throws {
        let scene = Scene()
        for _ in 0..<21 { try await scene.store(.sent) }
        let first = try await scene.ask(GetHome(), as: scene.bo)
        #expect(first.items.count == 20)
        let cursor: String = try #require(first.nextCursor)
        let rest = GetHome(limit: 1, cursor: cursor)
        let last = try await scene.ask(rest, as: scene.bo)
        #expect(last.items.count == 1)
        #expect(last.nextCursor == nil)
    }

    @Test func `what is over is not there, and what a user sent is not theirs to do`() async throws
    {
        let scene = Scene()
        let now = scene.clock.now
        for state in AssignmentLife.State.allCases where !state.isOpen && state != .missed {
            try await scene.store(state, deadline: now + .days(1))
        }
        let open = try await scene.store(.sent)
        #expect(try await home(of: scene.bo, scene).map(\.assignment?.id) == [open])
        #expect(try await home(of: scene.ana, scene).isEmpty)
        #expect(try await home(of: scene.cy, scene).isEmpty)
    }

    @Test func `a missed workout stays for seven days after its deadline`() async throws {
        let scene = Scene()
        let end = scene.clock.now
        let id = try await scene.store(.missed, deadline: end, closedAt: end)
        scene.clock.advance(by: .days(7) - .microseconds(1))
        #expect(try await home(of: scene.bo, scene).map(\.assignment?.id) == [id])
        scene.clock.advance(by: .microseconds(1))
        #expect(try await home(of: scene.bo, scene).isEmpty)
    }

    @Test func `an item is what the list of assignments shows`() async throws {
        let scene = Scene()
        let soon = scene.clock.now + .days(1)
        let id = try await scene.make(.submitted, deadline: soon)
        let items = try await home(of: scene.bo, scene)
        #expect(items == [HomeItem(dueAt: soon, assignment: try await scene.get(id))])
        #expect(items.first?.assignment?.attempts.count == 1)
    }

    @Test func `what ends leaves the home at once`() async throws {
        let scene = Scene()
        let id = try await scene.make(.sent)
        #expect(try await home(of: scene.bo, scene).map(\.assignment?.id) == [id])
        _ = try await scene.ask(DenyAssignment(assignment: id), as: scene.bo)
        #expect(try await home(of: scene.bo, scene).isEmpty)
    }

    @Test func `a block empties it of what the two had open`() async throws {
        let scene = Scene()
        _ = try await scene.make(.accepted)
        let pair = Pair(scene.ana, scene.bo)
        _ = try await scene.tell(
            RelationChanged(one: pair.one, other: pair.other, relation: .blocked, version: 2)
        )
        #expect(try await home(of: scene.bo, scene).isEmpty)
    }

    @Test(arguments: [
        (GetHome(limit: 0), ChallengesError.limitInvalid, "/limit"),
        (GetHome(limit: 101), .limitInvalid, "/limit"),
        (GetHome(cursor: "x"), .cursorInvalid, "/cursor"),
        (GetHome(cursor: ""), .cursorInvalid, "/cursor"),
    ])
    func `an invalid query is refused`(
        call: GetHome,
        error: ChallengesError,
        pointer: String
    ) async {
        let scene = Scene()
        #expect(await scene.fault(call, as: scene.bo) == Refusal(error, at: pointer).fault)
    }
}
