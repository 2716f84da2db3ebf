#!/usr/bin/env bash
# Foundation's ISO 8601 parsers ignore everything after a valid moment, even a second offset.
#
# Expected: JSONDecoder with .iso8601, Date(_:strategy: .iso8601) and ISO8601DateFormatter accept a
# text only if all of it is a moment. They are strict otherwise: a blank instead of "T" is refused.
#
# Happens: they read a valid beginning and drop the rest, without an error. "10:00:00Z+02:00", as an
# exporter writes it that appends an offset to a text in UTC, becomes 10:00 UTC. An interval
# "start/end" becomes its start. A zone in brackets (RFC 9557) that contradicts the offset is
# ignored.
#
# Seen with: Swift 6.3.1 on Debian 12, x86-64. Source: swift-foundation,
# Date.ISO8601FormatStyle.parse in Sources/FoundationEssentials/Formatting, which drops the index up
# to which it has read.
#
# Hurts: imports of health data (workouts, sleep, steps) from many exporters. A malformed moment is
# stored hours away from the real one, although the decoder seems to validate it. Check the form of
# the text before parsing it.
#
# Needs the Swift toolchain (`swiftc`).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/main.swift" <<'SWIFT'
import Foundation

let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let utc = ISO8601DateFormatter()
for text in [
    "2026-03-01T10:00:00+02:00",
    "2026-03-01T10:00:00Z+02:00",
    "2026-03-01T10:00:00Z/2026-03-01T11:00:00Z",
    "2026-03-01T10:00:00+02:00[Asia/Tokyo]",
    "2026-03-01T10:00:00Z or so",
    "2026-03-01 10:00:00Z",
] {
    let decoded = try? decoder.decode([Date].self, from: JSONEncoder().encode([text]))[0]
    let parsed = try? Date(text, strategy: .iso8601)
    let formatted = utc.date(from: text)
    precondition(decoded == parsed && parsed == formatted)
    print("\(text) → \(decoded.map { utc.string(from: $0) } ?? "refused")")
}
SWIFT
swiftc -o "$work/main" "$work/main.swift"

cat >"$work/expected" <<'TEXT'
2026-03-01T10:00:00+02:00 → 2026-03-01T08:00:00Z
2026-03-01T10:00:00Z+02:00 → 2026-03-01T10:00:00Z
2026-03-01T10:00:00Z/2026-03-01T11:00:00Z → 2026-03-01T10:00:00Z
2026-03-01T10:00:00+02:00[Asia/Tokyo] → 2026-03-01T08:00:00Z
2026-03-01T10:00:00Z or so → 2026-03-01T10:00:00Z
2026-03-01 10:00:00Z → refused
TEXT
"$work/main" | tee "$work/output"
diff "$work/expected" "$work/output" || { echo "the finding has changed" >&2; exit 1; }
