import Identifiers
import IdentityAPI
import MediaAPI
import NIOCore
import Outbox
import Postgres
import Providers
import RPC
import Values
import Wire

extension Identity {
    /// Makes a provider's picture the avatar of an account without one. mediad judges and strips
    /// it as any upload.
    func takeAvatar(
        at url: String,
        of provider: Provider,
        for user: UserID,
        in context: CallContext
    ) async throws {
        guard try await database.accounts([user])[user]?.avatarURL == nil,
            let bytes = await providers?.picture(at: url, of: provider)
        else { return }
        let context = CallContext(
            user: user,
            trace: context.trace,
            clientAddress: context.clientAddress
        )
        let picture = try await upload(bytes, in: context)
        try await claim(picture, for: user, in: context)
        let now = now()
        try await database.transaction(in: context) { tx in
            guard try await tx.lockAccount(user).value, try await tx.avatar(of: user) == nil else {
                return
            }
            try await tx.setAvatar(of: user, to: picture, at: now)
            try await publishAvatar(picture, insteadOf: nil, of: user, tx)
        }
    }

    private func upload(_ bytes: [UInt8], in context: CallContext) async throws -> MediaID {
        let call = UploadMedia(
            contentType: "application/octet-stream",
            bytes: Int64(bytes.count)
        )
        let stream = try await media.open(call, in: context)
        var rest = ByteBuffer(bytes: bytes)
        while let item = rest.readSlice(length: min(Limits.itemBytesMax, rest.readableBytes)),
            item.readableBytes > 0
        {
            try await stream.send(item)
        }
        try await stream.finish()
        return try await stream.reply().id
    }
}
