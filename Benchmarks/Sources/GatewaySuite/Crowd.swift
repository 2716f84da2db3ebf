import Staging

/// Ana and her friends, each of whom has sent her a dare.
struct Crowd {
    let ana: Person

    init(friends count: Int, of cluster: StandingCluster) async throws {
        ana = try await Person("Ana", at: cluster.url)
        for number in 0..<count {
            let friend = try await Person("Friend\(number)", at: cluster.url)
            try await friend.befriend(ana)
            _ = try await friend.dare([ana], name: "Ten push-ups, for the \(number)th time")
        }
    }
}
