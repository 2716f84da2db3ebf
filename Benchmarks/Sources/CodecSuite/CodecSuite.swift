import ChallengesAPI
import Foundation
public import Measuring
import NIOCore
import SwiftProtobuf
import Wire

/// The coder, compared with Foundation's JSON and swift-protobuf's generated code, on three
/// messages: the same Swift values for us and for JSON, generated structs with the same content for
/// protobuf.
public struct CodecSuite: Suite {
    public let name = "codec"

    public init() {}

    public func measure(into report: Report) async throws {
        try await Message("small call", Samples.call, ProtoSubmitAssignment(Samples.call))
            .measure(into: report)
        try await Message("assignment", Samples.assignment, ProtoAssignment(Samples.assignment))
            .measure(into: report)
        try await Message("board of 100", Samples.scoreboard, ProtoScoreboard(Samples.scoreboard))
            .measure(into: report)
    }
}

/// One message in three formats.
private struct Message<Ours: Codable & Sendable, Theirs: SwiftProtobuf.Message> {
    let name: String
    let value: Ours
    let cbor: ByteBuffer
    let json: Data
    let protoValue: Theirs
    let proto: [UInt8]
    let transcoder = JSONTranscoder { _, text in
        text.writeStaticString("https://example.org/v1/media/1/original?e=1767225600&s=mSaDyMYRKh")
    }

    init(_ name: String, _ value: Ours, _ protoValue: Theirs) throws {
        self.name = name
        self.value = value
        self.protoValue = protoValue
        cbor = try WireEncoder().encode(value)
        json = try JSONEncoder().encode(value)
        proto = try protoValue.serializedBytes()
    }

    func measure(into report: Report) async throws {
        try await compareBytes(report)
        try await compareCodable(report)
        try await compareByHand(report)
        try await compareTranscoding(report)
    }

    private func compareBytes(_ report: Report) async throws {
        try await report.compare(
            "\(name): bytes",
            with: "Foundation JSON",
            in: .bytes,
            target: .atMost(0.75),
            ours: { Double(cbor.readableBytes) },
            theirs: { Double(json.count) }
        )
        try await report.compare(
            "\(name): bytes",
            with: "swift-protobuf",
            in: .bytes,
            ours: { Double(cbor.readableBytes) },
            theirs: { Double(proto.count) }
        )
    }

    /// Codable alone, which every type gets without code of its own.
    private func compareCodable(_ report: Report) async throws {
        let encoder = WireEncoder(usesCodableAlone: true)
        let decoder = WireDecoder(usesCodableAlone: true)
        try await report.compare(
            "\(name): encode, pure Codable",
            with: "Foundation JSON",
            in: .rate,
            target: .atLeast(10),
            ours: { try rate(report.plan) { try keep(encoder.encode(value)) } },
            theirs: { try encodeJSON(report.plan) }
        )
        try await report.compare(
            "\(name): decode, pure Codable",
            with: "Foundation JSON",
            in: .rate,
            target: .atLeast(7),
            ours: { try rate(report.plan) { try keep(decoder.decode(Ours.self, from: cbor)) } },
            theirs: { try decodeJSON(report.plan) }
        )
        try await report.compare(
            "\(name): encode, pure Codable",
            with: "swift-protobuf",
            in: .rate,
            target: .atLeast(0.55),
            ours: { try rate(report.plan) { try keep(encoder.encode(value)) } },
            theirs: { try encodeProtobuf(report.plan) }
        )
        try await report.compare(
            "\(name): decode, pure Codable",
            with: "swift-protobuf",
            in: .rate,
            target: .atLeast(0.55),
            ours: { try rate(report.plan) { try keep(decoder.decode(Ours.self, from: cbor)) } },
            theirs: { try decodeProtobuf(report.plan) }
        )
    }

    /// Hand-coded types, which services use for the hottest messages.
    private func compareByHand(_ report: Report) async throws {
        let encoder = WireEncoder()
        let decoder = WireDecoder()
        try await report.compare(
            "\(name): encode",
            with: "swift-protobuf",
            in: .rate,
            target: .atLeast(1),
            ours: { try rate(report.plan) { try keep(encoder.encode(value)) } },
            theirs: { try encodeProtobuf(report.plan) }
        )
        try await report.compare(
            "\(name): decode",
            with: "swift-protobuf",
            in: .rate,
            target: .atLeast(1),
            ours: { try rate(report.plan) { try keep(decoder.decode(Ours.self, from: cbor)) } },
            theirs: { try decodeProtobuf(report.plan) }
        )
    }

    private func compareTranscoding(_ report: Report) async throws {
        let decoder = WireDecoder()
        let json = JSONEncoder()
        try await report.compare(
            "\(name): CBOR to JSON",
            with: "decode, JSONEncoder",
            in: .rate,
            target: .atLeast(25),
            ours: {
                try rate(report.plan) {
                    var text = ByteBuffer()
                    try transcoder.transcode(cbor, into: &text)
                    keep(text)
                }
            },
            theirs: {
                try rate(report.plan) {
                    try keep(json.encode(decoder.decode(Ours.self, from: cbor)))
                }
            }
        )
    }

    private func encodeJSON(_ plan: BenchmarkPlan) throws -> Double {
        let encoder = JSONEncoder()
        return try rate(plan) { try keep(encoder.encode(value)) }
    }

    private func decodeJSON(_ plan: BenchmarkPlan) throws -> Double {
        let decoder = JSONDecoder()
        return try rate(plan) { try keep(decoder.decode(Ours.self, from: json)) }
    }

    private func encodeProtobuf(_ plan: BenchmarkPlan) throws -> Double {
        try rate(plan) { try keep(protoValue.serializedBytes() as [UInt8]) }
    }

    private func decodeProtobuf(_ plan: BenchmarkPlan) throws -> Double {
        try rate(plan) { try keep(Theirs(serializedBytes: proto)) }
    }
}
