import TestKit
import Testing
import Wire

@testable import Transport

/// What the log tells an operator when a connection was refused or closed.
struct SentenceTests {
    @Test(arguments: [
        (HandshakeRefusal.malformed, "does not speak the protocol, or it speaks TLS"),
        (.noCommonVersion, "no protocol version that this release supports"),
        (.wrongVersion, "not the highest common one"),
        (.unknownKey, "is not in this side's key file"),
        (.wrongMac, "an id of this side's key file, but another value"),
        (.unknownName, "name is not one of the cluster's"),
        (.wrongService, "wants another service"),
        (.untrusted, "certificates from one authority"),
        (.wrongCertificate, "certificate is for another name"),
        (.slow, "did not authenticate in time"),
        (.crowded, "\(Limits.unauthenticatedPeersMax) connections are already waiting"),
        (.closed, "closed the connection"),
        (.notAccepted, "closed the connection"),
    ])
    func `the log of a server says why a client was refused`(
        refusal: HandshakeRefusal,
        part: String
    ) throws {
        let log = CapturedLog()
        RefusalLog(logger: log.logger).note(refusal, from: nil)
        let why = try #require(log.lines.first?.metadata["why"])
        #expect(why.contains(part), "\(why)")
        #expect(why.hasSuffix("."))
    }

    @Test(arguments: [
        (ProtocolViolation.frame(.tooLong(9, limit: 8)), "frame of 9 bytes, but the limit is 8"),
        (.frame(.truncated), "frame is shorter than its header"),
        (.frame(.unknownKind(250)), "frame of the unknown kind 250"),
        (.frame(.unknownFlags(3)), "frame with the unknown flags 3"),
        (.frame(.idOutOfRange(0)), "the call's id 0 is out of range"),
        (
            .frame(.contextTooLong(70_000)),
            "context of 70000 bytes, but the limit is \(Limits.contextBytesMax)"
        ),
        (.frame(.wrongBody(.ping, 9)), "a ping frame cannot have a body of 9 bytes"),
        (.frame(.malformedOpening), "handshake frame cannot be decoded"),
        (.unexpected(.reply), "a reply frame is not expected here"),
        (.neverOpened(7), "call 7 was never opened"),
        (.idRepeated(7), "call 7: the id is not higher than the last"),
        (.tooManyOpen, "more calls or streams are open than the limits allow"),
        (.overspent(0), "item exceeds the connection's credit"),
        (.overspent(7), "stream 7: item exceeds its credit"),
        (.creditOverflow(0), "the connection's credit exceeds its window"),
        (.creditOverflow(7), "stream 7: credit exceeds its window"),
        (.noStream(7), "call 7: item or end after its end, or it is not a stream"),
    ])
    func `the log says what the other side did wrong`(
        violation: ProtocolViolation,
        sentence: String
    ) throws {
        let log = CapturedLog()
        ProtocolViolationLog(logger: log.logger).note(violation, by: "media")
        #expect(log.lines.first?.metadata["violation"] == sentence)
    }
}
