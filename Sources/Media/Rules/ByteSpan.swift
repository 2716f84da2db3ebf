import MediaAPI
import Wire

/// Which bytes of a picture are wanted; holding one means that the picture has them.
struct ByteSpan: Equatable {
    let range: Range<Int>

    /// Refuses what lies outside with `media.range_invalid` at `/offset` or `/length`.
    init(offset: Int64?, length: Int64?, of count: Int64) throws(Refusal) {
        let offset = offset ?? 0
        guard (0...count).contains(offset) else {
            throw Refusal(MediaError.rangeInvalid, at: "/offset")
        }
        let length = length ?? count - offset
        guard (0...(count - offset)).contains(length) else {
            throw Refusal(MediaError.rangeInvalid, at: "/length")
        }
        range = Int(offset)..<Int(offset + length)
    }
}
