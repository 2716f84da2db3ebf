import Identifiers
import Testing

@testable import Postgres

struct SQLTests {
    @Test func `a literal binds nothing`() {
        let sql: SQL = "SELECT 1"
        #expect(sql.text == "SELECT 1")
        #expect(sql.binds.types.isEmpty)
    }

    @Test func `interpolated values become numbered parameters`() {
        let name = "x'; --"
        let none: Int? = nil
        let sql: SQL = "SELECT * FROM t WHERE a = \(name) AND b = \(7) OR c IS \(none)"
        #expect(sql.text == "SELECT * FROM t WHERE a = $1 AND b = $2 OR c IS $3")
        #expect(sql.binds.types == [.text, .int8, .int8])
        #expect(sql.binds.starts == [0, 10, 22])
        #expect(Array(sql.binds.bytes[0..<4]) == [0, 0, 0, 6])
        #expect(Array(sql.binds.bytes[22...]) == [255, 255, 255, 255])
    }

    @Test func `many parameters are numbered beyond nine`() {
        let sql: SQL = "\(1)\(2)\(3)\(4)\(5)\(6)\(7)\(8)\(9)\(10)\(11)"
        #expect(sql.text == "$1$2$3$4$5$6$7$8$9$10$11")
    }

    @Test func `columns are text, and may be qualified`() {
        let columns: Columns = ["id", "first_name"]
        let sql: SQL = "SELECT \(columns), \(columns.of("people")) FROM t WHERE id = \(7)"
        #expect(
            sql.text == "SELECT id, first_name, people.id, people.first_name FROM t WHERE id = $1"
        )
        #expect(sql.binds.types == [.int8])
    }

    @Test func `clauses are text, and bind nothing`() {
        let clauses: Clauses = "JOIN u ON u.id = t.id WHERE u.a = 'x'"
        let sql: SQL = "SELECT FROM t \(clauses) AND t.id = \(7)"
        #expect(sql.text == "SELECT FROM t JOIN u ON u.id = t.id WHERE u.a = 'x' AND t.id = $1")
        #expect(sql.binds.types == [.int8])
    }

    @Test func `a page begins after a row, the first one without a condition`() {
        let (name, none): (String?, String?) = ("x", nil)
        let pair: (Int, String)? = (7, "x")
        let first: SQL = "WHERE a\(after: none, in: "name") LIMIT \(1)"
        #expect(first.text == "WHERE a LIMIT $1")
        let next: SQL = "WHERE a\(after: name, in: "name") LIMIT \(1)"
        #expect(next.text == "WHERE a AND name > ($1) LIMIT $2")
        let newest: SQL = "WHERE a\(before: pair, in: "(t.at, t.id)") LIMIT \(1)"
        #expect(newest.text == "WHERE a AND (t.at, t.id) < ($1, $2) LIMIT $3")
        #expect(newest.binds.types == [.int8, .text, .int8])
    }

    @Test func `a part of a statement keeps its values, whose numbers follow those before it`() {
        let part: SQL = "a = \("x") OR b IN (\(1), \(2), \(3), \(4), \(5), \(6), \(7), \(8), \(9))"
        let whole: SQL = "SELECT \(true) WHERE (\(part)) AND c = \(part) AND d = \(8)"
        let plain: SQL = """
            SELECT \(true) WHERE (a = \("x") OR b IN (\(1), \(2), \(3), \(4), \(5), \(6), \(7), \(8), \(9))) \
            AND c = a = \("x") OR b IN (\(1), \(2), \(3), \(4), \(5), \(6), \(7), \(8), \(9)) AND d = \(8)
            """
        #expect(whole.text == plain.text)
        #expect(whole.binds.types == plain.binds.types)
        #expect(whole.binds.starts == plain.binds.starts)
        #expect(whole.binds.bytes == plain.binds.bytes)
    }

    @Test func `a part without values is text`() {
        let part: SQL = "now()"
        let sql: SQL = "SELECT \(part), \(7), \(part)"
        #expect(sql.text == "SELECT now(), $1, now()")
        let empty: SQL = ""
        let plain: SQL = "SELECT \(empty)1"
        #expect(plain.text == "SELECT 1")
    }

    @Test func `a number of the source is text`() {
        let sql: SQL = "SELECT \(7) LIMIT \(Clauses(500))"
        #expect(sql.text == "SELECT $1 LIMIT 500")
        #expect(sql.binds.types == [.int8])
    }

    @Test func `equal texts share a statement unless their values' types differ`() {
        let statement = { (id: Int) -> SQL in "SELECT \(id)" }
        let other = { (id: String) -> SQL in "SELECT \(id)" }
        #expect(StatementKey(statement(1)) == StatementKey(statement(2)))
        #expect(StatementKey(statement(1)) != StatementKey(other("1")))
    }
}
