package import ChallengesAPI
import ChallengesCore
import Definitions
import FoundationEssentials
package import Identifiers
import People
package import Postgres
package import Values
import Wire

/// What several tables hold of a contest for one person.
struct ViewerAccess: Sendable {
    package let contest: ContestAccess
    /// How the person stands to it; `nil` if they have no part in it.
    let person: ParticipantRecord?
    /// How many people are in it.
    let joined: Int
    /// How many people like it.
    package let likes: Int
    /// Whether the person likes it.
    let isLiked: Bool
    /// Whether it is on the person's list of wishes.
    let isWished: Bool
}

/// Shows contests to people: what many ask for at once is read together.
package struct ContestReplies: Sendable {
    private let rules: ContestRules
    private let seen: BatchLoader<ShownContests, SeenContests>

    package init(database: Database, rules: ContestRules) {
        self.rules = rules
        seen = BatchLoader(keysMax: 16) { try await database.seen($0) }
    }

    /// Contests as a person sees them, in the given order. Whether the person may see them is
    /// checked before.
    package func of(
        _ contests: [ContestRecord],
        to viewer: UserID,
        at now: Instant
    ) async throws -> [Contest] {
        guard !contests.isEmpty else { return [] }
        let shown = ShownContests(contests, to: viewer)
        return try await seen.value(for: shown)?.replies(
            contests,
            to: viewer,
            at: now,
            under: rules
        ) ?? []
    }
}

// Puts together what several tables hold of a contest.
extension Reader {
    /// A contest as a person sees it.
    ///
    /// - Throws: `challenges.contest_not_found`, `PostgresError`.
    package func contestReply(
        _ contest: ContestRecord,
        to viewer: UserID,
        at now: Instant,
        under rules: ContestRules
    ) async throws -> Contest {
        let shown = try await contestReplies([contest], to: viewer, at: now, under: rules)
        guard let first = shown.first else { throw ChallengesError.contestNotFound }
        return first
    }

    /// Contests as a person sees them, in the given order. Whether the person may see them is
    /// checked before.
    package func contestReplies(
        _ contests: [ContestRecord],
        to viewer: UserID,
        at now: Instant,
        under rules: ContestRules
    ) async throws -> [Contest] {
        let shown = ShownContests(contests, to: viewer)
        let seen = try await seen([shown])[shown]
        return seen?.replies(contests, to: viewer, at: now, under: rules) ?? []
    }

    /// What several people see of contests; of no contests, there is no entry.
    func seen(_ asked: [ShownContests]) async throws -> [ShownContests: SeenContests] {
        let asked = asked.filter { !$0.contests.isEmpty }
        guard !asked.isEmpty else { return [:] }
        let viewers = asked.map(\.viewer)
        async let photos = self.photos(
            of: PhotoRecord.Place.contest,
            Set(asked.lazy.flatMap(\.contests).map(\.id.uuid)).sorted()
        )
        async let named = peopleShown(
            asked.map { shown in
                shown.contests.flatMap { [$0.author, $0.owner] } + [shown.viewer]
            },
            to: viewers
        )
        let views = try await self.views(of: asked)
        let known = try await named
        let inviters = zip(views, known).map { views, people in
            views.compactMap { $0.person?.invitedBy }.filter { people[$0] == nil }
        }
        let others = try await peopleShown(inviters, to: viewers)
        let pictures = try await photos
        return Dictionary(
            uniqueKeysWithValues: asked.indices.map { index in
                let seen = SeenContests(
                    views: views[index],
                    people: known[index].merging(others[index]) { known, _ in known },
                    photos: pictures
                )
                return (asked[index], seen)
            }
        )
    }

    /// What tables hold of contests for people, in the given order.
    private func views(of asked: [ShownContests]) async throws -> [[ContestView]] {
        let contests = asked.flatMap(\.contests)
        let viewers = asked.flatMap { shown in shown.contests.map { _ in shown.viewer } }
        let views = try await all(
            """
            SELECT \(relationOf: "asked.owner", withPersonIn: "asked.viewer"),
                \(standingOf: "asked.owner"), coalesce(contest_counts.joined, 0),
                coalesce(contest_counts.likes, 0), likes.target IS NOT NULL,
                wishes.target IS NOT NULL, participants.challenge IS NOT NULL,
                \(ParticipantRecord.joinedColumns)
            FROM unnest(\(contests.map(\.id)), \(contests.map(\.owner)), \(viewers))
                WITH ORDINALITY AS asked(contest, owner, viewer, number)
            LEFT JOIN contest_counts ON contest_counts.challenge = asked.contest
            LEFT JOIN participants ON participants.challenge = asked.contest
                AND participants.user_id = asked.viewer
            LEFT JOIN likes ON likes.target = asked.contest AND likes.user_id = asked.viewer
                AND likes.of = 'contest'
            LEFT JOIN wishes ON wishes.target = asked.contest AND wishes.user_id = asked.viewer
                AND wishes.of = 'contest'
            ORDER BY asked.number
            """,
            contests.count <= 200 ? .point : .leased
        ) { row in
            try ContestView(reading: &row)
        }
        var rest = views[...]
        return asked.map { shown in
            defer { rest = rest.dropFirst(shown.contests.count) }
            return Array(rest.prefix(shown.contests.count))
        }
    }
}

extension ContestRecord {
    /// The contest as one person sees it. The people include those of others.
    func contestReply(
        to viewer: UserID,
        _ access: ViewerAccess,
        people: [UserID: Person],
        photos: [PhotoRecord],
        at now: Instant,
        under rules: ContestRules
    ) -> Contest {
        let actions = ContestActions(
            on: self,
            of: viewer,
            seeing: access.contest,
            as: access.person,
            joined: access.joined,
            at: now,
            under: rules
        )
        let isAttended = access.person?.state == .joined
        let life = shownLife(at: now, under: rules)
        return Contest(
            id: id,
            kind: challenge.kind,
            name: challenge.name,
            caption: challenge.snapshot.caption,
            description: challenge.description,
            category: challenge.snapshot.category,
            photos: photos.map(\.shown),
            definitionID: challenge.snapshot.definition,
            author: people[challenge.author] ?? .hidden,
            owner: people[owner] ?? .hidden,
            visibility: visibility,
            state: Contest.State(rawValue: life.state.rawValue) ?? .unknown,
            startsAt: life.startsAt,
            endsAt: life.endsAt,
            endedAt: life.endedAt,
            settlesAt: life.settlesAt,
            timeZone: timeZone,
            wholeDays: life.wholeDays,
            aggregation: aggregation,
            direction: direction,
            score: score,
            sources: sources,
            unit: unit,
            goal: isPercent ? nil : goal,
            metric: challenge.snapshot.metric,
            wholeNumbers: challenge.snapshot.wholeNumbers,
            proof: challenge.proof,
            capacity: capacity,
            joined: access.joined,
            needsApproval: needsApproval,
            membersMayInvite: membersMayInvite,
            locksLate: locksLate,
            likeCount: access.likes,
            likedByMe: access.isLiked,
            wishedByMe: access.isWished,
            isAttended: isAttended,
            isCompleted: access.person.map { $0.hasCompleted(self) } ?? false,
            progress: isAttended ? access.person?.progress(in: self) : nil,
            me: access.person.map { $0.own(with: people) },
            actions: actions.all,
            createdAt: life.createdAt,
            version: life.version
        )
    }

    /// Its life as people are shown it at a moment: as time has made it by then, however late its
    /// timer is (2.9-time-first), but for its result, for which more is to be decided first.
    func shownLife(at now: Instant, under rules: ContestRules) -> ContestLife {
        var (shown, next) = (life, life)
        while next.pass(to: now, under: rules) != nil, !next.state.isOver { shown = next }
        return shown
    }
}

extension ParticipantRecord {
    /// How the person stands to the contest, as they see it themselves.
    fileprivate func own(with people: [UserID: Person]) -> Participant {
        Participant(
            user: people[user] ?? .hidden,
            state: state,
            invitedBy: invitedBy.flatMap { people[$0]?.placeholder == nil ? $0 : nil },
            invitedAt: invitedAt,
            joinedAt: joinedAt,
            target: target,
            value: value,
            score: score,
            entries: entries,
            reachedAt: reachedAt,
            completedAt: completedAt,
            isFlagged: isFlagged
        )
    }

    /// Whether the person has completed the contest (K-12): by its goal or their own word; a
    /// competition also by being in it with an entry at its end, even if they left later.
    package func hasCompleted(_ contest: ContestRecord) -> Bool {
        if completedAt != nil { return true }
        guard contest.isCompetition, contest.life.state == .completed, entries > 0 else {
            return false
        }
        return wasIn(contest)
    }

    /// Whether the person was in a contest that is over at its end (2.11-leave).
    private func wasIn(_ contest: ContestRecord) -> Bool {
        guard state == .left else { return state == .joined }
        guard let endedAt, let endsAt = contest.life.endsAt else { return false }
        return endedAt >= endsAt
    }

    /// How far the person is with the goal, 0 to 1 (2.3-goal); `nil` if there is none.
    func progress(in contest: ContestRecord) -> Amount? {
        guard let goal = goal(in: contest) else { return nil }
        guard let value else { return Amount(millionths: 0) }
        return Tally(contest).progress(of: value, goal: goal)
    }
}
