public import Synchronization

/// Batches lookups by key: those that arrive while a statement is under way are gathered, and the
/// next statement fetches all of them.
///
/// The first lookup is sent at once, with those of the same turn of the event loop: none waits for
/// company. A lookup never joins a statement that began before it: it sees whatever was committed
/// before it was made. A key that several lookups want is fetched once.
///
/// One statement is under way at a time, and another beside each one that takes long, at most four.
///
/// A cancelled caller leaves, and the others still get their values; a statement that no caller
/// waits for any more is cancelled. An error of a statement goes to all callers that wait for it.
///
/// Inlinable, so that each client module specializes it for its own keys and values: instantiating
/// generic types for each lookup costs more than all the rest.
public final class BatchLoader<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Fetches the values of some keys, without duplicates. A missing key has no entry.
    ///
    /// The number of its rows must be proportional to its keys: a statement with route `.point`
    /// stays within its 200 rows if `keysMax` keys yield no more.
    public typealias Fetch = @Sendable ([Key]) async throws -> [Key: Value]

    /// The time, in nanoseconds, after which a batch no longer keeps the next one from being sent.
    @usableFromInline static var slowAfter: UInt64 { 20_000_000 }
    @usableFromInline static var batchesMax: Int { 4 }

    @usableFromInline
    struct State {
        /// Loads that wait to be sent, in order of arrival.
        @usableFromInline var waiting = Queue<Load<Key, Value>>()
        @usableFromInline var underWay: [Batch<Key, Value>] = []
        /// Whether the task of a waiting load is about to send what has gathered.
        @usableFromInline var isBeginning = false
        /// Whether a task watches the waiting loads.
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
    ///   - keysMax: The maximum number of keys that one statement fetches; a lookup of more gets
    ///     its own statement.
    ///   - fetch: Runs one statement, outside any transaction.
    public convenience init(keysMax: Int = 100, _ fetch: @escaping Fetch) {
        self.init(keysMax: keysMax, now: monotonicNanoseconds, fetch)
    }

    /// - Parameters:
    ///   - keysMax: As above.
    ///   - waitingMax: The maximum number of lookups that wait to be sent; more are refused.
    ///   - now: The time of a monotonic clock, in nanoseconds.
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

    /// The number of lookups that wait to be sent.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Loads the value of a key; `nil` if there is none.
    ///
    /// - Throws: What fetching throws; `PostgresError` (unavailable) if too many lookups wait
    ///   already; `CancellationError`.
    @inlinable
    public func value(for key: Key) async throws -> Value? {
        try await found([key])[key]
    }

    /// Loads the value of a key; `nil` if there is none. Where fetching it with others failed, and
    /// that may be because of one of them, it is fetched by itself.
    ///
    /// - Throws: As `value(for:)`.
    @inlinable
    public func valueDespiteOthers(for key: Key) async throws -> Value? {
        do {
            return try await value(for: key)
        } catch  where error.mayBeOfAnother {
            return try await fetch([key])[key]
        }
    }

    /// Loads the values of some keys, all at the same moment. A missing key has no entry.
    ///
    /// - Throws: As `value(for:)`.
    @inlinable
    public func values(for keys: some Sequence<Key>) async throws -> [Key: Value] {
        let keys = Set(keys)
        guard !keys.isEmpty else { return [:] }
        return try await found(Array(keys)).filter { keys.contains($0.key) }
    }

    /// Loads the values of these keys; the result may hold others too.
    @inlinable
    func found(_ keys: [Key]) async throws -> [Key: Value] {
        let load = Load<Key, Value>(keys)
        return try await withTaskCancellationHandler {
            if join(load) {
                // Lookups made in the same turn of the event loop are sent together.
                await Task.yield()
                begin()
            }
            return try await withCheckedThrowingContinuation { load.wait($0) }
        } onCancel: {
            leave(load)
        }
    }

    /// Queues a load.
    ///
    /// - Returns: Whether its task must begin the next statement.
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
            return claimWatch(&state) ? .waitsWatched : .waits
        }
        switch joining {
        case .begins: return true
        case .waits: break
        case .waitsWatched: watch()
        case .refused: load.complete(.failure(tooManyWait))
        }
        return false
    }

    /// What happens first to a load.
    @usableFromInline
    enum Joining {
        case begins, waits, waitsWatched, refused
    }

    /// Sends the next statement, once the load's task has given others time to join.
    @inlinable
    func begin() {
        var hasClaimed = false
        let batch = state.withLock { state in
            state.isBeginning = false
            let batch = next(&state)
            hasClaimed = !state.waiting.isEmpty && claimWatch(&state)
            return batch
        }
        if hasClaimed { watch() }
        send(batch)
    }

    /// Whether to start a task that watches the waiting loads.
    @inlinable
    func claimWatch(_ state: inout State) -> Bool {
        defer { state.isWatched = true }
        return !state.isWatched
    }

    /// Sends waiting loads as soon as there is room, checking at intervals until none waits: there
    /// may be no other task to notice that a statement takes long.
    @usableFromInline
    func watch() {
        _ = Task.immediate { [self] in
            var someWait = true
            while someWait {
                // This task is never cancelled.
                try? await Task.sleep(for: .nanoseconds(Self.slowAfter))
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

    /// The next batch to send, if any: the loads that have waited longest, as many as fit.
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
        return state.underWay.allSatisfy { now >= $0.sentAt + Self.slowAfter }
    }

    @inlinable
    func send(_ batch: Batch<Key, Value>?) {
        guard let batch else { return }
        // An unstructured task, because it belongs to all callers that wait for it.
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
        // The next statement is on its way before any caller learns of this one.
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

    @usableFromInline var tooManyWait: PostgresError { .overload("too many lookups are waiting") }
}

extension Error {
    /// Whether another key may have made the whole statement or transaction fail: not if the
    /// database was unavailable or the caller was cancelled.
    @usableFromInline var mayBeOfAnother: Bool {
        switch self {
        case is CancellationError: false
        case let error as PostgresError: error.knowledge == .bug
        default: true
        }
    }
}
