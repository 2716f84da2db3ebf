import Identity
import Launch

extension SignInLimits {
    /// Creates the default limits, changed by the settings.
    init(_ settings: Settings) throws {
        self.init()
        let counts = 0...1_000_000
        exempt = try settings.networks("limits.exempt")
        try settings.read("limits.failures.account", in: counts, into: &failuresAnAccount)
        try settings.read("limits.failures.address", in: counts, into: &failuresAnAddress)
        try settings.read("limits.failures.strangers", in: counts, into: &failuresOfStrangers)
        try settings.read("limits.failures.pause", into: &strangersPause)
        try settings.read("limits.failures.window", into: &failuresWindow)
        try settings.read("limits.signins.account", in: counts, into: &sessionsAnAccount)
        try settings.read("limits.signins.address", in: counts, into: &sessionsAnAddress)
        try settings.read("limits.registrations", in: counts, into: &registrationsAnAddress)
        try settings.read("limits.registrations.taken", in: counts, into: &takenAnAddress)
        try settings.read("limits.registrations.window", into: &registrationsWindow)
        try settings.read("limits.resets.account", in: counts, into: &resetsAnAccount)
        try settings.read("limits.resets.address", in: counts, into: &resetsAnAddress)
        try settings.read("limits.tickets", in: counts, into: &ticketsAnAddress)
        try settings.read("limits.mails.window", into: &mailsWindow)
        try settings.read("limits.verifications.pause", into: &verificationsPause)
        try settings.read("password.queue", in: counts, into: &passwordsWaiting)
        try settings.read("networks.kept", in: counts, into: &networksKept)
        try settings.read("networks.age", into: &networksAge)
    }
}
