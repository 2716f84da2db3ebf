import NIOPosix

/// Runs what may block, files and hashing, beside the event loops.
///
/// Of NIOPosix this takes the pool of threads alone, and no channel: the pool is there already, has
/// as many threads as the machine bears, and is the one that other libraries of the process block.
/// The language itself offers no threads for what blocks.
///
/// What has begun runs to its end even when the task is cancelled, so that clean-up always can.
func onBlockingThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        NIOThreadPool.singleton.submit { _ in
            continuation.resume(with: Result { try work() })
        }
    }
}
