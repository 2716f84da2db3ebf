import ChallengesAPI
import FoundationEssentials
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

/// A call that ends a timing for good and makes its result.
protocol EndingMove: TimingMove {
    var word: TimingLife.Word { get }
    /// The elapsed time in milliseconds; `nil` for the stored one.
    var elapsed: Int? { get }
    var note: String? { get }
    var mediaIDs: [MediaID]? { get }

    /// The call's move, with an outcome.
    func move(_ outcome: TimingOutcome?) -> TimingLife.Move
}

extension Timings {
    /// Ends a timing and makes its result in one transaction. If the feature refuses the result,
    /// the timing ends nevertheless, and shows the reason (2.6-result).
    func end<C: EndingMove>(_ call: C, in context: CallContext) async throws -> Timing {
        let asker = try context.signedIn
        if let given = try await database.reply(to: call, in: context) { return given }
        let newID = UUID.version7()
        while true {
            let row = try await owned(call.timing, by: asker)
            try await moves.refuse(call.ifVersion, of: row, to: .owner, in: database)
            do {
                let making = try await making(of: call, ending: row.timing, newID, in: context)
                return try await end(call, making: making, in: context)
            } catch let error as NotMade {
                return try await end(call, making: nil, refused: error.code, in: context)
            } catch is TimingMakingStale {
                continue
            }
        }
    }

    /// The result that a call would make; `nil` if the call does not end the timing, because it is
    /// refused or a repetition.
    private func making<C: EndingMove>(
        of call: C,
        ending timing: TimingRecord,
        _ newID: UUID,
        in context: CallContext
    ) async throws -> TimingMaking? {
        let now = now()
        let life = timing.current(at: now, under: rules).life
        guard life.words(for: .owner, at: now, under: rules).contains(call.word),
            life.refusal(of: call.move(nil), at: now, under: rules) == nil
        else { return nil }
        let milliseconds = call.elapsed ?? life.elapsed
        let end = TimingEnd(
            user: timing.user,
            subject: timing.subject,
            milliseconds: milliseconds,
            isMet: life.isMet(after: milliseconds),
            endedAt: life.finishedAt,
            note: call.note,
            mediaIDs: call.mediaIDs ?? [],
            newID: newID
        )
        let feature = try feature(of: timing.of)
        return try await Self.notMade { try await feature.making(of: end, in: context) }
    }

    /// Ends a timing. Locks the subject first, then the timing; the result is made last.
    private func end<C: EndingMove>(
        _ call: C,
        making: TimingMaking?,
        refused code: String? = nil,
        in context: CallContext
    ) async throws -> Timing {
        let asker = try context.signedIn
        let turns = [making?.turn, TimingRow.turn(call.timing)].compactMap { $0 }
        return try await database.once(call, in: context, at: now(), after: turns) { tx in
            let make = try await Self.notMade { try await making?.hold(tx) }
            let (row, party) = try await moves.hold(call, for: asker, to: call.word, in: tx)
            let outcome = making.map { TimingOutcome.made($0.result) } ?? code.map { .refused($0) }
            let move = call.move(outcome)
            let steps = try await moves.steps(of: move, as: call, of: row, for: party, in: tx)
            if let last = steps.last, last.before != last.after {
                // When the result was prepared, the call would not have ended the timing.
                guard outcome != nil else { throw TimingMakingStale() }
                try await Self.notMade { try await make?() }
            }
            let ended = try await moves.settle(steps, of: row, in: tx)
            return ended.reply(to: party, at: now(), under: rules, in: tx)
        }
    }

    /// Runs a step of a feature, and throws its refusals as `NotMade`, except those of the call's
    /// note or pictures.
    private static func notMade<Value>(_ step: () async throws -> Value) async throws -> Value {
        do {
            return try await step()
        } catch let error as ChallengesError {
            throw NotMade(code: error.rawValue)
        } catch let refusal as Refusal where !refusal.fault.isAboutShown {
            throw NotMade(code: refusal.fault.code)
        }
    }
}

/// A feature's refusal to make a result.
private struct NotMade: Error {
    let code: String
}

extension Fault {
    /// Whether the fault is about the call's note or pictures, which the caller can correct. A
    /// missing picture does not count.
    fileprivate var isAboutShown: Bool {
        (fields ?? []).contains { field in
            let isOfPictures = field.pointer.utf8.starts(with: "/mediaIDs".utf8)
            let isShown = field.pointer == "/note" || isOfPictures
            return isShown && field.code != ChallengesError.proofMissing.rawValue
        }
    }
}
