public import ChallengesAPI
public import Values

/// The state of a row that users and due transitions change. It is a pure value: its table defines
/// the moves and the states that they lead to.
public protocol Movable: Hashable, Sendable {
    associatedtype State: Hashable, Sendable
    /// The names of its moves, in the order in which clients show them.
    associatedtype Word: Hashable, CaseIterable, Sendable
    /// The roles of the users who make moves.
    associatedtype Party: Hashable, Sendable
    associatedtype Move: Moving where Move.Word == Word
    /// Effects of its moves in other tables and services, besides notices.
    associatedtype Effect: Hashable, Sendable
    /// The limits and times that its moves depend on.
    associatedtype Rules: Sendable

    var state: State { get set }
    /// Incremented by each change that the row's users can see.
    var version: Int64 { get set }
    /// The table of moves for its kind.
    var table: MoveTable<Self> { get }
    /// Whether a due transition takes effect at the time when it was due, however late it is
    /// applied; otherwise it takes effect when it is applied.
    static var isPunctual: Bool { get }

    /// When the next transition is due; `nil` if none is.
    func dueAt(_ rules: Rules) -> Instant?
}

/// A move: its name and its values.
public protocol Moving: Sendable {
    associatedtype Word

    var word: Word { get }
    /// The move of a due transition.
    static var time: Self { get }
}

// Inlinable, so that each feature specializes them for its own rows: as generic code, computing the
// moves offered on a page took longer than everything else about its rows.
extension Movable {
    @inlinable public static var isPunctual: Bool { false }

    /// Makes a move, or refuses it and changes nothing.
    ///
    /// - Returns: The line of the table that allowed it.
    /// - Throws: `wrongState` if the table has no such move in this state; otherwise the refusal by
    ///   the guards of the first line for it.
    @inlinable
    @discardableResult
    public mutating func take(
        _ move: Move,
        at now: Instant,
        under rules: Rules
    ) throws(ChallengesError) -> MoveTable<Self>.Line {
        let occasion = Occasion<Self>(move: move, now: now, rules: rules)
        let line = try table.line(for: move.word, of: self, on: occasion)
        self = line.applied(to: self, on: occasion)
        return line
    }

    /// Applies the next transition that is due by a moment.
    ///
    /// - Returns: The line of the table; `nil` if nothing is due.
    @inlinable
    @discardableResult
    public mutating func pass(to now: Instant, under rules: Rules) -> MoveTable<Self>.Line? {
        guard let moment = nextStep(by: now, under: rules) else { return nil }
        return try? take(.time, at: moment, under: rules)
    }

    /// The time at which the next transition takes effect, if it is due by a moment; `nil` if
    /// nothing is.
    @inlinable
    public func nextStep(by now: Instant, under rules: Rules) -> Instant? {
        guard let due = dueAt(rules), due <= now else { return nil }
        return Self.isPunctual ? due : now
    }

    /// The moves that a role may make now and that would change something, with due transitions
    /// applied.
    @inlinable
    public func words(for party: Party, at now: Instant, under rules: Rules) -> [Word] {
        var life = self
        while life.pass(to: now, under: rules) != nil {}
        let occasion = Occasion<Self>(move: nil, now: now, rules: rules)
        var words: [Word] = []
        for line in table.lines(from: life.state) where line.party == party {
            guard
                words.last != line.word, line.refusal(of: life, on: occasion) == nil,
                line.changes(life, on: occasion)
            else { continue }
            words.append(line.word)
        }
        return words
    }
}
