import ChallengesAPI
import ChallengesCore
import Contests
import Goals
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import Values
import Wire

extension Profiles {
    func listProfileChallenges(
        _ call: ListProfileChallenges,
        in context: CallContext
    ) async throws -> Page<ProfileItem> {
        let asker = try context.signedIn
        let list = call.list ?? .created
        var problems = FieldProblems<ChallengesError>()
        if list == .unknown { problems.add(.listUnknown, at: "/list") }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let place = problems.check("/cursor") { () throws(ChallengesError) in
            try list.place(of: call.cursor, call.user)
        }
        try problems.refuse()
        guard let limit, let place else { throw problems.refusal() }
        guard try await isShown(list, of: call.user, to: asker) else {
            throw ChallengesError.personNotFound
        }
        let moment = now()
        if list == .goals {
            let cursors = list.cursors
            return try await goals(of: call.user, to: asker, after: place.after, limit) { last in
                cursors.text(call.user, last.challenge.createdAt, last.id)
            }
        }
        let found = try await contests(list, of: call.user, to: asker, place, limit, at: moment)
        let (listed, nextCursor) = limit.cut(found, size: \.contest.size) { last in
            list.cursors.text(call.user, last.at, last.contest.id)
        }
        let shown = try await database.contestReplies(
            listed.map(\.contest),
            to: asker,
            at: moment,
            under: rules
        )
        return Page(items: shown.map { ProfileItem(contest: $0) }, nextCursor: nextCursor)
    }

    /// A page of a user's goals, for a viewer who is a friend or the owner.
    private func goals(
        of owner: UserID,
        to viewer: UserID,
        after place: (at: Instant, id: ChallengeID)?,
        _ limit: PageLimit,
        cursor: (GoalRecord) -> String
    ) async throws -> Page<ProfileItem> {
        let page = ShownGoalsPage(
            owner: owner,
            isOwn: owner == viewer,
            after: place.map { ($0.at, $0.id) },
            limit: limit.fetched
        )
        let found = try await database.goals(page)
        let (listed, nextCursor) = limit.cut(found, size: \.size, cursor: cursor)
        let shown = try await database.goalReplies(
            listed,
            to: viewer,
            at: now(),
            under: goalRules
        )
        return Page(items: shown.map { ProfileItem(goal: $0) }, nextCursor: nextCursor)
    }

    /// Whether a viewer may see a list of a user's profile. The current and completed contests and
    /// the goals are for friends only.
    private func isShown(
        _ list: ListProfileChallenges.Selection,
        of user: UserID,
        to viewer: UserID
    ) async throws -> Bool {
        if user == viewer { return true }
        switch list {
        case .current, .completed, .goals:
            guard try await database.relation(user, viewer) == .friends else { return false }
        case .created, .joined, .unknown: break
        }
        let person = try await database.peopleShown([user], to: viewer)[user] ?? .hidden
        return person.placeholder == nil
    }

    /// The contests of a page, with the times that order the list.
    private func contests(
        _ list: ListProfileChallenges.Selection,
        of user: UserID,
        to viewer: UserID,
        _ place: ProfilePlace,
        _ limit: PageLimit,
        at now: Instant
    ) async throws -> ListPart<ProfiledContest> {
        guard let taken = list.taken else {
            let page = ContestsPage(
                viewer: viewer,
                list: .all,
                author: user,
                now: now,
                place: .newest(after: place.after),
                limit: limit.fetched
            )
            return try await database.contests(page).map { listed in
                ProfiledContest(contest: listed.contest, at: listed.contest.challenge.createdAt)
            }
        }
        let page = ProfilePage(
            user: user,
            viewer: viewer,
            list: taken,
            after: place.after,
            limit: limit.fetched
        )
        return try await database.contests(page).map { joined in
            ProfiledContest(contest: joined.contest, at: joined.joinedAt)
        }
    }
}

/// Where a page begins.
private struct ProfilePlace {
    /// The last contest of the page before; `nil` on the first.
    let after: (at: Instant, id: ChallengeID)?
}

/// A contest of a user's profile, and the time that orders the list.
private struct ProfiledContest {
    let contest: ContestRecord
    let at: Instant
}

extension ListProfileChallenges.Selection {
    /// The list of contests that the user is or was in; `nil` for contests that they created, and
    /// for goals.
    fileprivate var taken: ProfilePage.List? {
        switch self {
        case .joined: .joined
        case .current: .current
        case .completed: .completed
        case .created, .goals, .unknown: nil
        }
    }

    /// Keyed by the user and the time.
    fileprivate var cursors: PageCursor<UserID, Instant, ChallengeID> {
        PageCursor("profile.\(rawValue)")
    }

    /// Where a page begins.
    fileprivate func place(
        of cursor: String?,
        _ user: UserID
    ) throws(ChallengesError) -> ProfilePlace {
        guard let cursor else { return ProfilePlace(after: nil) }
        guard let (listed, at, id) = cursors.keys(of: cursor), listed == user else {
            throw .cursorInvalid
        }
        return ProfilePlace(after: (at, id))
    }
}
