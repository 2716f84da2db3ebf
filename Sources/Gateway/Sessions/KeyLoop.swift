import Logging
import ServiceLifecycle
import Wire

/// Refreshes the signing keys: tries until identity replies, then every minute.
struct KeyLoop: Service {
    let sessions: Sessions

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: await pauseAfterAsking())
            }
        }
    }

    private func pauseAfterAsking() async -> Duration {
        do throws(Fault) {
            try await sessions.keys.refresh()
            return .seconds(60)
        } catch {
            sessions.logger.debug("Signing key fetch failed.", metadata: ["code": "\(error.code)"])
            return .milliseconds(200)
        }
    }
}
