import NIOCore
import Wire

/// The first byte says in which steps the rest arrives, and under which limit.
enum FrameFeed {
    static func feed(_ bytes: [UInt8]) throws(Finding) {
        guard let first = bytes.first else { return }
        let stream = Array(bytes.dropFirst())
        let limit = first & 0x80 == 0 ? Limits.frameBytesMax : Limits.openingFrameBytesMax
        let whole = try read(stream, step: max(1, stream.count), limit: limit)
        let parts = try read(stream, step: Int(first & 0x7F) + 1, limit: limit)
        try Finding.unless(whole.frames == parts.frames, "frames depend on how they arrive")
        try Finding.unless(whole.error == parts.error, "an error depends on how bytes arrive")
        for frame in whole.frames { try check(frame) }
    }

    private struct Outcome {
        var frames: [Frame] = []
        var error: FrameError?
    }

    /// Reads the stream, and holds what was read against the bytes that it came from.
    private static func read(
        _ stream: [UInt8],
        step: Int,
        limit: Int
    ) throws(Finding) -> Outcome {
        var decoder = FrameDecoder(limit: limit)
        var outcome = Outcome()
        var read = 0
        for start in stride(from: 0, to: stream.count, by: step) {
            let end = min(start + step, stream.count)
            decoder.append(ByteBuffer(bytes: stream[start..<end]))
            while let frame = next(&decoder, &outcome) {
                outcome.frames.append(frame)
                let bytes = frame.bytes.readableBytesView
                try Finding.unless(
                    stream[read...].starts(with: bytes),
                    "a frame is not written as it was read"
                )
                read += bytes.count
            }
            if outcome.error != nil { return outcome }
            try Finding.unless(
                decoder.waitingBytes == end - read,
                "what waits is not what arrived and was not read"
            )
            try Finding.unless(decoder.waitingBytes < limit + 4, "more than a frame waits")
        }
        return outcome
    }

    private static func next(_ decoder: inout FrameDecoder, _ outcome: inout Outcome) -> Frame? {
        do throws(FrameError) {
            return try decoder.next()
        } catch {
            outcome.error = error
            return nil
        }
    }

    /// A frame of the opening is read back as it would be written.
    private static func check(_ frame: Frame) throws(Finding) {
        if let hello = try? Hello(frame) {
            try Finding.unless(hello.frame == frame, "a hello is written otherwise")
        }
        if let welcome = try? Welcome(frame) {
            try Finding.unless(welcome.frame == frame, "a welcome is written otherwise")
        }
        if let proof = try? ClientProof(frame) {
            try Finding.unless(proof.frame == frame, "a client's proof is written otherwise")
        }
        if let proof = try? ServerProof(frame) {
            try Finding.unless(proof.frame == frame, "a server's proof is written otherwise")
        }
        if frame.kind == .credit {
            try Finding.unless(
                (0...Int(UInt32.max)).contains(frame.creditBytes),
                "a credit has no number"
            )
        }
    }
}
