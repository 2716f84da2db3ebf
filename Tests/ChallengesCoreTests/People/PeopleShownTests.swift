import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Wire

@testable import Challenges
@testable import ChallengesCore

/// People as others see them (2.11-placeholder).
@Suite(.freshDatabase(Challenges.migrations))
struct PeopleShownTests {
    private let scene = Scene()

    @Test(arguments: AccountStanding.allCases)
    func `a person who is blocked or not active stands as a placeholder`(
        standing: AccountStanding
    ) async throws {
        for relation in Relation.allCases {
            let scene = Scene()
            let (ana, bo) = (scene.ana, scene.bo)
            try await scene.know(ana, standing: standing)
            try await scene.know(bo)
            try await scene.relate(ana, bo, relation)
            let shown = try await scene.database.peopleShown([ana, bo, ana], to: bo)
            let expected: Person =
                switch standing {
                case .active: relation == .blocked ? .hidden : FakeIdentity.card(ana).person
                case .deleted: .deleted
                case .hidden, .suspended, .unknown: .hidden
                }
            #expect(shown == [ana: expected, bo: FakeIdentity.card(bo).person], "\(relation)")
        }
    }

    @Test func `people see themselves, whatever they are`() async throws {
        try await scene.know(scene.ana, standing: .suspended)
        let shown = try await scene.database.peopleShown([scene.ana], to: scene.ana)
        #expect(shown[scene.ana]?.id == scene.ana)
    }

    @Test func `strangers are shown by name, and users without a card are not`() async throws {
        try await scene.know(scene.ana)
        let shown = try await scene.database.peopleShown([scene.ana, scene.cy], to: scene.bo)
        #expect(shown == [scene.ana: FakeIdentity.card(scene.ana).person, scene.cy: .hidden])
        #expect(try await scene.database.peopleShown([], to: scene.bo).isEmpty)
    }

    @Test func `a user stored by an earlier release is active`() async throws {
        try await scene.tell(of: FakeIdentity.card(scene.ana))
        let shown = try await scene.database.peopleShown([scene.ana], to: scene.bo)
        #expect(shown[scene.ana]?.placeholder == nil)
    }

    @Test func `more people than fit a point read are read`() async throws {
        try await scene.know(scene.ana)
        let ids = [scene.ana] + (0..<300).map { _ in UserID() }
        let shown = try await scene.database.peopleShown(ids, to: scene.bo)
        #expect(shown.count == 301)
        #expect(shown.values.filter { $0.placeholder == nil }.map(\.id) == [scene.ana])
    }

    @Test func `several viewers see people as each would alone`() async throws {
        let people = [scene.ana, scene.bo, scene.cy, UserID()]
        for (person, standing) in zip(people, [AccountStanding.active, .suspended, .active]) {
            try await scene.know(person, standing: standing)
        }
        try await scene.relate(scene.ana, scene.cy, .blocked)
        try await scene.relate(scene.ana, scene.bo, .friends)
        let asked = [people, [], [scene.cy, scene.ana, scene.cy], people.reversed()]
        let viewers = [scene.ana, scene.bo, scene.bo, scene.cy]
        let shown = try await scene.database.peopleShown(asked, to: viewers)
        #expect(shown.count == 4)
        for index in asked.indices {
            let alone = try await scene.database.peopleShown(asked[index], to: viewers[index])
            #expect(shown[index] == alone)
        }
        #expect(shown[0][scene.cy] == .hidden)
        #expect(shown[2][scene.cy]?.id == scene.cy)
        #expect(
            try await scene.database.peopleShown([[], []], to: [scene.ana, scene.bo]) == [[:], [:]]
        )
    }
}
