/// Texts, and searches that find them or do not, whatever the database's locale (2.8-search).
public enum Spellings {
    /// Each second text finds the first.
    public static let found: [(text: String, query: String)] = [
        // Upper and lower case.
        ("ÄPFEL", "äpfel"), ("äpfel", "ÄPFEL"), ("ПРОБЕГ", "пробег"), ("пробег", "ПРОБЕГ"),
        ("SWIM A MILE", "swim"), ("swim a mile", "SWIM"), ("ISPARTA", "ısparta"),
        ("İstanbul", "istanbul"), ("ısparta", "ISPARTA"), ("ΔΡΟΜΟΣ", "δρομος"),
        ("δρομος", "ΔΡΟΜΟΣ"), ("ΓΙΩΡΓΟΣ", "γιωργος"), ("γιωργος", "ΓΙΩΡΓΟΣ"),
        ("Straße", "STRASSE"), ("STRASSE", "straße"), ("STRAẞE", "strasse"),
        // Forms of one character, and accents.
        ("ﬁtness", "fitness"), ("fitness", "ﬁtness"), ("cafe\u{301}", "café"),
        ("café", "cafe\u{301}"), ("café", "cafe"), ("München", "munchen"), ("Munchen", "münchen"),
        ("Ὀδυσσεύς", "οδυσσευσ"), ("Ёлка", "елка"), ("ＲＵＮ １０", "run 10"), ("ｶﾞﾝﾊﾞﾙ", "ガンバル"),
        ("Łódź", "lodz"), ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Đà Nẵng", "da nang"),
        ("Ångström", "A\u{30A}NGSTRO\u{308}M"), ("so\u{AD}ft", "soft"),
        // Scripts without spaces, and marks that are letters.
        ("東京マラソン練習", "東京"), ("東京マラソン練習", "マラソン"), ("東京マラソン練習", "練習"),
        ("東京マラソン練習", "京"), ("東京マラソン練習", "習"), ("山田太郎", "太郎"), ("走る", "走る"),
        ("한국어 달리기", "달리"), ("한국어달리기", "달리기"), ("การวิ่งมาราธอน", "วิ่ง"), ("दौड़", "दौड़"),
        ("がく", "か\u{3099}く"),
    ]

    /// No second text finds the first.
    public static let notFound: [(text: String, query: String)] = [
        ("東京マラソン", "京東"), ("はは", "ばば"), ("かき", "かぎ"), ("की", "का"), ("มา", "ม้า"),
        ("Apfel", "pfel"), ("달리기", "길"), ("Ωmega", "omega"),
    ]
}
