public import ChallengesAPI
public import IdentityAPI
public import Values

/// The moves of one kind of row: a line for each transition of the domain's table.
///
/// Whose a move is, what a state allows, what follows and whom it concerns are read off it.
public struct MoveTable<Life: Movable>: Sendable {
    /// The lines as they were written.
    let lines: [Line]
    /// The lines from each state, in the order of their words.
    @usableFromInline let linesByState: [Life.State: [Line]]

    /// One transition.
    public struct Line: Sendable {
        let from: [Life.State]
        @usableFromInline let word: Life.Word
        /// Whose move it is; `nil` for time, the system and moderators.
        @usableFromInline let party: Life.Party?
        /// What must hold; the first that does not is the refusal.
        @usableFromInline let guards: [Guard<Life>]
        /// The next state; `nil` stays.
        @usableFromInline private(set) var to: Life.State?
        /// What else changes.
        @usableFromInline private(set) var marks: [Mark<Life>] = []
        /// What follows outside the row.
        package private(set) var then: [Consequence<Life>] = []
        /// Whether its people see a change.
        @usableFromInline private(set) var isVisible = true
        /// Whether more of the row changes than this value, whatever the marks do.
        @usableFromInline private(set) var changesMore = false
    }

    package init(@LinesBuilder _ lines: () -> [Line]) {
        self.lines = lines()
        let order = Dictionary(uniqueKeysWithValues: zip(Life.Word.allCases, 0...))
        let sorted = self.lines.enumerated().sorted { one, other in
            let places = (order[one.element.word] ?? 0, order[other.element.word] ?? 0)
            return places.0 == places.1 ? one.offset < other.offset : places.0 < places.1
        }
        var linesByState: [Life.State: [Line]] = [:]
        for (_, line) in sorted {
            for state in line.from { linesByState[state, default: []].append(line) }
        }
        self.linesByState = linesByState
    }

    /// Lets a table be written as its lines.
    @resultBuilder
    public enum LinesBuilder {
        public static func buildBlock(_ lines: Line...) -> [Line] { lines }
    }

    /// The lines from a state, in the order of their words.
    @inlinable
    func lines(from state: Life.State) -> [Line] {
        linesByState[state] ?? []
    }

    /// Whether the kind has a move at all.
    func has(_ word: Life.Word) -> Bool {
        lines.contains { $0.word == word }
    }

    /// Whether a move is ever this side's.
    func gives(_ word: Life.Word, to party: Life.Party) -> Bool {
        lines.contains { $0.word == word && $0.party == party }
    }

    /// The first line for a move whose guards hold.
    @inlinable
    func line(
        for word: Life.Word,
        of life: Life,
        on occasion: Occasion<Life>
    ) throws(ChallengesError) -> Line {
        var refusal: ChallengesError?
        for line in lines(from: life.state) where line.word == word {
            guard let found = line.refusal(of: life, on: occasion) else { return line }
            refusal = refusal ?? found
        }
        throw refusal ?? .wrongState
    }
}

// How a line is written.
extension MoveTable.Line {
    /// A move from some states.
    package init(
        _ from: Life.State...,
        on word: Life.Word,
        by party: Life.Party? = nil,
        if guards: Guard<Life>...
    ) {
        self.from = from
        self.word = word
        self.party = party
        self.guards = guards
    }

    /// The same line, with where it leads and what else changes.
    package func to(_ state: Life.State, _ marks: Mark<Life>...) -> Self {
        var line = self
        line.to = state
        line.marks = marks
        return line
    }

    /// The same line, which stays in the state.
    package func stay(_ marks: Mark<Life>...) -> Self {
        var line = self
        line.marks = marks
        return line
    }

    /// The same line, which stays in the state and changes more of the row, so that the version
    /// rises in any case.
    package func stayChanged(_ marks: Mark<Life>...) -> Self {
        var line = self
        line.marks = marks
        line.changesMore = true
        return line
    }

    /// The same line, which stays in the state and changes nothing that its people see, so not the
    /// version either.
    package func stayUnseen(_ marks: Mark<Life>...) -> Self {
        var line = self
        line.marks = marks
        line.isVisible = false
        return line
    }

    /// The same line, with what follows.
    package func then(_ consequences: Consequence<Life>...) -> Self {
        var line = self
        line.then = consequences
        return line
    }
}

extension MoveTable.Line {
    /// The refusal of the first guard that does not hold; `nil` if all hold.
    @inlinable
    func refusal(of life: Life, on occasion: Occasion<Life>) -> ChallengesError? {
        for condition in guards {
            if let refusal = condition.refusal(life, occasion) { return refusal }
        }
        return nil
    }

    /// The state after the move.
    @inlinable
    func applied(to life: Life, on occasion: Occasion<Life>) -> Life {
        var next = life
        if let to { next.state = to }
        for mark in marks { mark.apply(&next, occasion) }
        if changesMore || isVisible && next != life { next.version += 1 }
        return next
    }

    /// Whether the move changes anything.
    @inlinable
    func changes(_ life: Life, on occasion: Occasion<Life>) -> Bool {
        (to != nil && to != life.state) || applied(to: life, on: occasion) != life
    }
}

/// A move and its moment, as guards and marks see them.
public struct Occasion<Life: Movable> {
    /// `nil` where it is only asked what is allowed.
    public let move: Life.Move?
    public let now: Instant
    public let rules: Life.Rules

    @inlinable
    init(move: Life.Move?, now: Instant, rules: Life.Rules) {
        self.move = move
        self.now = now
        self.rules = rules
    }
}

/// What must hold for a move.
public struct Guard<Life: Movable>: Sendable {
    /// Its name in the printed table.
    let name: String
    /// `nil` if it holds.
    @usableFromInline let refusal: @Sendable (Life, Occasion<Life>) -> ChallengesError?

    package init(
        _ name: String,
        refusal: @escaping @Sendable (Life, Occasion<Life>) -> ChallengesError?
    ) {
        self.name = name
        self.refusal = refusal
    }
}

/// What a move changes besides the state: times, counts, reasons.
public struct Mark<Life: Movable>: Sendable {
    /// Its name in the printed table.
    let name: String
    @usableFromInline let apply: @Sendable (inout Life, Occasion<Life>) -> Void

    package init(_ name: String, apply: @escaping @Sendable (inout Life, Occasion<Life>) -> Void) {
        self.name = name
        self.apply = apply
    }
}

/// What follows a move outside its row.
public enum Consequence<Life: Movable>: Hashable, Sendable {
    /// These sides get a notice.
    case tell([Life.Party], Notice.Kind)
    /// Notices of these kinds about the row are dealt with.
    case settle([Notice.Kind], NoticesSettled.Outcome)
    /// What only rows of this kind do.
    case effect(Life.Effect)
}
