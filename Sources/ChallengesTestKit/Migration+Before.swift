import Challenges
package import Postgres

extension Migration {
    /// The migrations before one, and a later column of people in contests: tests store these by
    /// the code of this release.
    package static func before(_ name: String) -> [Migration] {
        Array(Challenges.migrations.prefix { $0.name != name })
            + Challenges.migrations.filter { $0.name == "m31_remember_returns" }
    }
}
