import Staging

extension Stage {
    /// Measures the first screens: a person's dares, their home page, and the contests that they
    /// may join.
    func measureLists() async throws {
        let people = try await Circle(friends: count(20, orSmoke: 2), of: cluster).people
        for (words, path, target) in [
            ("20 received dares", "/v1/assignments?role=recipient", Targets.received),
            ("GET /v1/home", "/v1/home", Targets.home),
            ("GET /v1/contests", "/v1/contests", Targets.discover),
        ] {
            let listed = try await people[0].ask("GET", path)["items"].items.count
            guard isSmoke || listed == 20 else {
                throw StagingError("GET \(path): expected 20, found \(listed)")
            }
            try await compareTime(
                of: words,
                target: target,
                by: people,
                ours: { try await time(of: path, by: people) }
            )
            if isSmoke { continue }
            try await compareRate(
                of: words,
                by: people,
                ours: { try await rate(of: path, by: people) }
            )
        }
    }
}
