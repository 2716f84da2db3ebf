import NIOCore
import Wire

/// Decodes what a client sent, and names every wrong field.
enum CallReading {
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - json: The fields; no bytes count as `{}`.
    ///   - refusal: The error to throw if it cannot be decoded.
    /// - Returns: The decoded value.
    /// - Throws: The refusal, with every wrong field.
    static func read<Value: Decodable>(
        _ type: Value.Type,
        from json: ByteBuffer,
        _ refusal: GatewayError
    ) throws(Fault) -> Value {
        do throws(JSONProblem) {
            return try JSONCallDecoder().decode(type, from: json, emptyIsObject: true)
        } catch {
            var fault = refusal.fault
            fault.fields = error.fields
            throw fault
        }
    }
}
