import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// To a stranger a private contest does not exist, whatever they ask (2.10-private).
@Suite(.freshDatabase(Challenges.migrations))
struct UnseenContestTests {
    private let scene = Scene()

    /// A private contest of Ana's with Bo in it, and an entry of Bo's that all may see who see the
    /// contest.
    private func contest() async throws -> (ChallengeID, EntryID) {
        let contest = try await scene.storeContest(visibility: .private)
        try await scene.storePart(scene.ana, .joined, in: contest)
        let litre = Amount(millionths: 1_000_000)
        try await scene.storePart(scene.bo, .joined, in: contest, value: litre)
        let entry = EntryID()
        try await scene.database.run(
            """
            INSERT INTO entries (id, challenge, user_id, amount, occurred_at, local_day, source,
                note, audience, state, queried_by, query_reason, queried_at, created_at, version)
            VALUES (\(entry), \(contest.id), \(scene.bo), 1, \(scene.clock.now), '2023-11-14',
                'manual', '', 'public', 'queried', \(scene.ana), 'Really?', \(scene.clock.now),
                \(scene.clock.now), 1)
            """
        )
        return (contest.id, entry)
    }

    private func expect<C: Call>(
        _ error: ChallengesError,
        _ call: C,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let fault = await scene.fault(call, as: scene.cy)
        #expect(fault == error.fault, "\(C.self)", sourceLocation: sourceLocation)
    }

    @Test func `every call of a contest is refused as if there were none`() async throws {
        let (id, _) = try await contest()
        let litre = try #require(Amount(millionths: 1_000_000))
        let error = ChallengesError.contestNotFound
        await expect(error, GetContest(contest: id))
        await expect(error, ChangeContest(contest: id, name: "Mine"))
        await expect(error, DeleteContest(contest: id))
        await expect(error, PublishContest(contest: id))
        await expect(error, EndContest(contest: id))
        await expect(error, CancelContest(contest: id))
        await expect(error, HandOverContest(contest: id, to: scene.bo))
        await expect(error, InviteToContest(contest: id, invitees: [scene.bo]))
        await expect(error, JoinContest(contest: id))
        await expect(error, DeclineContest(contest: id))
        await expect(error, LeaveContest(contest: id))
        await expect(error, SetTarget(contest: id, target: litre))
        await expect(error, ListParticipants(contest: id))
        await expect(error, AdmitParticipant(contest: id, user: scene.bo))
        await expect(error, RefuseParticipant(contest: id, user: scene.bo))
        await expect(error, RemoveParticipant(contest: id, user: scene.bo))
        await expect(error, ShareContest(contest: id, recipients: [scene.bo]))
        await expect(error, MakeCode(contest: id))
        await expect(error, ListCodes(contest: id))
        await expect(error, AddEntry(contest: id, amount: litre))
        await expect(error, ListEntries(contest: id))
        await expect(error, AddPhotos(contest: id, mediaIDs: [MediaID()]))
        await expect(error, ListPhotos(contest: id))
        await expect(error, ListPhotos(contest: id, user: scene.bo))
        await expect(error, CompleteContest(contest: id))
        await expect(error, LikeContest(contest: id, likes: true))
        await expect(error, WishContest(contest: id, wishes: true))
        await expect(error, ListLikes(contest: id))
    }

    @Test func `so is every call of one of its entries`() async throws {
        let (_, entry) = try await contest()
        let error = ChallengesError.entryNotFound
        await expect(error, GetEntry(entry: entry))
        await expect(error, ChangeEntry(entry: entry, note: "Mine"))
        await expect(error, DeleteEntry(entry: entry))
        await expect(error, QueryEntry(entry: entry, reason: "Really?"))
        await expect(error, VoteOnEntry(entry: entry, removes: true))
        await expect(error, WithdrawVote(entry: entry))
        await expect(error, DecideEntry(entry: entry, removes: true))
    }

    @Test func `it is in no list`() async throws {
        _ = try await contest()
        for list in ListContests.Selection.allCases where list != .unknown {
            for author in [nil, scene.ana] {
                let call = ListContests(list: list, author: author)
                #expect(try await scene.contests(call, as: scene.cy).isEmpty, "\(list)")
            }
        }
        for sort in ListContests.Sort.allCases where sort != .unknown {
            for q in [nil, "water"] {
                let call = ListContests(list: .all, q: q, sort: sort)
                #expect(try await scene.contests(call, as: scene.cy).isEmpty, "\(sort)")
            }
        }
        for user in [scene.ana, scene.bo] {
            for list in [ListProfileChallenges.Selection.created, .joined] {
                let call = ListProfileChallenges(user: user, list: list)
                #expect(try await scene.ask(call, as: scene.cy).items.isEmpty, "\(list)")
            }
        }
        #expect(try await scene.ask(GetHome(), as: scene.cy).items.isEmpty)
    }
}
