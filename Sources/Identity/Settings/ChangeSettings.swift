import IdentityAPI
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func changeSettings(_ call: ChangeSettings, in context: CallContext) async throws -> Settings {
        let user = try context.signedIn
        let change = try SettingsChange(call)
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard let held = try await tx.lockedSettings(of: user) else {
                throw WireError.signInNeeded
            }
            let current = held.settingsReply(at: now, zonePause: zonePause)
            guard call.ifVersion == nil || call.ifVersion == held.version else {
                throw try Refusal(IdentityError.versionStale, current: current)
            }
            var next = held
            do throws(IdentityError) {
                try change.apply(to: &next, at: now, zonePause: zonePause)
            } catch {
                let row = try WireEncoder().encode(current)
                throw Refusal(error, at: "/timeZone", current: row)
            }
            guard next != held else { return current }
            next.version += 1
            try await publish(tx.save(next, of: user, at: now), tx)
            return next.settingsReply(at: now, zonePause: zonePause)
        }
    }
}

/// The fields of a change, all checked; absent fields keep their values.
private struct SettingsChange {
    let timeZone: TimeZoneName?
    let locale: LanguageTag?
    let challengesFrom: Settings.ChallengesFrom?
    let isListed: Bool?
    let defaultVisibility: CompetitionVisibility?

    init(_ call: ChangeSettings) throws {
        var problems = FieldProblems<IdentityError>()
        let timeZone = problems.check("/timeZone") { () throws(IdentityError) in
            try call.timeZone.map { name throws(IdentityError) in try TimeZoneName(name) }
        }
        let locale = problems.check("/locale") { () throws(IdentityError) in
            try call.locale.map { tag throws(IdentityError) in try LanguageTag(tag) }
        }
        if call.challengesFrom == .unknown {
            problems.add(.challengesFromInvalid, at: "/challengesFrom")
        }
        if call.defaultVisibility == .unknown {
            problems.add(.visibilityInvalid, at: "/defaultVisibility")
        }
        guard problems.isEmpty, let timeZone, let locale else { throw problems.refusal() }
        self.timeZone = timeZone
        self.locale = locale
        challengesFrom = call.challengesFrom
        isListed = call.isListed
        defaultVisibility = call.defaultVisibility
    }

    func apply(
        to settings: inout AccountSettings,
        at now: Instant,
        zonePause: Duration
    ) throws(IdentityError) {
        if let timeZone {
            try settings.zones.change(to: timeZone, at: now, atLeastEvery: zonePause)
        }
        if let locale { settings.locale = locale.text }
        if let challengesFrom { settings.acceptsChallenges = challengesFrom == .friends }
        if let isListed { settings.isListed = isListed }
        if let defaultVisibility { settings.defaultVisibility = defaultVisibility }
    }
}
