public import Postgres

/// The migrations of the tables `people` and `relations`.
public enum PeopleMigrations {
    public static let migrations: [Migration] = [
        Migration("people_m01_people", PackageResources.people_m01_people_sql),
        Migration("people_m02_relations", PackageResources.people_m02_relations_sql),
        Migration("people_m03_settings", PackageResources.people_m03_settings_sql),
        Migration("people_m04_lacking", PackageResources.people_m04_lacking_sql),
    ]
}
