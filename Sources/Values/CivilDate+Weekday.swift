extension CivilDate {
    /// 1 for Monday to 7 for Sunday.
    public var isoWeekday: Int { weekday == 0 ? 7 : weekday }
}
