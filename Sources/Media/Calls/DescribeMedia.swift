import Identifiers
import MediaAPI
import Postgres
import RPC

extension Media {
    func describeMedia(
        _ call: DescribeMedia,
        in context: CallContext
    ) async throws -> DescribeMedia.Reply {
        try await DescribeMedia.Reply(picture(call.media, variant: call.variant))
    }

    /// A picture in one variant; throws `media.not_found` if there is none.
    func picture(_ id: MediaID, variant: String) async throws -> Picture {
        guard variant == "original", let picture = try await pictures.value(for: id) else {
            throw MediaError.notFound
        }
        return picture
    }
}
