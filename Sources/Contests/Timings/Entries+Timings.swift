import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import Postgres
import RPC
import Values

// Timings of contests, and the entries that they make (2.6-result).
extension Entries {
    /// The mode and target time for timing a contest. Refuses users who are not participants, and
    /// contests that are not active or accept only devices.
    func timingTerms(
        of id: ChallengeID,
        by user: UserID,
        in reader: some Reader
    ) async throws -> TimingTerms {
        guard let contest = try await reader.contest(id) else {
            throw ChallengesError.contestNotFound
        }
        let person = try await reader.participant(user, of: id)
        _ = try await joined(person, user, in: contest, reader)
        switch contest.currentLife(at: now(), under: rules).state {
        case .active: break
        case .draft, .scheduled: throw ChallengesError.wrongState
        case .settling, .completed, .cancelled: throw ChallengesError.contestOver
        }
        guard contest.sources != .device else { throw ChallengesError.sourceRefused }
        return TimingTerms(contest.challenge.snapshot)
    }

    /// Prepares the entry of a finished timing. If the contest's unit is a unit of time, its amount
    /// is the elapsed time. Otherwise the contest must have no unit or count days with an entry,
    /// and the entry has no amount.
    func making(of end: TimingEnd, in context: CallContext) async throws -> TimingMaking {
        let contest = try await undue(ID(end.subject))
        let amount = try await amount(of: end, in: contest)
        let id = EntryID(end.newID)
        let draft = EntryDraft(end, amount: amount)
        let call = AddEntry(contest: contest.id, mediaIDs: end.mediaIDs)
        let photos =
            end.mediaIDs.isEmpty
            ? [] : try await claim(draft, for: id, of: call, by: end.user, in: context)
        let result = Timing.Result(kind: .entry, id: id.uuid)
        let turn = database.turn(contest.id, .shared)
        return TimingMaking(result, turn: turn) { tx in
            let held: ContestRecord
            do {
                held = try await contests.held(contest.id, .shared, in: tx)
            } catch is ContestDue {
                throw TimingMakingStale()
            }
            let known = try Known(of: call, by: end.user, in: tx)
            return {
                let entry = (id: id, draft: draft, photos: photos)
                _ = try await add(entry, by: end.user, as: call, to: held, known, in: tx)
            }
        }
    }

    /// A contest without due transitions: those that are due are applied first.
    private func undue(_ id: ChallengeID) async throws -> ContestRecord {
        while true {
            guard let contest = try await database.contest(id) else {
                throw ChallengesError.contestNotFound
            }
            guard contests.isDue(contest) else { return contest }
            try await contests.passTime(of: id)
        }
    }

    /// The elapsed time in the contest's unit; `nil` if the entry has no amount.
    private func amount(of end: TimingEnd, in contest: ContestRecord) async throws -> Amount? {
        if let seconds = try await unitSeconds(of: contest) {
            let isWhole = contest.challenge.snapshot.wholeNumbers
            return end.amount(inUnitOf: seconds, isWhole: isWhole)
        }
        guard contest.unit == nil || contest.aggregation == .daysActive else {
            throw ChallengesError.timingUncounted
        }
        try end.checkIsMet()
        return nil
    }

    /// The seconds in the contest's unit; `nil` if it is not a unit of time.
    private func unitSeconds(of contest: ContestRecord) async throws -> Int? {
        if let metric = contest.challenge.snapshot.metric { return metric == .exercise ? 1 : nil }
        guard let unit = contest.unit else { return nil }
        return try await database.seconds(ofUnit: unit)
    }
}
