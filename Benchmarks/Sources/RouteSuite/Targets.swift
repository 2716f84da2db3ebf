/// The maximum of each ratio.
enum Targets {
    // Compared with `GET /v1/me`, which reads two rows of two services.
    static let entry = 10.0
    static let accepted = 10.0
    static let renewed = 3.6
    static let received = 2.5
    static let home = 3.0
    static let discover = 6.0

    // Compared with the same request on little data.
    static let entryAfterMany = 1.1
    static let entryAmongMany = 1.2
    static let countsOfMany = 1.3
    static let friendsOfMany = 2.0
    // The points of a thousand people are looked up.
    static let boardOfMany = 5.0
    static let searchOfMany = 2.0
}
