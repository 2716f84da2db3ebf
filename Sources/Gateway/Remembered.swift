import Synchronization

/// Tokens whose signature was verified before, for that costs more than the rest of a request.
///
/// Invariant: at most `limit` tokens are held. Two generations: when the young one is half of the
/// limit, it becomes the old one and the old one is dropped; who is asked for stays young.
final class VerifiedTokens: Sendable {
    private struct Generations {
        var young: [String: Viewer] = [:]
        var old: [String: Viewer] = [:]
    }

    private let generations = Mutex(Generations())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Whom the token stands for, where that is known. It may have expired meanwhile.
    func viewer(of token: String) -> Viewer? {
        generations.withLock { generations in
            if let viewer = generations.young[token] { return viewer }
            guard let viewer = generations.old.removeValue(forKey: token) else { return nil }
            add(token, viewer, to: &generations)
            return viewer
        }
    }

    /// Remembers a verified token.
    func remember(_ token: String, _ viewer: Viewer) {
        generations.withLock { add(token, viewer, to: &$0) }
    }

    /// How many tokens are held.
    var count: Int {
        generations.withLock { $0.young.count + $0.old.count }
    }

    private func add(_ token: String, _ viewer: Viewer, to generations: inout Generations) {
        if generations.young.count >= limit / 2 {
            generations.old = generations.young
            generations.young = [:]
        }
        generations.young[token] = viewer
    }
}
