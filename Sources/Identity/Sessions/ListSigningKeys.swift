import IdentityAPI
import NIOCore
import Postgres
import RPC

extension Identity {
    func listSigningKeys(
        _ call: ListSigningKeys,
        in context: CallContext
    ) async throws -> ListSigningKeys.Reply {
        let keys = try await database.signingKeys(validAt: now()).map { key in
            ListSigningKeys.SigningKey(
                id: key.id,
                publicKey: ByteBuffer(bytes: key.publicKey),
                expiresAt: key.expiresAt
            )
        }
        return ListSigningKeys.Reply(keys: keys)
    }
}
