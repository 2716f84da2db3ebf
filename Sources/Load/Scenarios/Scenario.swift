/// A load that virtual users generate against one target.
public struct Scenario: Sendable {
    /// The service that is loaded, or the gateway.
    public let target: Target
    public let name: String
    /// A description in one line.
    public let summary: String
    /// The names of the steps, by their number.
    public let steps: [String]
    /// Creates the virtual user with that number, from 0, and sets up what it needs.
    let player: @Sendable (LoadEnvironment, Int) async throws -> any VirtualUser

    /// The target of a load.
    public enum Target: String, CaseIterable, Sendable {
        case identity, challenges, media, scoring, gateway
    }

    /// All scenarios.
    public static let all =
        identity + challenges + media + scoring + gateway

    /// The scenarios of one target, in listing order.
    public static func all(of target: Target) -> [Scenario] {
        all.filter { $0.target == target }
    }

    /// Creates that many virtual users.
    ///
    /// - Throws: The error that kept one from being set up.
    public func players(_ count: Int, on stage: LoadEnvironment) async throws -> [any VirtualUser] {
        var players: [any VirtualUser] = []
        for number in 0..<count { players.append(try await player(stage, number)) }
        return players
    }
}
