/// People who are all friends, each of whom has sent a dare to all others.
public struct Circle: Sendable {
    public let people: [Person]
    /// The first of them.
    public var ana: Person { people[0] }

    /// - Parameters:
    ///   - count: The number of friends, and of dares, of each person.
    ///   - cluster: The cluster where they register.
    /// - Throws: `StagingError` when the gateway refuses.
    public init(friends count: Int, of cluster: StandingCluster) async throws {
        var people = [try await Person("Ana", at: cluster.url)]
        for number in 1...count {
            let person = try await Person("Friend\(number)", at: cluster.url)
            for friend in people { try await person.befriend(friend) }
            people.append(person)
        }
        for person in people {
            _ = try await person.dare(people.filter { $0.id != person.id })
        }
        self.people = people
    }
}
