import NIOCore

/// What is fed with bytes of anybody's making: whatever comes, it is read or refused, and what was
/// read keeps its promises.
enum FuzzTarget: String, CaseIterable {
    case frame, coder, transcoder, json, image

    /// Feeds it.
    ///
    /// - Throws: `Finding`, when a promise is broken. A trap is a finding too.
    func feed(_ bytes: [UInt8]) throws(Finding) {
        switch self {
        case .frame: try FrameFeed.feed(bytes)
        case .coder: try CoderFeed.feed(bytes)
        case .transcoder: try TranscoderFeed.feed(bytes)
        case .json: try JSONFeed.feed(bytes)
        case .image: try ImageFeed.feed(bytes)
        }
    }
}

/// A promise that was broken.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Finds something where a promise does not hold.
    static func unless(
        _ holds: Bool,
        _ promise: @autoclosure () -> String
    ) throws(Finding) {
        guard holds else { throw Finding(promise()) }
    }

    /// What must work, works.
    static func unlessWorks<Value>(
        _ what: String,
        _ body: () throws -> Value
    ) throws(Finding) -> Value {
        do {
            return try body()
        } catch {
            throw Finding("\(what): \(error)")
        }
    }
}
