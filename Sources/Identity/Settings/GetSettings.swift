import IdentityAPI
import Postgres
import RPC
import Wire

extension Identity {
    func getSettings(_ call: GetSettings, in context: CallContext) async throws -> Settings {
        guard let settings = try await database.settings(of: context.signedIn) else {
            throw WireError.signInNeeded
        }
        return settings.settingsReply(at: now(), zonePause: zonePause)
    }
}
