import MediaAPI
import TestBasics

@testable import Media

/// The plan for a picture, without a file.
func plan(_ bytes: [UInt8]) throws -> ImagePlan {
    try ImagePlan(of: ImageBytes(count: bytes.count) { Array(bytes[$0]) })
}

/// The stored form of a picture.
func strip(_ bytes: [UInt8]) throws -> [UInt8] {
    kept(try plan(bytes), of: bytes)
}

/// The bytes that a plan makes of a picture.
func kept(_ plan: ImagePlan, of bytes: [UInt8]) -> [UInt8] {
    plan.pieces.flatMap { piece in
        switch piece {
        case .copy(let range): Array(bytes[range])
        case .bytes(let written): written
        }
    }
}

/// Why a picture is refused; `nil` if it is not.
func refusal(_ bytes: [UInt8]) -> MediaError? {
    do {
        _ = try plan(bytes)
        return nil
    } catch {
        return error as? MediaError
    }
}

/// Whether the bytes contain any of the words that must not survive.
func betrays(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    return (EXIFSample.secrets + ["Gauntlet", "xmpmeta"]).contains { text.contains($0) }
}
