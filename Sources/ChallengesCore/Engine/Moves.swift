package import ChallengesAPI
package import FoundationEssentials
package import Identifiers
package import IdentityAPI
import Outbox
package import Postgres
package import RPC
package import Values
package import Wire

/// What all moves share: they lock the row, check the caller and the version, apply due
/// transitions, follow the table, and store the row, its timer and its events in one transaction.
///
/// No other code moves a row, schedules its timer or emits an event, with seven exceptions: events
/// about contests (`ContestNews`), likes (`OpinionNews`) and names (`ContestNameNews`,
/// `DefinitionNameNews`), the correction of a past period (`Goals`), the timer while open queries
/// are decided in batches (`ContestChanges`), the deletion of a goal (`DeleteGoal`), and the
/// preparation of load tests (`PrepareDares`).
package struct Moves<Rules: Sendable>: Sendable {
    package let database: Database
    package let rules: Rules
    package let now: @Sendable () -> Instant

    package init(
        database: Database,
        rules: Rules,
        now: @escaping @Sendable () -> Instant
    ) {
        self.database = database
        self.rules = rules
        self.now = now
    }

    /// Makes a caller's move, and returns the row as the caller then sees it.
    package func take<C: MoveCall>(
        _ move: C.Row.Life.Move,
        as call: C,
        in context: CallContext
    ) async throws -> C.Reply where C.Row: HeldRow, C.Row.Life.Rules == Rules {
        let asker = try context.signedIn
        return try await database.once(
            call,
            in: context,
            at: now(),
            speculative: true,
            after: [C.Row.turn(call.row)]
        ) { tx in
            let (row, party) = try await hold(call, for: asker, to: move.word, in: tx)
            return try await take(move, as: call, of: row, for: party, in: tx)
        }
    }

    /// Makes a move of a locked row; `party` is the caller's role. The statements that store it are
    /// sent with the commit.
    package func take<C: MoveCall>(
        _ move: C.Row.Life.Move,
        as call: C,
        of row: C.Row,
        for party: C.Row.Life.Party?,
        in tx: Transaction
    ) async throws -> C.Reply where C.Row.Life.Rules == Rules {
        let steps = try await steps(of: move, as: call, of: row, for: party, in: tx)
        let moved = try await settle(steps, of: row, in: tx)
        return try await moved.reply(to: party, at: now(), under: rules, in: tx)
    }

    /// Locks the row of a call, and returns it with the caller's role. Refuses a caller who may not
    /// make the move; if they have a role, the refusal has the row.
    package func hold<C: MoveCall>(
        _ call: C,
        for asker: UserID,
        to word: C.Row.Life.Word,
        in tx: Transaction
    ) async throws -> (C.Row, C.Row.Life.Party) where C.Row: HeldRow, C.Row.Life.Rules == Rules {
        let row = try await held(call, in: tx)
        return (row, try await party(of: asker, to: word, row, in: tx))
    }

    /// Locks the row of a call.
    package func held<C: MoveCall>(
        _ call: C,
        in tx: Transaction
    ) async throws -> C.Row where C.Row: HeldRow, C.Row.Life.Rules == Rules {
        guard let row = try await C.Row.held(call.row, in: tx) else { throw C.Row.notFound }
        return row
    }

    /// The caller's role. Refuses a move of another role. A move that this kind of row does not
    /// have at all passes here: it is refused later, like a move that the current state does not
    /// allow.
    package func party<Row: MovingRow>(
        of asker: UserID,
        to word: Row.Life.Word,
        _ row: Row,
        in reader: some Reader
    ) async throws -> Row.Life.Party where Row.Life.Rules == Rules {
        guard let party = row.party(of: asker) else { throw Row.notFound }
        let table = row.life.table
        guard table.gives(word, to: party) || !table.has(word) else {
            throw try await refusal(.notYourPart, of: row, to: party, in: reader)
        }
        return party
    }

    /// The steps of a move: first the due transitions (2.9-time-first), then the move itself. A
    /// refusal has the row.
    package func steps<C: MoveCall>(
        of move: C.Row.Life.Move,
        as call: C,
        of row: C.Row,
        for party: C.Row.Life.Party?,
        in reader: some Reader
    ) async throws -> [Step<C.Row.Life>] where C.Row.Life.Rules == Rules {
        try await refuse(call.ifVersion, of: row, to: party, in: reader)
        let now = now()
        let (steps, refused) = steps(byTimeTo: now, then: move, of: row.life)
        guard let refused else { return steps }
        // The caller has seen the row as it was before its due transitions. If that state refuses
        // the move too, its reason is the one that the caller understands.
        let reason = row.life.refusal(of: move, at: now, under: rules) ?? refused
        if let pointer = reason.moveField { throw Refusal(reason, at: pointer) }
        throw try await refusal(reason, of: row, to: party, in: reader)
    }

    /// Refuses a version that is not the current one; the refusal has the row.
    package func refuse<Row: MovingRow>(
        _ version: Int64?,
        of row: Row,
        to party: Row.Life.Party?,
        in reader: some Reader
    ) async throws where Row.Life.Rules == Rules {
        guard let version, version != row.life.version else { return }
        throw try await refusal(.versionStale, of: row, to: party, in: reader)
    }

    /// The transitions that are due by a moment, then the move's step, or the reason why the move
    /// is refused.
    package func steps<Life: Movable>(
        byTimeTo now: Instant,
        then move: Life.Move,
        of life: Life
    ) -> (steps: [Step<Life>], refused: ChallengesError?) where Life.Rules == Rules {
        var steps = steps(byTimeTo: now, of: life)
        let before = steps.last?.after ?? life
        var after = before
        do throws(ChallengesError) {
            let line = try after.take(move, at: now, under: rules)
            steps.append(Step(before: before, after: after, move: move, line: line, at: now))
            return (steps, nil)
        } catch {
            return (steps, error)
        }
    }

    /// The transitions that are due by a moment.
    private func steps<Life: Movable>(byTimeTo now: Instant, of life: Life) -> [Step<Life>]
    where Life.Rules == Rules {
        var steps: [Step<Life>] = []
        var life = life
        while true {
            let before = life
            guard
                let moment = life.nextStep(by: now, under: rules),
                let line = life.pass(to: now, under: rules)
            else { return steps }
            steps.append(Step(before: before, after: life, move: .time, line: line, at: moment))
        }
    }

    /// Stores a row after some steps, schedules its timer, and emits the events of each step. Does
    /// not wait for statements whose results are not needed.
    ///
    /// - Returns: The row afterwards.
    package func settle<Row: MovingRow>(
        _ steps: [Step<Row.Life>],
        of row: Row,
        emitting emissions: [Emission] = [],
        in tx: Transaction
    ) async throws -> Row where Row.Life.Rules == Rules {
        guard let first = steps.first, let last = steps.last, first.before != last.after else {
            return row
        }
        let now = now()
        var row = row
        row.life = last.after
        try arrange(row, in: tx)
        try row.save(over: first.before.version, in: tx)
        var emissions = emissions
        for step in steps {
            row.life = step.after
            for consequence in step.line.then {
                switch consequence {
                case .tell(let parties, let kind):
                    let told = try await row.notices(
                        kind,
                        to: parties,
                        by: step.line.party,
                        at: step.at,
                        under: rules,
                        in: tx
                    )
                    emissions += told.map { Emission(event: $0, destination: .identity) }
                case .settle(let kinds, let outcome):
                    let settled = NoticesSettled(
                        subject: row.subject,
                        kinds: kinds,
                        outcome: outcome,
                        at: step.at
                    )
                    emissions.append(Emission(event: settled, destination: .identity))
                case .effect(let effect):
                    emissions += try await row.follow(effect, of: step, in: tx)
                }
            }
        }
        try tx.publish(emissions, at: now)
        return row
    }

    /// Schedules the timers of new rows, sends notices about them to some roles, and emits further
    /// events. Called last, while the locks under which the rows were made are held.
    package func begin<Row: MovingRow>(
        _ rows: [Row],
        telling kind: Notice.Kind,
        to parties: [Row.Life.Party],
        by actor: Row.Life.Party,
        emitting emissions: [Emission] = [],
        at now: Instant,
        in tx: Transaction
    ) async throws where Row.Life.Rules == Rules {
        try tx.schedule(
            Row.timer,
            rows.compactMap { row in row.life.dueAt(rules).map { (subject: row.id, at: $0) } }
        )
        var told: [PeopleTold] = []
        for row in rows {
            told += try await row.notices(
                kind,
                to: parties,
                by: actor,
                at: now,
                under: rules,
                in: tx
            )
        }
        try tx.emit(told, to: .identity, at: now)
        try tx.publish(emissions, at: now)
    }

    /// Schedules a row's timer for its next transition, or removes the timer if there is none,
    /// unless the timer is known to be right. Also removes a timer under the name of an earlier
    /// release.
    private func arrange<Row: MovingRow>(_ row: Row, in tx: Transaction) throws
    where Row.Life.Rules == Rules {
        let due = row.life.dueAt(rules)
        if let retired = Row.retiredTimer { try tx.unschedule(retired, row.id) }
        guard !row.isTimerSet(for: due) else { return }
        if let due {
            try tx.schedule(Row.timer, row.id, at: due)
        } else {
            try tx.unschedule(Row.timer, row.id)
        }
    }

    /// Stores a locked row and reschedules its timer, after a change of the data from which its
    /// times are computed. Sent with the next statement.
    ///
    /// - Parameters:
    ///   - row: The row, with its next version if users see the change.
    ///   - version: The stored version; `nil` if no user sees a change.
    ///   - tx: The transaction.
    /// - Throws: `PostgresError`.
    package func rearrange<Row: MovingRow>(
        _ row: Row,
        over version: Int64? = nil,
        in tx: Transaction
    ) throws where Row.Life.Rules == Rules {
        try arrange(row, in: tx)
        var row = row
        try row.save(over: version ?? row.life.version, in: tx)
    }

    /// Locks a row and makes a move of the system, such as a block. If the state does not allow the
    /// move, only due transitions are applied.
    package func take<Row: HeldRow>(
        _ move: Row.Life.Move,
        of _: Row.Type,
        _ id: ID<Row.Kind>,
        in tx: Transaction
    ) async throws where Row.Life.Rules == Rules {
        guard let row = try await Row.held(id, in: tx) else { return }
        _ = try await take(move, of: row, in: tx)
    }

    /// Makes a move of the system with a locked row. If the state does not allow the move, only due
    /// transitions are applied.
    package func take<Row: MovingRow>(
        _ move: Row.Life.Move,
        of row: Row,
        at moment: Instant? = nil,
        in tx: Transaction
    ) async throws -> Row where Row.Life.Rules == Rules {
        let (steps, _) = steps(byTimeTo: moment ?? now(), then: move, of: row.life)
        return try await settle(steps, of: row, in: tx)
    }

    /// Applies the due transitions of a row whose timer fired.
    package func timePassed<Row: HeldRow>(
        _: Row.Type,
        _ subject: UUID,
        to moment: Instant,
        in tx: Transaction
    ) async throws where Row.Life.Rules == Rules {
        guard let row = try await Row.held(ID(subject), in: tx) else { return }
        _ = try await timePassed(row, to: moment, in: tx)
    }

    /// Applies the transitions of a locked row that are due by a moment.
    package func timePassed<Row: MovingRow>(
        _ row: Row,
        to moment: Instant,
        in tx: Transaction
    ) async throws -> Row where Row.Life.Rules == Rules {
        let steps = steps(byTimeTo: moment, of: row.life)
        let moved = try await settle(steps, of: row, in: tx)
        // A timer that fires early is removed afterwards, unless it is scheduled again.
        if steps.isEmpty, let due = row.life.dueAt(rules), due > moment, !row.isTimerSet(for: due) {
            try tx.schedule(Row.timer, row.id, at: due)
        }
        return moved
    }

    /// A refusal with the row as a role sees it now.
    package func refusal<Row: MovingRow>(
        _ error: ChallengesError,
        of row: Row,
        to party: Row.Life.Party?,
        in reader: some Reader
    ) async throws -> Refusal where Row.Life.Rules == Rules {
        let shown = try await row.reply(to: party, at: now(), under: rules, in: reader)
        return try Refusal(error, current: shown)
    }
}

extension Movable {
    /// Why a move is refused; `nil` if it is not.
    package func refusal(
        of move: Move,
        at now: Instant,
        under rules: Rules
    ) -> ChallengesError? {
        var next = self
        do throws(ChallengesError) {
            try next.take(move, at: now, under: rules)
            return nil
        } catch {
            return error
        }
    }
}

extension ChallengesError {
    /// The field of the move's call that the error is about; `nil` if the state is the reason.
    fileprivate var moveField: String? {
        switch self {
        case .extraTimeNeeded, .deadlineInvalid: "/deadline"
        case .proofMissing: "/mediaIDs"
        case .elapsedInvalid: "/elapsedMilliseconds"
        default: nil
        }
    }
}
