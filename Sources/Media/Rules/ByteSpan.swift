import MediaAPI
import Wire

/// A requested range of a picture's bytes; always lies within the picture.
struct ByteSpan: Equatable {
    let range: Range<Int>

    /// Refuses a range outside the picture with `media.range_invalid` at `/offset` or `/length`.
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
