/// What is asked of whom, over and over.
public struct Scenario: Sendable {
    /// Who is asked.
    public let target: Target
    public let name: String
    /// In one line.
    public let summary: String
    /// The names of the steps, in the order of their numbers.
    public let steps: [String]
    /// Makes the player of a number, from 0, and whatever it needs to begin.
    let player: @Sendable (LoadEnvironment, Int) async throws -> any VirtualUser

    /// Who can be asked.
    public enum Target: String, CaseIterable, Sendable {
        case identity, challenges, media, scoring, gateway
    }

    /// All of them.
    public static let all =
        identity + challenges + media + scoring + gateway

    /// The scenarios of one target, in the order in which they are listed.
    public static func all(of target: Target) -> [Scenario] {
        all.filter { $0.target == target }
    }

    /// So many players.
    ///
    /// - Throws: What kept one from beginning.
    public func players(_ count: Int, on stage: LoadEnvironment) async throws -> [any VirtualUser] {
        var players: [any VirtualUser] = []
        for number in 0..<count { players.append(try await player(stage, number)) }
        return players
    }
}
