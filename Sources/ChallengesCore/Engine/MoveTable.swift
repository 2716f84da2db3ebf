public import ChallengesAPI
public import IdentityAPI
public import Values

/// The table of moves for one kind of row, with a line for each transition in the domain's table.
///
/// It defines who may make a move, what each state allows, what follows, and whom it concerns.
public struct MoveTable<Life: Movable>: Sendable {
    /// The lines in the order in which they were written.
    let lines: [Line]
    /// The lines from each state, in the order of their words.
    @usableFromInline let linesByState: [Life.State: [Line]]

    /// One transition.
    public struct Line: Sendable {
        let from: [Life.State]
        @usableFromInline let word: Life.Word
        /// The role that makes the move; `nil` for due transitions, the system and moderators.
        @usableFromInline let party: Life.Party?
        /// The guards; the first that does not hold gives the refusal.
        @usableFromInline let guards: [Guard<Life>]
        /// The next state; `nil` if it stays.
        @usableFromInline private(set) var to: Life.State?
        /// Further changes of the row's life.
        @usableFromInline private(set) var marks: [Mark<Life>] = []
        /// The consequences outside the row.
        package private(set) var then: [Consequence<Life>] = []
        /// Whether the row's users can see the change.
        @usableFromInline private(set) var isVisible = true
        /// Whether the move changes more of the row than its life, so that it always counts as a
        /// change.
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

    /// Builds a table from its lines.
    @resultBuilder
    public enum LinesBuilder {
        public static func buildBlock(_ lines: Line...) -> [Line] { lines }
    }

    /// The lines from a state, in the order of their words.
    @inlinable
    func lines(from state: Life.State) -> [Line] {
        linesByState[state] ?? []
    }

    /// Whether the table has a move.
    func has(_ word: Life.Word) -> Bool {
        lines.contains { $0.word == word }
    }

    /// Whether a role may ever make a move.
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

    /// A copy that leads to a state, with further changes.
    package func to(_ state: Life.State, _ marks: Mark<Life>...) -> Self {
        var line = self
        line.to = state
        line.marks = marks
        return line
    }

    /// A copy that keeps the state, with further changes.
    package func stay(_ marks: Mark<Life>...) -> Self {
        var line = self
        line.marks = marks
        return line
    }

    /// A copy that keeps the state but changes more of the row, so that the version is always
    /// incremented.
    package func stayChanged(_ marks: Mark<Life>...) -> Self {
        var line = self
        line.marks = marks
        line.changesMore = true
        return line
    }

    /// A copy that keeps the state and the version, because the row's users see no change.
    package func stayUnseen(_ marks: Mark<Life>...) -> Self {
        var line = self
        line.marks = marks
        line.isVisible = false
        return line
    }

    /// A copy with consequences.
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

    /// The life after the move.
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

/// A move and its moment, for guards and marks.
public struct Occasion<Life: Movable> {
    /// `nil` when only the allowed moves are computed.
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

/// A condition for a move.
public struct Guard<Life: Movable>: Sendable {
    /// The name of the condition in the printed table.
    let name: String
    /// The refusal; `nil` if the condition holds.
    @usableFromInline let refusal: @Sendable (Life, Occasion<Life>) -> ChallengesError?

    package init(
        _ name: String,
        refusal: @escaping @Sendable (Life, Occasion<Life>) -> ChallengesError?
    ) {
        self.name = name
        self.refusal = refusal
    }
}

/// A change that a move makes besides the state, such as times, counts and reasons.
public struct Mark<Life: Movable>: Sendable {
    /// Its name in the printed table.
    let name: String
    @usableFromInline let apply: @Sendable (inout Life, Occasion<Life>) -> Void

    package init(_ name: String, apply: @escaping @Sendable (inout Life, Occasion<Life>) -> Void) {
        self.name = name
        self.apply = apply
    }
}

/// A consequence of a move outside its row.
public enum Consequence<Life: Movable>: Hashable, Sendable {
    /// Users in these roles get a notice.
    case tell([Life.Party], Notice.Kind)
    /// Notices of these kinds about the row are resolved.
    case settle([Notice.Kind], NoticesSettled.Outcome)
    /// An effect that is specific to the kind of row.
    case effect(Life.Effect)
}
