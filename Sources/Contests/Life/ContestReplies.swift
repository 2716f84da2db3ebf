package import ChallengesAPI
import ChallengesCore
import Definitions
import FoundationEssentials
package import Identifiers
import People
package import Postgres
package import Values
import Wire

/// The stored data of a contest for one viewer.
struct ViewerAccess: Sendable {
    package let contest: ContestAccess
    /// The viewer's participant row; `nil` if they have none.
    let person: ParticipantRecord?
    /// The number of participants.
    let joined: Int
    /// The number of likes.
    package let likes: Int
    /// Whether the viewer likes it.
    let isLiked: Bool
    /// Whether it is on the viewer's wishlist.
    let isWished: Bool
}

/// Contests as viewers see them. Concurrent requests are read together.
package struct ContestReplies: Sendable {
    private let rules: ContestRules
    private let seen: BatchLoader<ShownContests, SeenContests>

    package init(database: Database, rules: ContestRules) {
        self.rules = rules
        seen = BatchLoader(keysMax: 16) { try await database.seen($0) }
    }

    /// Contests as a viewer sees them, in the given order. The caller has checked that the viewer
    /// may see them.
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

// Reads of the tables that make up a contest's reply.
extension Reader {
    /// A contest as a viewer sees it.
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

    /// Contests as a viewer sees them, in the given order. The caller has checked that the viewer
    /// may see them.
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

    /// The stored data of contests for several viewers. Requests without contests are left out.
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

    /// The stored data of contests for viewers, in the given order.
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
    /// The contest as a viewer sees it. `people` may include other users.
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

    /// The life of the contest as shown at a moment: with due transitions applied, even if the
    /// timer is late (2.9-time-first). Only the result has to wait, because queries are decided
    /// first.
    func shownLife(at now: Instant, under rules: ContestRules) -> ContestLife {
        var (shown, next) = (life, life)
        while next.pass(to: now, under: rules) != nil, !next.state.isOver { shown = next }
        return shown
    }
}

extension ParticipantRecord {
    /// The participation as the participant sees it.
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

    /// Whether the participant has completed the contest (K-12): by its goal or by completing it
    /// themselves. In a competition also by being a participant with an entry at its end, even if
    /// they left later.
    package func hasCompleted(_ contest: ContestRecord) -> Bool {
        if completedAt != nil { return true }
        guard contest.isCompetition, contest.life.state == .completed, entries > 0 else {
            return false
        }
        return wasIn(contest)
    }

    /// Whether the user was a participant when a completed contest ended (2.11-leave).
    private func wasIn(_ contest: ContestRecord) -> Bool {
        guard state == .left else { return state == .joined }
        guard let endedAt, let endsAt = contest.life.endsAt else { return false }
        return endedAt >= endsAt
    }

    /// The progress towards the goal, 0 to 1 (2.3-goal); `nil` without a goal.
    func progress(in contest: ContestRecord) -> Amount? {
        guard let goal = goal(in: contest) else { return nil }
        guard let value else { return Amount(millionths: 0) }
        return Tally(contest).progress(of: value, goal: goal)
    }
}
