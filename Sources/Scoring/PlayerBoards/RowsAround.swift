/// The rows of a page around one row: as many before it as behind it, or one less behind. At an end
/// of the board the other side fills the page (2.7-around).
struct RowsAround: Hashable {
    /// How many rows the page has, the one in the middle included.
    let count: Int

    /// How many rows are fetched before the middle: all others may be there.
    var fetchedBefore: Int { count - 1 }
    /// How many rows are fetched behind the middle: one more, to know whether others follow.
    var fetchedBehind: Int { count }

    /// Which of the fetched rows the page has.
    ///
    /// - Parameters:
    ///   - middle: The index of the row in the middle.
    ///   - fetched: How many rows were fetched.
    /// - Returns: The indices of the rows.
    func range(around middle: Int, of fetched: Int) -> Range<Int> {
        let others = count - 1
        let before = min(middle, count / 2)
        let behind = min(fetched - 1 - middle, others - before)
        let start = middle - min(middle, others - behind)
        return start..<(middle + behind + 1)
    }
}
