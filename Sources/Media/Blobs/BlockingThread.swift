import NIOPosix

/// Runs blocking work, such as files and hashing, off the event loops.
///
/// Uses only the thread pool of NIOPosix, no channel: the pool already exists, has as many threads
/// as the machine can take, and is the one that other libraries in the process block. The language
/// itself has no threads for blocking work.
///
/// Work that has started runs to its end even if the task is cancelled, so clean-up always can.
func onBlockingThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        NIOThreadPool.singleton.submit { _ in
            continuation.resume(with: Result { try work() })
        }
    }
}
