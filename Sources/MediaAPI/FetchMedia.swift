public import Identifiers
public import NIOCore
public import Wire

/// Returns the bytes of a picture, or a range of them, as items of at most 64 KiB.
///
/// Refuses with `media.not_found` for a picture or a variant that does not exist, was deleted, has
/// another hash than requested or has lost its file (2.12-lost), and with `media.range_invalid` at
/// `/offset` or `/length` for a range outside the picture.
public struct FetchMedia: StreamCall {
    public typealias Up = Nothing
    public typealias Down = ByteBuffer
    public typealias Reply = Nothing

    public static let id: CallID = 0x0302
    public static let effect = Effect.none
    public static let access = Access.cluster([.gateway])

    /// The picture.
    public var media: MediaID
    /// Its variant: `original`.
    public var variant: String
    /// The first byte, 0 to the picture's length; 0 when absent.
    public var offset: Int64?
    /// The number of bytes, 0 to what follows the offset; all of that when absent.
    public var length: Int64?
    /// The `sha256` from `DescribeMedia`, so that the bytes match the description.
    public var sha256: String?

    public init(
        media: MediaID,
        variant: String = "original",
        offset: Int64? = nil,
        length: Int64? = nil,
        sha256: String? = nil
    ) {
        self.media = media
        self.variant = variant
        self.offset = offset
        self.length = length
        self.sha256 = sha256
    }
}
