import Identity
import Launch

extension Settings {
    /// How often a client may sign in and register; what is not set has its default.
    func signInLimits() throws -> SignInLimits {
        var limits = SignInLimits()
        let counts = 0...1_000_000
        limits.exempt = try networks("limits.exempt")
        try read("limits.failures.account", in: counts, into: &limits.failuresAnAccount)
        try read("limits.failures.address", in: counts, into: &limits.failuresAnAddress)
        try read("limits.failures.strangers", in: counts, into: &limits.failuresOfStrangers)
        try read("limits.failures.pause", into: &limits.strangersPause)
        try read("limits.failures.window", into: &limits.failuresWindow)
        try read("limits.signins.account", in: counts, into: &limits.sessionsAnAccount)
        try read("limits.signins.address", in: counts, into: &limits.sessionsAnAddress)
        try read("limits.registrations", in: counts, into: &limits.registrationsAnAddress)
        try read("limits.registrations.taken", in: counts, into: &limits.takenAnAddress)
        try read("limits.registrations.window", into: &limits.registrationsWindow)
        try read("networks.kept", in: 0...1_000, into: &limits.networksKept)
        try read("networks.age", into: &limits.networksAge)
        return limits
    }
}
