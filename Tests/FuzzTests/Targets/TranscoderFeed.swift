import NIOCore

@testable import Wire

/// CBOR as JSON: whatever is written is JSON, without a name twice in an object.
enum TranscoderFeed {
    static func feed(_ bytes: [UInt8]) throws(Finding) {
        var json = ByteBuffer(string: "kept")
        do throws(WireDecodingError) {
            try transcoder.transcode(ByteBuffer(bytes: bytes), into: &json)
        } catch {
            try Finding.unless(json == ByteBuffer(string: "kept"), "a refusal leaves something")
            return
        }
        let text = Array(json.readableBytesView.dropFirst(4))
        let parsed = try Finding.unlessWorks("no JSON: \(String(decoding: text, as: UTF8.self))") {
            try JSONText.parse(text)
        }
        try Finding.unless(parsed.duplicates.isEmpty, "a name stands twice")
    }

    /// Writes a picture's variant, which is somebody's text, into its URL.
    static let transcoder = JSONTranscoder { reference, json in
        json.writeString("/v1/media/\(reference.media)/\(reference.variant)")
    }
}
