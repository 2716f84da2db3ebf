import NIOPosix

/// Runs what may block, files and hashing, beside the event loops.
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
