import Hummingbird
import MediaAPI
import NIOCore
import RPC
import Wire

/// A picture on its way to a client, one item at a time: the client's pace holds mediad back.
struct PictureBytes: Sendable {
    let stream: CallStream<FetchMedia>
    /// How many bytes the head announces.
    let count: Int64

    /// The response's body. Waits for the first item, so that what cannot be read is refused while
    /// a refusal can still be written.
    func body() async throws -> ResponseBody {
        let first: ByteBuffer?
        do {
            first = try await stream.next()
        } catch {
            stream.cancel()
            throw error
        }
        return ResponseBody(contentLength: Int(count)) { writer in
            do {
                try await write(first, to: &writer)
            } catch {
                stream.cancel()
                throw error
            }
            try await writer.finish(nil)
        }
    }

    /// A picture that is shorter or longer than announced breaks the connection: the client must
    /// not take it for whole.
    @concurrent
    private func write(_ first: ByteBuffer?, to writer: inout any ResponseBodyWriter) async throws {
        var item = first
        var left = count
        while let bytes = item {
            left -= Int64(bytes.readableBytes)
            guard left >= 0 else { break }
            try await writer.write(bytes)
            item = try await stream.next()
        }
        guard left == 0 else { throw WireError.bug }
    }
}
