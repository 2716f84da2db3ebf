public import ChallengesAPI
public import Values

/// The state of a row that people and time move. It is a pure value: its table says what moves it,
/// and to where.
public protocol Movable: Hashable, Sendable {
    associatedtype State: Hashable, Sendable
    /// The names of its moves, in the order in which clients are shown them.
    associatedtype Word: Hashable, CaseIterable, Sendable
    /// The sides of the people who move it.
    associatedtype Party: Hashable, Sendable
    associatedtype Move: Moving where Move.Word == Word
    /// What its moves do in other tables and services, besides notices.
    associatedtype Effect: Hashable, Sendable
    /// The limits and times that its moves depend on.
    associatedtype Rules: Sendable

    var state: State { get set }
    /// Incremented by each change that its people can see.
    var version: Int64 { get set }
    /// The moves of its kind.
    var table: MoveTable<Self> { get }
    /// Whether what time does counts from when it was due, however late it is done; otherwise from
    /// when it is done.
    static var isPunctual: Bool { get }

    /// When time moves it next if nobody else does; `nil` if never.
    func dueAt(_ rules: Rules) -> Instant?
}

/// One move: its name, and what it brings.
public protocol Moving: Sendable {
    associatedtype Word

    var word: Word { get }
    /// The move that time makes.
    static var time: Self { get }
}

// Inlinable, so that each feature specializes them for its own rows: read as generic code, the moves
// that a page offers cost more than all else of its rows.
extension Movable {
    @inlinable public static var isPunctual: Bool { false }

    /// Takes a move, or refuses it and changes nothing.
    ///
    /// - Returns: The line of the table that allowed it.
    /// - Throws: `wrongState` if the table has no such move in this state; otherwise what the
    ///   guards of the first line for it throw.
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

    /// Takes the next step that time makes by a moment.
    ///
    /// - Returns: The line of the table; `nil` if nothing is due.
    @inlinable
    @discardableResult
    public mutating func pass(to now: Instant, under rules: Rules) -> MoveTable<Self>.Line? {
        guard let moment = nextStep(by: now, under: rules) else { return nil }
        return try? take(.time, at: moment, under: rules)
    }

    /// The moment that time's next step counts from, if that is due; `nil` if nothing is.
    @inlinable
    public func nextStep(by now: Instant, under rules: Rules) -> Instant? {
        guard let due = dueAt(rules), due <= now else { return nil }
        return Self.isPunctual ? due : now
    }

    /// The moves that one side may make now and that would change something, after what time has
    /// changed by now.
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
