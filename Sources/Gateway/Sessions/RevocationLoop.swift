import IdentityAPI
import Logging
import RPC
import ServiceLifecycle
import Values
import Wire

/// Follows identity's revocations for as long as the gateway runs. A stream that breaks, falls
/// silent or has a gap is reopened after the last number received without a gap.
struct RevocationLoop: Service {
    let sessions: Sessions

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await follow()
                sessions.revocations { log, _ in log.closed() }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func follow() async {
        do throws(Fault) {
            let after = sessions.revocations { log, _ in
                log.opened()
                return log.last
            }
            let call = WatchRevocations(after: after)
            let context = CallContext(deadline: .now + .hours(1), priority: .critical)
            let stream = try await sessions.identity.open(call, in: context)
            defer { stream.cancel() }
            await read(stream)
        } catch {
            sessions.logger.debug("Revocation stream failed.", metadata: ["code": "\(error.code)"])
        }
    }

    /// Reads until the stream ends or is found silent; whichever comes first ends both tasks.
    private func read(_ stream: CallStream<WatchRevocations>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await items(of: stream) }
            group.addTask { await silence() }
            await group.next()
            stream.cancel()
            group.cancelAll()
        }
    }

    private func items(of stream: CallStream<WatchRevocations>) async {
        while let notice = try? await stream.next() {
            let step = sessions.revocations { log, time in log.received(notice, at: time) }
            guard step == .read else { return }
        }
    }

    private func silence() async {
        let opening = sessions.revocations { _, time in time }
        while !Task.isCancelled, sessions.revocations({ !$0.isSilent(at: $1, since: opening) }) {
            try? await Task.sleep(for: .milliseconds(500))
        }
    }
}
