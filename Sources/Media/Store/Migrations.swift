import Outbox
public import Postgres

extension Media {
    /// The migrations that create this service's tables, in order.
    public static let migrations: [Migration] =
        Outbox.migrations + [
            Migration("m01_create_objects", PackageResources.m01_create_objects_sql),
            Migration("m02_create_media", PackageResources.m02_create_media_sql),
            Migration("m03_create_claims", PackageResources.m03_create_claims_sql),
            Migration("m04_create_uses", PackageResources.m04_create_uses_sql),
            Migration("m05_create_uploads", PackageResources.m05_create_uploads_sql),
            Migration("m06_create_strays", PackageResources.m06_create_strays_sql),
            Migration("m07_count_holdings", PackageResources.m07_count_holdings_sql),
            Migration("m08_keep_orientation", PackageResources.m08_keep_orientation_sql),
        ]
}
