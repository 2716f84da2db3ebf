import Challenges
package import Postgres

extension Migration {
    /// The migrations before a given one, and a later column of `participants`, because tests store
    /// participants with the code of this release.
    package static func before(_ name: String) -> [Migration] {
        Array(Challenges.migrations.prefix { $0.name != name })
            + Challenges.migrations.filter { $0.name == "m31_remember_returns" }
    }
}
