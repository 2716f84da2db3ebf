public import Synchronization

/// Lookups by key that many ask for at once: what is asked for while a statement is under way
/// gathers, and the next statement fetches all of it.
///
/// The first lookup goes at once, with those that came in the same turn of the loop: nobody waits
/// for company. A lookup never joins a statement that began before it: it sees whatever was committed
/// before it was asked for. A key that several ask for is fetched once.
///
/// One statement is under way at a time, and another beside each that takes its time, up to four.
///
/// Whoever is cancelled leaves, and the others get their answers all the same; a statement that
/// nobody waits for any more is given up. What goes wrong with a statement, all hear who wait for
/// it.
///
/// Whoever uses it compiles it for its own keys and values: made anew for each lookup, generic types
/// cost more than all the rest of it.
public final class BatchLoader<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Fetches what there is under some keys, all different. What is not there has no entry.
    ///
    /// Its rows are in proportion to its keys: a statement with route `.point` keeps its 200 rows
    /// by a `keysMax` of 200 rows' worth.
    public typealias Fetch = @Sendable ([Key]) async throws -> [Key: Value]

    /// A batch that takes longer, in nanoseconds, no longer keeps the next one from being sent.
    @usableFromInline static var patience: UInt64 { 20_000_000 }
    @usableFromInline static var batchesMax: Int { 4 }

    @usableFromInline
    struct State {
        /// In the order in which they came.
        @usableFromInline var waiting = Queue<Load<Key, Value>>()
        @usableFromInline var underWay: [Batch<Key, Value>] = []
        /// The task of one who waits is about to send what there is.
        @usableFromInline var isBeginning = false
        /// A task looks after those who wait.
        @usableFromInline var isWatched = false

        @inlinable
        init() {}
    }

    @usableFromInline let keysMax: Int
    @usableFromInline let waitingMax: Int
    @usableFromInline let now: @Sendable () -> UInt64
    @usableFromInline let fetch: Fetch
    @usableFromInline let state = Mutex(State())

    /// - Parameters:
    ///   - keysMax: How many keys one statement fetches; a lookup of more has one for itself.
    ///   - fetch: One statement, outside any transaction.
    public convenience init(keysMax: Int = 100, _ fetch: @escaping Fetch) {
        self.init(keysMax: keysMax, now: monotonicNanoseconds, fetch)
    }

    /// - Parameters:
    ///   - keysMax: As above.
    ///   - waitingMax: How many lookups wait to be sent; more are refused.
    ///   - now: A clock that only goes forward, in nanoseconds.
    ///   - fetch: As above.
    init(
        keysMax: Int,
        waitingMax: Int = SharedConnections.outstandingMax,
        now: @escaping @Sendable () -> UInt64,
        _ fetch: @escaping Fetch
    ) {
        self.waitingMax = waitingMax
        self.keysMax = keysMax
        self.now = now
        self.fetch = fetch
    }

    /// Lookups that wait to be sent.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// What there is under a key.
    ///
    /// - Throws: What fetching throws; `PostgresError` (unavailable) where too many wait already;
    ///   `CancellationError`.
    @inlinable
    public func value(for key: Key) async throws -> Value? {
        try await found([key])[key]
    }

    /// What there is under some keys, in one moment. What is not there has no entry.
    ///
    /// - Throws: As `value(for:)`.
    @inlinable
    public func values(for keys: some Sequence<Key>) async throws -> [Key: Value] {
        let keys = Set(keys)
        guard !keys.isEmpty else { return [:] }
        return try await found(Array(keys)).filter { keys.contains($0.key) }
    }

    /// What was fetched for these keys, and others.
    @inlinable
    func found(_ keys: [Key]) async throws -> [Key: Value] {
        let load = Load<Key, Value>(keys)
        return try await withTaskCancellationHandler {
            if join(load) {
                // What came with this lookup, in the same turn of the loop, goes with it.
                await Task.yield()
                begin()
            }
            return try await withCheckedThrowingContinuation { load.wait($0) }
        } onCancel: {
            leave(load)
        }
    }

    /// - Returns: Whether the lookup's task is to begin the next statement.
    @inlinable
    func join(_ load: Load<Key, Value>) -> Bool {
        let joining = state.withLock { state -> Joining in
            guard state.waiting.count < waitingMax else { return .refused }
            state.waiting.append(load)
            guard !state.isBeginning else { return .waits }
            guard !hasRoom(state) else {
                state.isBeginning = true
                return .begins
            }
            return isToBeWatched(&state) ? .waitsWatched : .waits
        }
        switch joining {
        case .begins: return true
        case .waits: break
        case .waitsWatched: watch()
        case .refused: load.complete(.failure(tooManyWait))
        }
        return false
    }

    /// What becomes of a lookup first.
    @usableFromInline
    enum Joining {
        case begins, waits, waitsWatched, refused
    }

    /// Sends the statement for which a lookup's task gave others time to join.
    @inlinable
    func begin() {
        var isToBeWatched = false
        let batch = state.withLock { state in
            state.isBeginning = false
            let batch = next(&state)
            isToBeWatched = !state.waiting.isEmpty && self.isToBeWatched(&state)
            return batch
        }
        if isToBeWatched { watch() }
        send(batch)
    }

    /// Whether a task is to be made that looks after those who wait.
    @inlinable
    func isToBeWatched(_ state: inout State) -> Bool {
        defer { state.isWatched = true }
        return !state.isWatched
    }

    /// Looks now and then whether those who wait need wait no longer, until nobody does: there may
    /// be nobody else to notice that a statement takes its time.
    @usableFromInline
    func watch() {
        _ = Task.immediate { [self] in
            var someWait = true
            while someWait {
                // Nobody cancels it.
                try? await Task.sleep(for: .nanoseconds(Self.patience))
                let batch = state.withLock { state in
                    let batch = next(&state)
                    someWait = !state.waiting.isEmpty
                    state.isWatched = someWait
                    return batch
                }
                send(batch)
            }
        }
    }

    @inlinable
    func leave(_ load: Load<Key, Value>) {
        load.complete(.failure(CancellationError()))
        let batch = state.withLock { state in
            state.underWay.first { batch in batch.loads.contains { $0 === load } }
        }
        if let batch, batch.loads.allSatisfy(\.isCompleted) { batch.cancel() }
    }

    /// What can be sent, if anything: those who wait longest, as many as fit.
    @inlinable
    func next(_ state: inout State) -> Batch<Key, Value>? {
        guard !state.waiting.isEmpty, hasRoom(state) else { return nil }
        var loads: [Load<Key, Value>] = []
        var keys: Set<Key> = []
        while let load = state.waiting.first {
            guard !load.isCompleted else {
                _ = state.waiting.popFirst()
                continue
            }
            let more = load.keys.count { !keys.contains($0) }
            guard loads.isEmpty || keys.count + more <= keysMax else { break }
            _ = state.waiting.popFirst()
            loads.append(load)
            keys.formUnion(load.keys)
        }
        guard !loads.isEmpty else { return nil }
        let batch = Batch(of: loads, Array(keys), at: now())
        state.underWay.append(batch)
        return batch
    }

    @inlinable
    func hasRoom(_ state: State) -> Bool {
        guard !state.underWay.isEmpty else { return true }
        guard state.underWay.count < Self.batchesMax else { return false }
        let now = now()
        return state.underWay.allSatisfy { now >= $0.sentAt + Self.patience }
    }

    @inlinable
    func send(_ batch: Batch<Key, Value>?) {
        guard let batch else { return }
        // It belongs to all who wait for it, so it is a task of nobody's.
        let task = Task.immediate { [self] in await carryOut(batch) }
        batch.run(by: task)
    }

    @inlinable
    func carryOut(_ batch: Batch<Key, Value>) async {
        let outcome: Result<[Key: Value], any Error>
        do {
            outcome = .success(try await fetch(batch.keys))
        } catch {
            outcome = .failure(error)
        }
        // The next statement is on its way before anybody hears of this one.
        send(end(batch))
        for load in batch.loads { load.complete(outcome) }
    }

    @inlinable
    func end(_ batch: Batch<Key, Value>) -> Batch<Key, Value>? {
        state.withLock { state in
            state.underWay.removeAll { $0 === batch }
            return next(&state)
        }
    }

    @usableFromInline var tooManyWait: PostgresError { .overload("too many lookups wait") }
}
