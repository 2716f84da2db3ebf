#if canImport(Glibc)
import Glibc
#endif
import Synchronization

/// The reusable working state of a coder.
protocol CoderState {
    init()

    /// Whether an encoding or decoding is using it.
    var isLent: Bool { get set }

    /// Whether it belongs to a thread; then only that thread uses it.
    var isOwn: Bool { get set }
}

/// A pool of coder states. Each thread keeps one, because a lock shared by all threads would cost
/// more than coding a small message. The states of ended threads and of nested codings are shared.
/// Their memory is never freed.
@safe
struct StateShelf<State: CoderState>: ~Copyable, Sendable {
    private let key: pthread_key_t
    private let idle = Mutex<[UInt]>([])

    /// - Parameter takeOver: Receives the state of a thread that ends, and adds it here.
    init(_ takeOver: @convention(c) (UnsafeMutableRawPointer?) -> Void) {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key, takeOver)
        precondition(status == 0, "no thread-local key is left")
        self.key = key
    }

    /// Returns a state that is not in use.
    func borrow() -> UnsafeMutablePointer<State> {
        if let own = unsafe pthread_getspecific(key) {
            let state = unsafe own.assumingMemoryBound(to: State.self)
            if unsafe !state.pointee.isLent {
                unsafe state.pointee.isLent = true
                return unsafe state
            }
        }
        return unsafe another()
    }

    func giveBack(_ state: UnsafeMutablePointer<State>) {
        unsafe state.pointee.isLent = false
        if unsafe !state.pointee.isOwn { unsafe keep(state) }
    }

    /// Makes a state the thread's own, or adds it to the shared ones.
    @inline(never)
    private func keep(_ state: UnsafeMutablePointer<State>) {
        if unsafe pthread_getspecific(key) == nil && pthread_setspecific(key, state) == 0 {
            unsafe state.pointee.isOwn = true
        } else {
            unsafe add(state)
        }
    }

    /// Adds the state of a thread that ended.
    func takeOver(_ state: UnsafeMutableRawPointer?) {
        guard let state = unsafe state?.assumingMemoryBound(to: State.self) else { return }
        unsafe state.pointee.isOwn = false
        unsafe add(state)
    }

    /// Adds a state that is not in use.
    private func add(_ state: UnsafeMutablePointer<State>) {
        let address = UInt(bitPattern: state)
        idle.withLock { $0.append(address) }
    }

    @inline(never)
    private func another() -> UnsafeMutablePointer<State> {
        let state: UnsafeMutablePointer<State>
        if let address = idle.withLock({ $0.popLast() }),
            let known = unsafe UnsafeMutablePointer<State>(bitPattern: address)
        {
            unsafe state = known
        } else {
            unsafe state = .allocate(capacity: 1)
            unsafe state.initialize(to: State())
        }
        unsafe state.pointee.isLent = true
        return unsafe state
    }
}
