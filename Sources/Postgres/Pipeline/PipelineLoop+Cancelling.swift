extension PipelineLoop {
    /// A statement that its task gave up while the server worked on it. Its task is told, and so
    /// gives the connection back, only when both the statement has ended and the server has taken
    /// the request to cancel: a late one would end somebody else's statement.
    struct Cancelling {
        let queued: QueuedStatement
        let number: UInt64
        /// When the connection is given up, in nanoseconds of the clock that only goes forward.
        var end: UInt64
        /// The statement has its answer.
        var hasEnded = false
        /// The server has taken the request to cancel, or it cannot reach this connection any more.
        var isAsked = false
    }

    /// How long the server may take to accept the request to cancel.
    private static let askMax = Duration.seconds(3)
    /// How long a statement may take to end after that.
    private static let endMax = Duration.seconds(1)

    /// Gives a statement up: one that was not sent is dropped, one that the server works on is
    /// cancelled there.
    func cancel(_ queued: QueuedStatement) {
        guard let libpq, flights.first?.queued === queued, !isAnswered, cancelling == nil else {
            // What is pending is left out when its turn comes; what is answered stays so.
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

    /// The cancelled statement has its answer, whatever it is.
    func cancelledHasEnded() {
        cancelling?.hasEnded = true
        finishCancelling()
    }

    /// The server has taken the request to cancel, or need not any more.
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
