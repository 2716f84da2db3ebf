import TestBasics
import Testing

@testable import Gateway

/// Entity tags, and lists of them, in headers.
@Suite struct EntityTagTests {
    @Test(
        arguments: [
            ("\"a\"", EntityTag(opaque: "a")), ("\"\"", EntityTag(opaque: "")),
            ("\"a,b\"", EntityTag(opaque: "a,b")),
            ("W/\"a\"", EntityTag(opaque: "a", isWeak: true)),
            ("\"W/a\"", EntityTag(opaque: "W/a")),
            ("\"é\"", EntityTag(opaque: "é")), ("\"\\\"", EntityTag(opaque: "\\")),
            ("a", nil), ("\"a", nil), ("a\"", nil), ("w/\"a\"", nil), ("W/a", nil),
            ("\"a b\"", nil), ("\"a\u{7F}\"", nil), ("\"a\" ", nil), (" \"a\"", nil), ("", nil),
            ("*", nil), ("\"a\",\"b\"", nil),
        ] as [(String, EntityTag?)]
    )
    func `a tag is quoted`(text: String, tag: EntityTag?) {
        #expect(EntityTag(reading: text) == tag)
        if let tag { #expect(tag.description == text) }
    }

    @Test(
        arguments: [
            ("a", "a", true, true), ("a", "W/a", false, true), ("W/a", "a", false, true),
            ("W/a", "W/a", false, true), ("a", "b", false, false), ("W/a", "W/b", false, false),
        ]
    )
    func `weak tags are equal only weakly`(
        one: String,
        other: String,
        strongly: Bool,
        weakly: Bool
    ) {
        func tag(_ text: String) -> EntityTag {
            text.hasPrefix("W/")
                ? EntityTag(opaque: String(text.dropFirst(2)), isWeak: true)
                : EntityTag(opaque: text)
        }
        #expect(tag(one).isStrongly(tag(other)) == strongly)
        #expect(tag(one).isWeakly(tag(other)) == weakly)
    }

    @Test(
        arguments: [
            (["*"], .any), ([" * "], .any), ([" \t*"], .any),
            (["\"a\""], .listed([EntityTag(opaque: "a")])),
            (["\"\""], .listed([EntityTag(opaque: "")])),
            (
                ["\"a\", W/\"b\"", "\"c\""],
                .listed([
                    EntityTag(opaque: "a"), EntityTag(opaque: "b", isWeak: true),
                    EntityTag(opaque: "c"),
                ])
            ),
            (["\"a,b\" ,\t\"c\""], .listed([EntityTag(opaque: "a,b"), EntityTag(opaque: "c")])),
            ([",, \"a\" ,,"], .listed([EntityTag(opaque: "a")])),
            (["", "\"a\""], .listed([EntityTag(opaque: "a")])),
            (["\"*\""], .listed([EntityTag(opaque: "*")])),
            ([""], nil), ([" "], nil), ([","], nil), (["a"], nil), (["\"a\" \"b\""], nil),
            (["\"a\", b"], nil), (["\"a\"x"], nil), (["\"a b\""], nil), (["w/\"a\""], nil),
            (["W/ \"a\""], nil), (["\"a"], nil), (["*", "\"a\""], nil), (["**"], nil),
            (["* *"], nil), (["*, \"a\""], nil), (["*", "*"], nil), (["W/*"], nil),
        ] as [([String], EntityTags?)]
    )
    func `a list is read whole, or not at all`(lines: [String], tags: EntityTags?) {
        #expect(EntityTags(reading: lines) == tags)
    }
}
