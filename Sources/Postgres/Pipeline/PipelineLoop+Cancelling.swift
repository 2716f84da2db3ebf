extension PipelineLoop {
    /// A statement whose task was cancelled while the server worked on it. The task resumes, and
    /// returns the connection, only when both the statement has ended and the server has taken the
    /// cancel request: a late request would cancel another task's statement.
    struct Cancelling {
        let queued: QueuedStatement
        let number: UInt64
        /// When the connection is given up, in nanoseconds of the monotonic clock.
        var end: UInt64
        /// Whether the statement has its result.
        var hasEnded = false
        /// Whether the server has taken the cancel request, or the request can no longer reach this
        /// connection.
        var isAsked = false
    }

    /// How long the server may take to accept the cancel request.
    private static let askMax = Duration.seconds(3)
    /// How long a statement may take to end after that.
    private static let endMax = Duration.seconds(1)

    /// Cancels a statement: drops it if it was not sent, and cancels it at the server if that works
    /// on it.
    func cancel(_ queued: QueuedStatement) {
        guard let libpq, flights.first?.queued === queued, !isAnswered, cancelling == nil else {
            // A pending statement is skipped when it is next to be sent; a completed one stays so.
            return queued.complete(.failure(CancellationError()))
        }
        cancellations += 1
        let number = cancellations
        cancelling = Cancelling(
            queued: queued,
            number: number,
            end: monotonicNanoseconds() + Self.askMax.nanoseconds
        )
        libpq.cancel { [mailbox] in mailbox.cancelEnded(number) }
    }

    /// Called when the cancelled statement has its result, whatever it is.
    func cancelledHasEnded() {
        cancelling?.hasEnded = true
        finishCancelling()
    }

    /// Called when the server has taken the cancel request, or need not any more.
    func hasAskedToCancel() {
        guard cancelling?.isAsked == false else { return }
        cancelling?.isAsked = true
        cancelling?.end = monotonicNanoseconds() + Self.endMax.nanoseconds
        finishCancelling()
    }

    private func finishCancelling() {
        guard let ended = cancelling, ended.hasEnded, ended.isAsked else { return }
        cancelling = nil
        complete(ended.queued, .failure(CancellationError()))
    }
}
