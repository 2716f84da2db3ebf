import NIOCore
import Wire

/// Reads what a client sent, and names whatever is wrong with it.
enum CallReading {
    /// - Parameters:
    ///   - type: What to read.
    ///   - json: The fields; no bytes count as `{}`.
    ///   - refusal: What it is called when it cannot be read.
    /// - Returns: What the fields make.
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
