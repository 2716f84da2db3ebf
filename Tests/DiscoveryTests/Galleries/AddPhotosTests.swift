import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests
@testable import Discovery

/// Pictures that people add to contests, and keep without one (2.10-gallery, FR-10, CH-06).
@Suite(.freshDatabase(Challenges.migrations))
struct AddPhotosTests {
    @Test func `pictures are added in order, for those in the contest, and mediad is told`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        scene.clock.advance(by: .hours(3))
        let pictures = [MediaID(), MediaID()]
        scene.media.capture(pictures[0], at: scene.clock.now - .hours(1))
        scene.media.capture(pictures[1], at: scene.clock.now - .days(3))
        scene.media.turn(pictures[1], to: 6)
        let call = AddPhotos(contest: logged.id, mediaIDs: pictures)
        let added = try await scene.ask(call, as: scene.bo).items
        #expect(added.map(\.photo.id) == pictures)
        #expect(added.map(\.of) == [.contest, .contest])
        #expect(added.map(\.audience) == [.participants, .participants])
        #expect(added.map(\.taken) == [.during, .outside])
        #expect(added.allSatisfy { $0.addedAt == scene.clock.now && $0.user.id == scene.bo })
        #expect(added.allSatisfy { $0.challengeID == logged.id && $0.entryID == nil })
        #expect(added[0].photo.contentType == "image/png")
        #expect(added[0].photo.width == 640)
        #expect(added.map(\.photo.orientation) == [nil, 6])
        let listed = try await scene.gallery(ListPhotos(contest: logged.id), as: scene.ana)
        #expect(Set(listed) == Set(added))
        let cause = "gallery:\(logged.id)"
        #expect(scene.media.claimed.map(\.cause) == [cause])
        #expect(scene.media.claimed.map(\.user) == [scene.bo])
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.cause) == [cause])
        #expect(used.map(\.media) == [pictures])
        // They count for nothing, and are no text of the contest's.
        #expect(try await logged.standing().entries == 0)
        #expect(try await scene.contest(logged.id).photos.isEmpty)
    }

    @Test
    func `pictures without a contest are visible to their owner only, unless the call says so`()
        async throws
    {
        let scene = Scene()
        try await scene.know(scene.bo)
        let picture = MediaID()
        scene.media.capture(picture, at: scene.clock.now)
        let own = try await scene.add(picture, by: scene.bo)
        #expect(own.of == .own)
        #expect(own.audience == .owner)
        #expect(own.challengeID == nil)
        #expect(own.taken == .unknown)
        #expect(own.user.id == scene.bo)
        for audience in Audience.allCases where audience != .unknown {
            let made = try await scene.add(audience: audience, by: scene.bo)
            #expect(made.audience == audience)
        }
        #expect(scene.media.claimed.allSatisfy { $0.cause == "own:\(scene.bo)" })
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.count == 5)
        #expect(used.allSatisfy { $0.cause == "own:\(scene.bo)" })
    }

    @Test func `a user without a card is fetched from identity, and then stored`() async throws {
        let scene = Scene()
        let made = try await scene.add(by: scene.cy)
        #expect(made.user == FakeIdentity.card(scene.cy).person)
        let listed = try await scene.gallery(ListPhotos(), as: scene.cy)
        #expect(listed == [made])
    }

    @Test func `a picture that is there stays as it is`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let (one, other) = (MediaID(), MediaID())
        for contest in [logged.id, nil] {
            let first = try await scene.add(one, to: contest, audience: .owner, by: scene.bo)
            scene.clock.advance(by: .minutes(1))
            let call = AddPhotos(contest: contest, mediaIDs: [other, one], audience: .public)
            let both = try await scene.ask(call, as: scene.bo).items
            #expect(both.map(\.photo.id) == [other, one])
            #expect(both[1] == first)
            #expect(both[0].audience == .public)
            #expect(both[0].addedAt == scene.clock.now)
            #expect(try await scene.ask(call, as: scene.bo).items == both)
        }
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.media) == [[one], [other], [one], [other]])
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).count == 4)
    }

    @Test func `all that is wrong with the fields is said at once`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let picture = MediaID()
        for contest in [logged.id, nil] {
            let many = AddPhotos(
                contest: contest,
                mediaIDs: (0..<9).map { _ in MediaID() } + [picture, picture],
                audience: .unknown
            )
            #expect(
                await scene.refusals(of: many, as: scene.bo) == [
                    "/mediaIDs challenges.media_too_many",
                    "/mediaIDs/10 challenges.media_repeated",
                    "/audience challenges.audience_unknown",
                ]
            )
            let none = AddPhotos(contest: contest, mediaIDs: [])
            let missing = ["/mediaIDs challenges.media_missing"]
            #expect(await scene.refusals(of: none, as: scene.bo) == missing)
            let ten = (0..<10).map { _ in MediaID() }
            let most = AddPhotos(contest: contest, mediaIDs: ten)
            #expect(try await scene.ask(most, as: scene.bo).items.count == 10)
        }
        #expect(scene.media.claimed.count == 2)
    }

    @Test func `a missing picture, or another user's, is named by its place`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let lost = MediaID()
        scene.media.lose(lost)
        for contest in [logged.id, nil] {
            let call = AddPhotos(contest: contest, mediaIDs: [MediaID(), lost])
            let refusals = ["/mediaIDs/1 challenges.media_not_found"]
            #expect(await scene.refusals(of: call, as: scene.bo) == refusals)
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).isEmpty)
        #expect(try await scene.emitted(MediaUsed.self).isEmpty)
    }

    @Test func `only who is in a contest adds to it, and others do not learn of it`() async throws {
        let wrong = try await LoggedContest.expectRefused {
            AddPhotos(contest: $0, mediaIDs: [MediaID()])
        }
        #expect(wrong == [])
        let scene = Scene()
        let call = AddPhotos(contest: ChallengeID(), mediaIDs: [MediaID()])
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault == ChallengesError.contestNotFound.fault)
    }

    @Test func `an audience is no wider than the contest allows`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, visibility: .friends)
        let logged = try await LoggedContest.store(contest, in: scene)
        let refusal = Refusal(ChallengesError.audienceTooWide, at: "/audience").fault
        let wide = AddPhotos(contest: logged.id, mediaIDs: [MediaID()], audience: .public)
        #expect(await scene.fault(wide, as: scene.bo) == refusal)
        #expect(scene.media.claimed.isEmpty)
        let made = try await scene.add(to: logged.id, audience: .friends, by: scene.bo)
        #expect(made.audience == .friends)
    }

    @Test func `pictures are added before it begins, while it lasts and when it is over`()
        async throws
    {
        let scene = Scene()
        for state in ContestLife.State.allCases where state != .draft {
            let contest = ContestRecord.ofEntries(owner: scene.ana, state: state)
            let refusal = contest.refusalOfPictures(for: .participants)
            #expect((refusal == nil) == (state != .cancelled), "\(state)")
        }
        for state in [ContestLife.State.completed, .cancelled] {
            let contest = ContestRecord.ofEntries(owner: scene.ana, state: state)
            let logged = try await LoggedContest.store(contest, in: scene)
            let call = AddPhotos(contest: logged.id, mediaIDs: [MediaID()])
            let over = state == .cancelled ? ChallengesError.contestOver.fault : nil
            #expect(await scene.fault(call, as: scene.bo) == over)
        }
        #expect(scene.media.claimed.count == 1)
    }

    @Test func `each visibility has its widest audience`() {
        for visibility in ContestVisibility.allCases {
            let contest = ContestRecord.ofEntries(visibility: visibility)
            let allowed = Audience.allCases.filter { contest.refusalOfPictures(for: $0) == nil }
            switch visibility {
            case .public: #expect(allowed == [.owner, .participants, .friends, .public])
            case .friends: #expect(allowed == [.owner, .participants, .friends])
            case .private, .link, .unknown: #expect(allowed == [.owner, .participants])
            }
        }
    }

    // How many.

    @Test func `a user adds pictures only up to the maximum`() async throws {
        #expect(DiscoveryRules().photosContest == 1_000)
        #expect(DiscoveryRules().photosOwn == 5_000)
        let scene = Scene(rules: Rules(discovery: DiscoveryRules(photosContest: 3, photosOwn: 3)))
        let logged = try await LoggedContest.store(in: scene)
        let full = ChallengesError.photosTooMany
        #expect(full.kind == .conflict)
        for contest in [logged.id, nil] {
            let three = (0..<3).map { _ in MediaID() }
            let most = AddPhotos(contest: contest, mediaIDs: Array(three.prefix(2)))
            _ = try await scene.ask(most, as: scene.bo)
            let claims = scene.media.claimed.count
            let two = AddPhotos(contest: contest, mediaIDs: [MediaID(), MediaID()])
            #expect(await scene.fault(two, as: scene.bo) == full.fault)
            #expect(scene.media.claimed.count == claims)
            // What is there already needs no room.
            let again = AddPhotos(contest: contest, mediaIDs: three)
            let added = try await scene.ask(again, as: scene.bo).items
            #expect(try await scene.ask(again, as: scene.bo).items == added)
            let one = AddPhotos(contest: contest, mediaIDs: [MediaID()])
            #expect(await scene.fault(one, as: scene.bo) == full.fault)
            // Others have room of their own, and so has who removes one.
            #expect(await scene.fault(one, as: scene.ana) == nil)
            _ = try await scene.ask(RemovePhoto(photo: added[0].photoID), as: scene.bo)
            #expect(await scene.fault(one, as: scene.bo) == nil)
        }
        // Pictures of entries need none, and another contest has room of its own.
        try await logged.log(mediaIDs: [MediaID()])
        let other = try await LoggedContest.store(in: scene)
        try await scene.add(to: other.id, by: scene.bo)
    }

    @Test func `concurrent calls do not pass the limit`() async throws {
        let scene = Scene(rules: Rules(discovery: DiscoveryRules(photosContest: 3, photosOwn: 3)))
        let logged = try await LoggedContest.store(in: scene)
        for contest in [logged.id, nil] {
            let calls = (0..<12).map { _ in
                (scene.bo, AddPhotos(contest: contest, mediaIDs: [MediaID()]))
            }
            let faults = await scene.faults(calls)
            #expect(faults.count == 9)
            #expect(Set(faults.map(\.code)) == ["challenges.photos_too_many"])
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).count == 6)
        #expect(try await scene.emitted(MediaUsed.self).count == 6)
    }

    @Test func `of equal calls at once one adds`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        for contest in [logged.id, nil] {
            let call = AddPhotos(contest: contest, mediaIDs: [MediaID()])
            #expect(await scene.faults(Array(repeating: (scene.bo, call), count: 12)) == [])
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).count == 2)
        #expect(try await scene.emitted(MediaUsed.self).count == 2)
    }

    @Test func `after a lost reply the same key gets it, whatever became of the picture`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        for contest in [logged.id, nil] {
            let call = AddPhotos(contest: contest, mediaIDs: [MediaID()])
            let first = try await scene.ask(call, as: scene.bo, key: "\(contest == nil)")
            let photo = first.items[0].photoID
            _ = try await scene.ask(RemovePhoto(photo: photo), as: scene.bo)
            #expect(try await scene.ask(call, as: scene.bo, key: "\(contest == nil)") == first)
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).isEmpty)
        #expect(scene.media.claimed.count == 2)
    }
}
