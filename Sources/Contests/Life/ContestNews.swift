import ChallengesAPI
import ChallengesCore
package import Identifiers
package import IdentityAPI
import Outbox
import Postgres
import ScoringAPI
package import Values
import Wire

// The events about contests for other services. Called last, under the contest's lock: the event's
// number is assigned here, so scoring receives the completion after every score that counts.
extension Transaction {
    /// Notifies scoring of a published contest.
    func tellScoring(of contest: ContestRecord, at now: Instant) throws {
        guard let event = ContestChanged(contest, at: now) else { return }
        try emit(event, to: .scoring, at: now)
    }

    /// Notifies scoring of participants and former participants.
    func tellScoring(of people: [ParticipantRecord], at now: Instant) throws {
        let players = people.compactMap { person in
            ScoresChanged.Player(person).map { (challenge: person.challenge, player: $0) }
        }
        var events: [ScoresChanged] = []
        for (challenge, players) in Dictionary(grouping: players, by: \.challenge) {
            var rest = players.map(\.player)[...]
            while !rest.isEmpty {
                let part = Array(rest.prefix(ScoresChanged.playersLimit.upperBound))
                rest = rest.dropFirst(part.count)
                events.append(ScoresChanged(contest: challenge, players: part))
            }
        }
        try emit(events, to: .scoring, at: now)
    }

    /// Sends users a notice about a contest.
    ///
    /// - Parameters:
    ///   - people: The recipients, each once. May be empty.
    ///   - kind: What happened.
    ///   - cause: Makes the notice unique within its kind, without the contest's id.
    ///   - contest: The contest.
    ///   - subject: What the notice is about; `nil` for the contest.
    ///   - actor: The user who caused it; `nil` for a due transition.
    ///   - now: The time.
    ///   - expiry: Until when the recipients can act on it.
    /// - Throws: `PostgresError`.
    package func tell(
        _ people: [UserID],
        _ kind: Notice.Kind,
        cause: String = "",
        of contest: ContestRecord,
        about subject: Notice.Subject? = nil,
        by actor: UserID?,
        at now: Instant,
        until expiry: Instant? = nil
    ) throws {
        let subject = subject ?? Notice.Subject(contest: contest.id)
        var rest = people[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(PeopleTold.peopleLimit.upperBound))
            rest = rest.dropFirst(part.count)
            let told = PeopleTold(
                people: part,
                kind: kind,
                cause: subject.cause(cause),
                actor: actor,
                challenge: contest.id,
                subject: subject,
                name: contest.challenge.name,
                at: now,
                expiresAt: expiry
            )
            try emit(told, to: .identity, at: now)
        }
    }

    /// Resolves all recipients' notices about several subjects in a contest.
    func settle(
        _ kinds: [Notice.Kind],
        of subjects: [Notice.Subject],
        _ outcome: NoticesSettled.Outcome,
        at now: Instant
    ) throws {
        let settled = subjects.map { subject in
            NoticesSettled(subject: subject, kinds: kinds, outcome: outcome, at: now)
        }
        try emit(settled, to: .identity, at: now)
    }

    /// Resolves notices about a contest or something in it, for all recipients or for some.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of notices.
    ///   - subject: What the notices are about.
    ///   - people: The recipients; `nil` for all.
    ///   - cause: The cause given to `tell`; `nil` for all.
    ///   - outcome: How the notices are resolved.
    ///   - now: The time.
    /// - Throws: `PostgresError`.
    func settle(
        _ kinds: [Notice.Kind],
        of subject: Notice.Subject,
        for people: [UserID]? = nil,
        cause: String? = nil,
        _ outcome: NoticesSettled.Outcome,
        at now: Instant
    ) throws {
        let cause = cause.map { subject.cause($0) }
        guard let people else {
            let settled = NoticesSettled(
                subject: subject,
                kinds: kinds,
                cause: cause,
                outcome: outcome,
                at: now
            )
            return try emit(settled, to: .identity, at: now)
        }
        var rest = people[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(NoticesSettled.peopleLimit.upperBound))
            rest = rest.dropFirst(part.count)
            let settled = NoticesSettled(
                subject: subject,
                kinds: kinds,
                people: part,
                cause: cause,
                outcome: outcome,
                at: now
            )
            try emit(settled, to: .identity, at: now)
        }
    }
}

extension Notice.Subject {
    /// The key that makes a notice about this subject unique within its kind: the row's id and, for
    /// an event that can happen more than once, the given text.
    fileprivate func cause(_ text: String) -> String {
        let row = "\(ChallengeID(id))"
        return text.isEmpty ? row : "\(row)/\(text)"
    }
}

extension ContestChanged {
    /// The event for scoring about a contest; `nil` for a draft.
    init?(_ contest: ContestRecord, at now: Instant) {
        guard contest.life.state != .draft else { return nil }
        self.init(
            contest: contest.id,
            kind: Kind(rawValue: contest.challenge.kind.rawValue) ?? .unknown,
            name: contest.challenge.name,
            owner: contest.owner,
            visibility: Visibility(rawValue: contest.visibility.rawValue) ?? .unknown,
            direction: Direction(rawValue: contest.direction.rawValue) ?? .unknown,
            score: Score(rawValue: contest.score.rawValue) ?? .unknown,
            goal: contest.goal,
            state: State(rawValue: contest.life.state.rawValue) ?? .unknown,
            isHidden: contest.isHidden,
            hidesValues: contest.hidesValues ? true : nil,
            timeZone: contest.timeZone,
            at: now,
            version: contest.life.version
        )
    }
}

extension ScoresChanged.Player {
    /// The event for scoring about a participant; `nil` for a user who never joined.
    init?(_ person: ParticipantRecord) {
        guard let state = ScoresChanged.Player.State(rawValue: person.state.rawValue),
            state != .unknown
        else { return nil }
        self.init(
            user: person.user,
            state: state,
            value: person.value,
            score: person.score,
            entries: person.entries,
            target: person.target,
            reachedAt: person.reachedAt,
            completedAt: person.completedAt,
            version: person.version
        )
    }
}
