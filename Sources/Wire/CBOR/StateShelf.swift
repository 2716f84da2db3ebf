#if canImport(Glibc)
import Glibc
#endif
import Synchronization

/// What a coder works with, and uses again.
protocol CoderState {
    init()

    /// Whether a coding has it.
    var isLent: Bool { get set }

    /// Whether it is a thread's own; only that thread uses it then.
    var isOwn: Bool { get set }
}

/// The states of a coder. Each thread keeps one: a lock that all threads share would cost more than
/// coding a small message. Others, of threads that ended and of codings inside others, wait for
/// whoever needs one. Their memory is never given back.
@safe
struct StateShelf<State: CoderState>: ~Copyable, Sendable {
    private let key: pthread_key_t
    private let idle = Mutex<[UInt]>([])

    /// - Parameter takeOver: Gets the state of a thread that ends, and adds it here.
    init(_ takeOver: @convention(c) (UnsafeMutableRawPointer?) -> Void) {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key, takeOver)
        precondition(status == 0, "no place for a value of each thread")
        self.key = key
    }

    /// A state that nobody uses.
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

    /// Makes a state the thread's own, or adds it to those that nobody uses.
    @inline(never)
    private func keep(_ state: UnsafeMutablePointer<State>) {
        if unsafe pthread_getspecific(key) == nil && pthread_setspecific(key, state) == 0 {
            unsafe state.pointee.isOwn = true
        } else {
            unsafe add(state)
        }
    }

    /// Adds the state of a thread that ends.
    func takeOver(_ state: UnsafeMutableRawPointer?) {
        guard let state = unsafe state?.assumingMemoryBound(to: State.self) else { return }
        unsafe state.pointee.isOwn = false
        unsafe add(state)
    }

    /// Adds a state that nobody uses.
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
