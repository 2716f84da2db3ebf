-- What people think of definitions, and who used them.

-- How many people like, use and rated a definition. A row of its own, so that a like never waits for
-- an edit of the definition. Its numbers are changed only by the triggers below, by as much as rows
-- come and go in the same statement.
CREATE TABLE definition_counts (
    definition uuid NOT NULL,
    likes bigint NOT NULL,
    users bigint NOT NULL,
    rating_sum bigint NOT NULL,
    ratings bigint NOT NULL,
    CONSTRAINT definition_counts_pkey PRIMARY KEY (definition),
    CONSTRAINT definition_counts_definition_fkey
        FOREIGN KEY (definition) REFERENCES definitions (id),
    CONSTRAINT definition_counts_not_negative CHECK (likes >= 0 AND users >= 0 AND ratings >= 0),
    CONSTRAINT definition_counts_stars CHECK (rating_sum BETWEEN ratings AND 5 * ratings)
);

-- The list of definitions, most used first.
CREATE INDEX definition_counts_users ON definition_counts (users DESC, definition);

INSERT INTO definition_counts (definition, likes, users, rating_sum, ratings)
SELECT id, 0, 0, 0, 0 FROM definitions;

-- The people who took on a run of a definition, and when each first completed one.
CREATE TABLE definition_uses (
    definition uuid NOT NULL,
    user_id uuid NOT NULL,
    first_at timestamptz NOT NULL,
    completed_at timestamptz,
    CONSTRAINT definition_uses_pkey PRIMARY KEY (definition, user_id),
    CONSTRAINT definition_uses_definition_fkey
        FOREIGN KEY (definition) REFERENCES definitions (id)
);

CREATE TABLE ratings (
    definition uuid NOT NULL,
    user_id uuid NOT NULL,
    stars smallint NOT NULL,
    rated_at timestamptz NOT NULL,
    CONSTRAINT ratings_pkey PRIMARY KEY (definition, user_id),
    CONSTRAINT ratings_definition_fkey FOREIGN KEY (definition) REFERENCES definitions (id),
    CONSTRAINT ratings_stars CHECK (stars BETWEEN 1 AND 5)
);

-- What people like: `of` says which kind of thing `target` is.
CREATE TABLE likes (
    target uuid NOT NULL,
    user_id uuid NOT NULL,
    of text NOT NULL,
    liked_at timestamptz NOT NULL,
    CONSTRAINT likes_pkey PRIMARY KEY (target, user_id),
    CONSTRAINT likes_of_known CHECK (of IN ('definition', 'contest'))
);

-- Who likes a thing, and what a person likes, newest first.
CREATE INDEX likes_target ON likes (target, liked_at DESC, user_id DESC);
CREATE INDEX likes_user ON likes (user_id, liked_at DESC, target DESC);

-- What people keep for later, each for themselves.
CREATE TABLE wishes (
    target uuid NOT NULL,
    user_id uuid NOT NULL,
    of text NOT NULL,
    wished_at timestamptz NOT NULL,
    CONSTRAINT wishes_pkey PRIMARY KEY (target, user_id),
    CONSTRAINT wishes_of_known CHECK (of IN ('definition', 'contest'))
);

-- A person's wishlist, newest first.
CREATE INDEX wishes_user ON wishes (user_id, wished_at DESC, target DESC);

CREATE FUNCTION definition_liked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE definition_counts SET likes = likes + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    WHERE definition = coalesce(NEW.target, OLD.target);
    RETURN NULL;
END $$;

CREATE TRIGGER likes_come AFTER INSERT ON likes
FOR EACH ROW WHEN (NEW.of = 'definition') EXECUTE FUNCTION definition_liked();

CREATE TRIGGER likes_go AFTER DELETE ON likes
FOR EACH ROW WHEN (OLD.of = 'definition') EXECUTE FUNCTION definition_liked();

CREATE FUNCTION definition_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE definition_counts SET users = users + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    WHERE definition = coalesce(NEW.definition, OLD.definition);
    RETURN NULL;
END $$;

CREATE TRIGGER definition_uses_change AFTER INSERT OR DELETE ON definition_uses
FOR EACH ROW EXECUTE FUNCTION definition_used();

CREATE FUNCTION definition_rated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE definition_counts SET
        rating_sum = rating_sum + coalesce(NEW.stars, 0) - coalesce(OLD.stars, 0),
        ratings = ratings + CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END
    WHERE definition = coalesce(NEW.definition, OLD.definition);
    RETURN NULL;
END $$;

CREATE TRIGGER ratings_change AFTER INSERT OR UPDATE OR DELETE ON ratings
FOR EACH ROW EXECUTE FUNCTION definition_rated();
