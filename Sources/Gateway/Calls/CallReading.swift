import Wire

/// Decodes what a client sent, and names every wrong field.
enum CallReading {
    /// - Parameters:
    ///   - refusal: The error to throw if decoding fails and the call has no error of its own for
    ///     it.
    ///   - decode: Decodes the value.
    /// - Returns: The decoded value.
    /// - Throws: The refusal, with every wrong field.
    static func read<Value>(
        _ refusal: GatewayError,
        _ decode: (JSONCallDecoder) throws(JSONProblem) -> Value
    ) throws(Fault) -> Value {
        do throws(JSONProblem) {
            return try decode(JSONCallDecoder())
        } catch {
            var fault = error.refusal ?? refusal.fault
            fault.fields = error.fields
            throw fault
        }
    }
}
