import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Wire

// Contests made by a call.
extension ContestRecord {
    /// A draft with the default rules.
    init(
        _ id: ChallengeID,
        _ kind: ChallengeKind,
        of author: UserID,
        saying content: ChallengeContent,
        in timeZone: String,
        at now: Instant,
        under rules: ContestRules
    ) {
        let isCompetition = kind == .competition
        self.init(
            challenge: ChallengeRecord(id, kind, of: author, saying: content, at: now),
            owner: author,
            visibility: isCompetition ? .private : .public,
            isHidden: false,
            timeZone: timeZone,
            aggregation: .sum,
            direction: .higher,
            score: .raw,
            sources: .any,
            capacity: isCompetition ? rules.standardCapacity : nil,
            needsApproval: false,
            membersMayInvite: false,
            locksLate: false,
            authorPlays: isCompetition,
            authorTarget: nil,
            invitees: [],
            life: ContestLife(createdAt: now)
        )
    }

    /// A draft with the rules of an earlier contest, but without its times (2.1-rematch).
    init(
        _ id: ChallengeID,
        of author: UserID,
        copying original: ContestRecord,
        at now: Instant,
        under rules: ContestRules
    ) {
        self.init(
            id,
            original.challenge.kind,
            of: author,
            saying: ChallengeContent(original.challenge),
            in: original.timeZone,
            at: now,
            under: rules
        )
        visibility = original.visibility
        aggregation = original.aggregation
        direction = original.direction
        score = original.score
        sources = original.sources
        capacity = original.capacity
        needsApproval = original.needsApproval
        membersMayInvite = original.membersMayInvite
        locksLate = original.locksLate
        authorPlays = original.authorPlays
    }

    /// Whether everything that the owner may change is equal; texts byte by byte.
    func says(whatIsSaidBy other: ContestRecord) -> Bool {
        texts.elementsEqual(other.texts) { $0.utf8.elementsEqual($1.utf8) }
            && said == other.said
    }

    /// Whether name, caption and description are equal, byte by byte.
    func reads(asDoes other: ContestRecord) -> Bool {
        words.elementsEqual(other.words) { $0.utf8.elementsEqual($1.utf8) }
    }

    private var words: [String] {
        [challenge.name, challenge.snapshot.caption, challenge.description]
    }

    private var texts: [String] {
        let snapshot = challenge.snapshot
        return words + [snapshot.category ?? "", snapshot.unit ?? "", timeZone]
    }

    /// Everything that the owner may change, without texts.
    private var said: Said {
        let snapshot = challenge.snapshot
        return Said(
            goal: snapshot.target,
            metric: snapshot.metric,
            wholeNumbers: snapshot.wholeNumbers,
            proof: challenge.proof,
            visibility: visibility,
            invitees: invitees,
            times: life.times,
            aggregation: aggregation,
            direction: direction,
            score: score,
            sources: sources,
            capacity: capacity,
            needsApproval: needsApproval,
            membersMayInvite: membersMayInvite,
            locksLate: locksLate,
            authorPlays: authorPlays,
            authorTarget: authorTarget
        )
    }

    /// Whether the call equals the one that made the contest, texts byte by byte (2.14-ids). What a
    /// call takes from a definition, another contest or the author's account may have changed
    /// since, so in that case an absent field equals any value.
    func isMade(by call: CreateContest, under rules: ContestRules) -> Bool {
        let definition = call.copyOf == nil ? challenge.snapshot.definition : nil
        guard
            challenge.kind == call.kind, challenge.copyOf == call.copyOf,
            definition == call.definition,
            (call.draft ?? false) == (life.publishedAt != challenge.createdAt)
        else { return false }
        var again = self
        if challenge.snapshot.definition == nil, challenge.copyOf == nil {
            let content = ChallengeContent(call.kind, name: "", description: "")
            again = ContestRecord(
                id,
                call.kind,
                of: challenge.author,
                saying: content,
                in: timeZone,
                at: challenge.createdAt,
                under: rules
            )
        }
        // The default start is the publication; there is no default end.
        again.life.times = ContestTimes(
            startsAt: life.publishedAt,
            endsAt: nil,
            wholeDays: false
        )
        var problems = FieldProblems<ChallengesError>()
        ContestDraft(call).apply(
            to: &again,
            isCategoryKnown: true,
            at: challenge.createdAt,
            under: rules,
            &problems
        )
        var stored = self
        stored.life.times = life.times.dated(in: zone(in: rules.zones))
        let times = stored.life.times
        again.life.times = again.life.times.withMoments(of: times)
        // The owner may have ended it since.
        if life.endedAt != nil {
            (again.life.endsAt, again.life.endsOn) = (times.endsAt, times.endsOn)
        }
        again.life.wholeDays = life.wholeDays
        return stored.says(whatIsSaidBy: again)
    }
}

/// The fields of a contest that its owner may change, without texts.
private struct Said: Equatable {
    let goal: Amount?
    let metric: Metric?
    let wholeNumbers: Bool
    let proof: Proof
    let visibility: ContestVisibility
    let invitees: [UserID]
    let times: ContestTimes
    let aggregation: Contest.Aggregation
    let direction: Contest.Direction
    let score: Contest.Score
    let sources: Contest.Sources
    let capacity: Int?
    let needsApproval: Bool
    let membersMayInvite: Bool
    let locksLate: Bool
    let authorPlays: Bool
    let authorTarget: Amount?
}

extension ChallengeRecord {
    /// A new contest's challenge with the given content.
    fileprivate init(
        _ id: ChallengeID,
        _ kind: ChallengeKind,
        of author: UserID,
        saying content: ChallengeContent,
        at now: Instant
    ) {
        self.init(
            id: id,
            kind: kind,
            name: content.name,
            description: content.description,
            author: author,
            proof: content.proof,
            deadline: nil,
            createdAt: now,
            snapshot: content.snapshot,
            copyOf: content.copyOf
        )
    }
}
