/// The rows of a page around a middle row: as many before it as after it, or one more. At an end of
/// the board, the other side fills the page (2.7-around).
struct RowsAround: Hashable {
    /// The number of rows on the page, the middle row included.
    let count: Int

    /// The number of rows to fetch before the middle row: all others of the page may be there.
    var fetchedBefore: Int { count - 1 }
    /// The number of rows to fetch after the middle row: one more, to know whether others follow.
    var fetchedBehind: Int { count }

    /// The fetched rows that are on the page.
    ///
    /// - Parameters:
    ///   - middle: The index of the middle row.
    ///   - fetched: The number of fetched rows.
    /// - Returns: The indices of the rows.
    func range(around middle: Int, of fetched: Int) -> Range<Int> {
        let others = count - 1
        let before = min(middle, count / 2)
        let behind = min(fetched - 1 - middle, others - before)
        let start = middle - min(middle, others - behind)
        return start..<(middle + behind + 1)
    }
}
