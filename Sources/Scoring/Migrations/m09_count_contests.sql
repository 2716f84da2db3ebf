-- Contests of more than a thousand players are ranked by a board. Until all of its players are
-- moved to it, step by step, and as long as a contest has fewer, they are ranked by one statement.

ALTER TABLE contest_boards
    -- The board that counts the contest's players; NULL while none does.
    ADD COLUMN board integer,
    -- Whether it counts all of them.
    ADD COLUMN is_counted boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT contest_boards_counted CHECK (board IS NOT NULL OR NOT is_counted);

ALTER TABLE contest_players
    -- The board that counts the player; NULL while none does.
    ADD COLUMN board integer,
    -- Whether the player is active; of a completed contest, whether they were then.
    ADD COLUMN is_shown boolean NOT NULL DEFAULT true,
    -- The score in millionths, negated where higher scores win, of whoever is counted with a rank.
    -- Its board has the opposite, so that more is better.
    ADD COLUMN place bigint;

-- Contests whose players are still to be moved: a row until it is done. last is how far it is, in
-- the order of the players' ids.
CREATE TABLE board_moves (
    challenge uuid NOT NULL,
    last uuid NOT NULL,
    CONSTRAINT board_moves_pkey PRIMARY KEY (challenge)
);

-- Whoever changes a player, this release or the one before: the contest's board learns of it. While
-- anybody has a score, which scores win does not change.
CREATE FUNCTION player_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.score IS NULL OR NEW.was_inactive OR NOT NEW.is_shown
        OR NOT (NEW.state = 'joined' OR NEW.is_kept)
    THEN
        NEW.place := NULL;
    ELSIF OLD.place IS NULL OR NEW.score IS DISTINCT FROM OLD.score THEN
        NEW.place := NEW.score * (
            SELECT CASE direction WHEN 'lower' THEN 1 ELSE -1 END
            FROM contest_boards WHERE challenge = NEW.challenge);
    END IF;
    IF NEW.place IS NOT NULL THEN NEW.reached_at := coalesce(NEW.reached_at, 'epoch'); END IF;
    IF NEW.place IS DISTINCT FROM OLD.place THEN
        INSERT INTO board_changes (board, old_score, new_score)
        VALUES (NEW.board, -OLD.place, -NEW.place);
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER contest_players_change BEFORE UPDATE ON contest_players
FOR EACH ROW WHEN (NEW.board IS NOT NULL) EXECUTE FUNCTION player_changed();

CREATE FUNCTION player_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO board_changes (board, old_score) VALUES (OLD.board, -OLD.place);
    RETURN NULL;
END $$;

CREATE TRIGGER contest_players_go AFTER DELETE ON contest_players
FOR EACH ROW WHEN (OLD.place IS NOT NULL) EXECUTE FUNCTION player_went();

-- The advisory lock that keeps who is new in a contest and what is told of that person from passing
-- each other: whoever is second waits, and then sees what the first one wrote. There are 64 of
-- them, because the server has room for few.
CREATE FUNCTION player_lock(player uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT hashtextextended('scoring.player', 0) # (hashtextextended(player::text, 0) & 63)
$$;

-- Who is new in a contest: whether they are shown, and the board that counts them. With the first
-- one beyond a thousand, the contest is to be moved to a board.
CREATE FUNCTION players_came() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    key bigint;
BEGIN
    IF NOT EXISTS (SELECT FROM came) THEN RETURN NULL; END IF;
    FOR key IN SELECT DISTINCT player_lock(user_id) FROM came ORDER BY 1 LOOP
        PERFORM pg_advisory_xact_lock_shared(key);
    END LOOP;
    UPDATE contest_players AS player SET is_shown = false
    FROM came JOIN people ON people.id = came.user_id AND people.standing <> 'active'
    WHERE player.challenge = came.challenge AND player.user_id = came.user_id;
    UPDATE contest_players AS player SET board = contest_boards.board
    FROM came JOIN contest_boards ON contest_boards.challenge = came.challenge
        AND contest_boards.board IS NOT NULL
    WHERE player.challenge = came.challenge AND player.user_id = came.user_id;
    INSERT INTO board_moves (challenge, last)
    SELECT challenge, '00000000-0000-0000-0000-000000000000'
    FROM (SELECT DISTINCT challenge FROM came) AS contests
    WHERE NOT EXISTS (
            SELECT FROM contest_boards
            WHERE contest_boards.challenge = contests.challenge AND board IS NOT NULL)
        AND (SELECT count(*) FROM (
            SELECT FROM contest_players
            WHERE contest_players.challenge = contests.challenge LIMIT 1001) AS few) > 1000
    ON CONFLICT ON CONSTRAINT board_moves_pkey DO NOTHING;
    RETURN NULL;
END $$;

CREATE TRIGGER contest_players_come AFTER INSERT ON contest_players
REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION players_came();

-- Whether a person is shown, in all contests but those that are completed: their boards stay.
CREATE FUNCTION contests_show(player uuid, shown boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    contest uuid;
    contest_state text;
BEGIN
    PERFORM pg_advisory_xact_lock(player_lock(player));
    FOR contest IN
        SELECT contest_players.challenge FROM contest_players
            LEFT JOIN contest_boards ON contest_boards.challenge = contest_players.challenge
        WHERE user_id = player AND is_shown <> shown
            AND contest_boards.state IS DISTINCT FROM 'completed'
        ORDER BY contest_players.challenge
    LOOP
        -- Nobody completes the contest meanwhile.
        contest_state := (
            SELECT state FROM contest_boards WHERE challenge = contest FOR SHARE);
        IF contest_state IS DISTINCT FROM 'completed' THEN
            UPDATE contest_players SET is_shown = shown
            WHERE challenge = contest AND user_id = player;
        END IF;
    END LOOP;
END $$;

CREATE FUNCTION person_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM contests_show(NEW.id, coalesce(NEW.standing, 'active') = 'active');
    RETURN NULL;
END $$;

CREATE TRIGGER people_come_hidden AFTER INSERT ON people
FOR EACH ROW WHEN (NEW.standing <> 'active') EXECUTE FUNCTION person_stands();

CREATE TRIGGER people_stand AFTER UPDATE ON people FOR EACH ROW
WHEN ((coalesce(OLD.standing, 'active') = 'active')
    <> (coalesce(NEW.standing, 'active') = 'active'))
EXECUTE FUNCTION person_stands();

-- Says of the next people that were known before this release whether they are listed and shown.
-- Returns the last one that it looked at; NULL behind all.
CREATE FUNCTION players_catch_up(last uuid, at_most integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
    person uuid;
    listed boolean;
    shown boolean;
    reached uuid;
BEGIN
    FOR person IN SELECT id FROM people WHERE id > last ORDER BY id LIMIT at_most LOOP
        reached := person;
        CONTINUE WHEN NOT EXISTS (
            SELECT FROM people WHERE id = person AND (is_listed OR standing <> 'active'));
        PERFORM FROM people WHERE id = person FOR SHARE;
        listed := (SELECT coalesce(is_listed, false) FROM people WHERE id = person);
        shown := (SELECT coalesce(standing, 'active') = 'active' FROM people WHERE id = person);
        PERFORM player_stands(person, listed, shown);
        IF NOT shown THEN PERFORM contests_show(person, shown); END IF;
    END LOOP;
    RETURN reached;
END $$;
