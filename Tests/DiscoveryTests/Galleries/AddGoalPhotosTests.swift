import ChallengesAPI
import ChallengesTestKit
import Contests
import Identifiers
import IdentityAPI
import MediaAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Discovery

/// Pictures that people add to their goals (2.10-gallery, CH-08).
@Suite(.freshDatabase(Challenges.migrations))
struct AddGoalPhotosTests {
    private let scene = Scene()

    @Test func `pictures come behind those that the goal has, and mediad is told`() async throws {
        let first = MediaID()
        let goal = try await scene.goal(of: scene.bo) { $0.mediaIDs = [first] }
        scene.clock.advance(by: .hours(3))
        let pictures = [MediaID(), MediaID()]
        scene.media.capture(pictures[0], at: scene.clock.now - .hours(1))
        scene.media.capture(pictures[1], at: scene.clock.now - .days(3))
        let added = try await scene.add(pictures, toGoal: goal.id, by: scene.bo)
        #expect(added.map(\.photo.id) == pictures)
        #expect(added.map(\.of) == [.goal, .goal])
        #expect(added.map(\.audience) == [.friends, .friends])
        #expect(added.map(\.taken) == [.during, .outside])
        #expect(added.allSatisfy { $0.addedAt == scene.clock.now && $0.user.id == scene.bo })
        #expect(added.allSatisfy { $0.challengeID == goal.id && $0.entryID == nil })
        let shown = try await scene.ask(GetGoal(goal: goal.id), as: scene.bo)
        #expect(shown.photos.map(\.id) == [first] + pictures)
        let cause = "goal:\(goal.id)"
        #expect(scene.media.claimed.map(\.cause) == [cause, cause])
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.cause) == [cause, cause])
        #expect(used.map(\.media) == [[first], pictures])
        // They count for nothing.
        #expect(shown.version == goal.version && shown.value == goal.value)
    }

    @Test func `a goal shows its first ten pictures, in order`() async throws {
        let goal = try await scene.goal(of: scene.bo)
        let pictures = (0..<13).map { _ in MediaID() }
        func add(_ media: some Sequence<MediaID>) async throws -> [GalleryPhoto] {
            try await scene.add(Array(media), toGoal: goal.id, by: scene.bo)
        }
        func shown() async throws -> [MediaID] {
            try await scene.ask(GetGoal(goal: goal.id), as: scene.bo).photos.map(\.id)
        }
        let firsts = try await add(pictures.prefix(6))
        _ = try await add(pictures.dropFirst(6).prefix(6))
        #expect(try await shown() == Array(pictures.prefix(10)))
        // What is removed makes room, and what is added then is the last.
        _ = try await scene.ask(RemovePhoto(photo: firsts[1].photoID), as: scene.bo)
        _ = try await add(pictures.suffix(1))
        var left = pictures
        left.remove(at: 1)
        #expect(try await shown() == Array(left.prefix(10)))
        for photo in firsts where photo != firsts[1] {
            _ = try await scene.ask(RemovePhoto(photo: photo.photoID), as: scene.bo)
        }
        #expect(try await shown() == Array(pictures.suffix(7)))
        // In a list of goals, each has its own.
        let other = try await scene.goal(of: scene.bo) { $0.mediaIDs = [pictures[0]] }
        let goals = try await scene.ask(ListGoals(), as: scene.bo).items
        let photos = Dictionary(uniqueKeysWithValues: goals.map { ($0.id, $0.photos.map(\.id)) })
        #expect(photos == [goal.id: Array(pictures.suffix(7)), other.id: [pictures[0]]])
    }

    @Test func `they are added when the goal is over too`() async throws {
        let goal = try await scene.goal(of: scene.bo)
        _ = try await scene.ask(AbandonGoal(goal: goal.id), as: scene.bo)
        scene.clock.advance(by: .days(9))
        let late = MediaID()
        scene.media.capture(late, at: scene.clock.now - .days(1))
        let added = try await scene.add([late], toGoal: goal.id, by: scene.bo)
        #expect(added.map(\.taken) == [.outside])
        let shown = try await scene.ask(GetGoal(goal: goal.id), as: scene.bo)
        #expect(shown.photos.map(\.id) == [late])
    }

    @Test func `only its owner adds to a goal, and others do not learn of it`() async throws {
        try await scene.knowAll()
        try await scene.relate(scene.bo, scene.ana, .friends)
        let goal = try await scene.goal(of: scene.bo) { $0.visibility = .friends }
        let notFound = ChallengesError.goalNotFound.fault
        for (id, user) in [
            (goal.id, scene.ana), (goal.id, scene.cy), (ChallengeID(), scene.bo),
        ] {
            let call = AddPhotos(goal: id, mediaIDs: [MediaID()])
            #expect(await scene.fault(call, as: user) == notFound)
        }
        let contest = try await scene.storeContest(owner: scene.bo)
        let ofContest = AddPhotos(goal: contest.id, mediaIDs: [MediaID()])
        #expect(await scene.fault(ofContest, as: scene.bo) == notFound)
        #expect(scene.media.claimed.isEmpty)
        #expect(try await scene.gallery(ListPhotos(goal: goal.id), as: scene.bo).isEmpty)
    }

    @Test func `they are for the owner alone, or for the friends who see the goal`() async throws {
        let goal = try await scene.goal(of: scene.bo)
        for audience in Audience.allCases {
            let call = AddPhotos(goal: goal.id, mediaIDs: [MediaID()], audience: audience)
            let error: ChallengesError? =
                switch audience {
                case .owner, .friends: nil
                case .participants, .public: .audienceTooWide
                case .unknown: .audienceUnknown
                }
            let expected = error.map { Refusal($0, at: "/audience").fault }
            #expect(await scene.fault(call, as: scene.bo) == expected, "\(audience)")
        }
        let listed = try await scene.gallery(ListPhotos(goal: goal.id), as: scene.bo)
        #expect(Set(listed.map(\.audience)) == [.owner, .friends])
        #expect(scene.media.claimed.count == 2)
    }

    @Test func `a contest and a goal together are malformed, and so are bad fields refused`()
        async throws
    {
        let goal = try await scene.goal(of: scene.bo)
        let both = AddPhotos(contest: goal.id, goal: goal.id, mediaIDs: [MediaID()])
        #expect(await scene.fault(both, as: scene.bo) == Refusal(WireError.malformed).fault)
        let lists = ListPhotos(contest: goal.id, goal: goal.id)
        #expect(await scene.fault(lists, as: scene.bo) == Refusal(WireError.malformed).fault)
        let none = AddPhotos(goal: goal.id, mediaIDs: [], audience: .unknown)
        #expect(
            await scene.refusals(of: none, as: scene.bo) == [
                "/mediaIDs challenges.media_missing", "/audience challenges.audience_unknown",
            ]
        )
        let missing = MediaID()
        scene.media.lose(missing)
        let lost = AddPhotos(goal: goal.id, mediaIDs: [MediaID(), missing])
        #expect(
            await scene.refusals(of: lost, as: scene.bo) == [
                "/mediaIDs/1 challenges.media_not_found"
            ]
        )
    }

    @Test func `a picture that is there stays as it is`() async throws {
        let goal = try await scene.goal(of: scene.bo)
        let (one, other) = (MediaID(), MediaID())
        let first = try await scene.add([one], toGoal: goal.id, audience: .owner, by: scene.bo)
        scene.clock.advance(by: .minutes(1))
        let call = AddPhotos(goal: goal.id, mediaIDs: [other, one])
        let both = try await scene.ask(call, as: scene.bo).items
        #expect(both.map(\.photo.id) == [other, one])
        #expect(both[1] == first[0])
        #expect(try await scene.ask(call, as: scene.bo).items == both)
        #expect(try await scene.emitted(MediaUsed.self).map(\.media) == [[one], [other]])
    }

    @Test func `making the goal again with its id returns it, whatever was added since`()
        async throws
    {
        let call = CreateGoal(id: ChallengeID(), name: "Read", mediaIDs: [MediaID()])
        let made = try await scene.ask(call, as: scene.bo)
        scene.clock.advance(by: .seconds(1))
        _ = try await scene.add([MediaID()], toGoal: made.id, by: scene.bo)
        let again = try await scene.ask(call, as: scene.bo)
        #expect(again.id == made.id && again.photos.count == 2)
        var other = call
        other.mediaIDs = [MediaID()]
        #expect(await scene.fault(other, as: scene.bo) == ChallengesError.idTaken.fault)
    }

    // How many.

    private static let few = Rules(discovery: DiscoveryRules(photosContest: 3))

    @Test func `a goal has pictures only up to the maximum`() async throws {
        let scene = Scene(rules: Self.few)
        let goal = try await scene.goal(of: scene.bo) { $0.mediaIDs = [MediaID()] }
        let added = try await scene.add([MediaID(), MediaID()], toGoal: goal.id, by: scene.bo)
        let claims = scene.media.claimed.count
        let one = AddPhotos(goal: goal.id, mediaIDs: [MediaID()])
        let full = ChallengesError.photosTooMany.fault
        #expect(await scene.fault(one, as: scene.bo) == full)
        #expect(scene.media.claimed.count == claims)
        // What is there already needs no room, and neither do entries.
        let again = AddPhotos(goal: goal.id, mediaIDs: added.map(\.photo.id))
        #expect(try await scene.ask(again, as: scene.bo).items == added)
        let log = AddGoalEntry(goal: goal.id, amount: .of("1"), mediaIDs: [MediaID()])
        _ = try await scene.ask(log, as: scene.bo)
        // Another goal has room of its own, and so has one that loses one.
        let other = try await scene.goal(of: scene.bo)
        _ = try await scene.add([MediaID()], toGoal: other.id, by: scene.bo)
        _ = try await scene.ask(RemovePhoto(photo: added[0].photoID), as: scene.bo)
        #expect(await scene.fault(one, as: scene.bo) == nil)
    }

    @Test func `concurrent calls do not pass the limit, and of equal ones one adds`() async throws {
        let scene = Scene(rules: Self.few)
        let goal = try await scene.goal(of: scene.bo)
        let same = AddPhotos(goal: goal.id, mediaIDs: [MediaID()])
        #expect(await scene.faults(Array(repeating: (scene.bo, same), count: 8)) == [])
        let calls = (0..<8).map { _ in
            (scene.bo, AddPhotos(goal: goal.id, mediaIDs: [MediaID()]))
        }
        let faults = await scene.faults(calls)
        #expect(faults.count == 6)
        #expect(Set(faults.map(\.code)) == ["challenges.photos_too_many"])
        #expect(try await scene.gallery(ListPhotos(goal: goal.id), as: scene.bo).count == 3)
    }

    @Test func `after a lost reply the same key gets it, whatever became of the picture`()
        async throws
    {
        let goal = try await scene.goal(of: scene.bo)
        let call = AddPhotos(goal: goal.id, mediaIDs: [MediaID()])
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        _ = try await scene.ask(RemovePhoto(photo: first.items[0].photoID), as: scene.bo)
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == first)
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).isEmpty)
    }
}
