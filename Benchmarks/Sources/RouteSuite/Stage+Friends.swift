import Staging

extension Stage {
    /// Measures the list and the board of a person's friends.
    func measureFriends() async throws {
        let popular = try await people(8, named: "Popular")
        let shy = try await people(8, named: "Shy")
        try await strangers.befriend(popular, each: count(1_000, orSmoke: 40))
        try await strangers.befriend(shy, each: count(20, orSmoke: 5))
        for (path, target) in [
            ("/v1/friends", Targets.friendsOfMany), ("/v1/scoreboard", Targets.boardOfMany),
        ] {
            try await compareTime(
                of: path,
                ("1,000 friends", popular),
                with: ("20", shy),
                target: target
            )
        }
    }
}
