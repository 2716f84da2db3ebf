import NIOCore

@testable import Wire

/// JSON as a call: what is read travels, comes back as JSON, and is read as the same; what is
/// refused is refused in words.
enum JSONFeed {
    static func feed(_ bytes: [UInt8]) throws(Finding) {
        let value: Anything
        do throws(JSONProblem) {
            value = try JSONCallDecoder().decode(Anything.self, from: ByteBuffer(bytes: bytes))
        } catch {
            try check(error)
            return
        }
        // A picture goes out as a URL, and no URL comes in.
        guard !value.holdsPicture else { return }
        let written = try CoderFeed.encode(value)
        var json = ByteBuffer()
        try Finding.unlessWorks("what was read cannot be shown") {
            try TranscoderFeed.transcoder.transcode(written, into: &json)
        }
        let again = try Finding.unlessWorks("what was shown cannot be read") {
            try JSONCallDecoder().decode(Anything.self, from: json)
        }
        try Finding.unless(
            try CoderFeed.encode(again) == written,
            "what was shown is read as something else"
        )
    }

    private static func check(_ problem: JSONProblem) throws(Finding) {
        try Finding.unless(
            (1...JSONProblem.fieldsMax).contains(problem.fields.count),
            "\(problem.fields.count) problems"
        )
        for field in problem.fields {
            try Finding.unless(
                JSONProblem.Code(rawValue: field.code) != nil,
                "a code that is not listed: \(field.code)"
            )
            try Finding.unless(
                field.pointer.isEmpty || field.pointer.utf8.first == UInt8(ascii: "/"),
                "no JSON pointer: \(field.pointer)"
            )
            try Finding.unless(!field.detail.isEmpty, "a problem without words")
        }
    }
}

extension Anything {
    fileprivate var holdsPicture: Bool {
        picture != nil || (child ?? []).contains { $0.holdsPicture }
            || (named ?? [:]).values.contains { $0.holdsPicture }
    }
}
