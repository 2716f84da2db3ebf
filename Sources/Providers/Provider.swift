/// A service at which people have accounts that they may sign in with.
public enum Provider: String, Codable, CaseIterable, Hashable, Sendable {
    case facebook
    case apple
    case google
}
