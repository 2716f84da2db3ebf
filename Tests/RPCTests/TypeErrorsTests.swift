import NIOCore
import RPC
import Testing
import Wire

private enum ScaleError: String, ServiceError {
    case noWeight = "scale.no_weight"
    var kind: Fault.Kind { .invalid }
    var detail: String { "A weight is a number." }
}

/// A call that has an error of its own for a weight that is none.
private struct Weigh: NamesTypeErrors {
    static let id: CallID = 0x7E61
    static let effect = Effect.none
    static let access = Access.anyone
    typealias Reply = Nothing

    var weight: Int?
    var name: String?

    static let typeErrors: KeyValuePairs<String, any ServiceError> = ["weight": ScaleError.noWeight]
}

/// The errors that calls have for fields of another type.
@Suite struct TypeErrorsTests {
    /// What a switchboard says of a call's bytes.
    private func refusal(of call: some Encodable) async throws -> Fault? {
        let switchboard = Switchboard { $0.on { (_: Weigh, _) in Nothing() } }
        let body = try WireEncoder().encode(call)
        do throws(Unanswered) {
            _ = try await switchboard.answer(Weigh.id, body, in: CallContext())
            return nil
        } catch {
            #expect(!error.isBegun)
            return error.fault
        }
    }

    private struct Other<Weight: Encodable, Name: Encodable>: Encodable {
        var weight: Weight
        var name: Name
    }

    @Test func `a field of another type is refused with the call's error`() async throws {
        let fault = Refusal(ScaleError.noWeight, at: "/weight").fault
        #expect(try await refusal(of: Other(weight: "ten", name: "Ana")) == fault)
        #expect(try await refusal(of: Other(weight: true, name: "Ana")) == fault)
    }

    @Test func `another field, and other bytes, are malformed`() async throws {
        let malformed = WireError.malformed.fault
        #expect(try await refusal(of: Other(weight: 10, name: 7)) == malformed)
        #expect(try await refusal(of: [1, 2]) == malformed)
    }

    @Test func `what fits is answered`() async throws {
        #expect(try await refusal(of: Other(weight: 10, name: "Ana")) == nil)
    }
}
