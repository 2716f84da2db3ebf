/// Reads a call from a parsed JSON request.
struct JSONNodeDecoder {}
