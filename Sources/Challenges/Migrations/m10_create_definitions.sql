-- Texts that people reuse, and what may be said in them.

-- Kinds of workouts; the operator may add some.
CREATE TABLE categories (
    id text NOT NULL,
    name text NOT NULL,
    position integer NOT NULL,
    CONSTRAINT categories_pkey PRIMARY KEY (id),
    CONSTRAINT categories_id_length CHECK (char_length(id) BETWEEN 1 AND 40),
    CONSTRAINT categories_name_length CHECK (char_length(name) BETWEEN 1 AND 80)
);

INSERT INTO categories (id, name, position) VALUES
    ('endurance', 'Endurance', 1),
    ('strength', 'Strength', 2),
    ('flexibility', 'Flexibility', 3);

-- Units of which more is known than their name: how much an entry may hold, and of a unit of time
-- how many seconds one is. People may count in any other unit too.
CREATE TABLE units (
    unit text NOT NULL,
    cap numeric(18,6) NOT NULL,
    seconds integer,
    CONSTRAINT units_pkey PRIMARY KEY (unit),
    CONSTRAINT units_length CHECK (char_length(unit) BETWEEN 1 AND 40),
    CONSTRAINT units_cap_positive CHECK (cap > 0),
    CONSTRAINT units_seconds_positive CHECK (seconds > 0)
);

INSERT INTO units (unit, cap, seconds) VALUES
    ('seconds', 999999999.999999, 1),
    ('minutes', 999999999.999999, 60),
    ('hours', 999999999.999999, 3600);

-- A definition: the text of a challenge, what is counted, and by which clock. What was sent keeps a
-- copy, so a row may change, and stays when it is deleted.
CREATE TABLE definitions (
    id uuid NOT NULL,
    -- NULL for a preset, which belongs to nobody.
    author uuid,
    preset text,
    name text NOT NULL,
    caption text NOT NULL,
    description text NOT NULL,
    category text,
    unit text,
    target numeric(18,6),
    target_seconds integer,
    whole_numbers boolean NOT NULL,
    metric text,
    timer text NOT NULL,
    proof text NOT NULL,
    visibility text NOT NULL,
    state text NOT NULL,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    version bigint NOT NULL,
    -- A preset's texts in other languages, for the search alone.
    translations text NOT NULL,
    -- The words of all texts. A full stop, a slash or a hyphen separates words too: left to the
    -- parser, `run/walk` and `5.5` would each be one word.
    words tsvector NOT NULL GENERATED ALWAYS AS (
        to_tsvector('simple', translate(
            name || ' ' || caption || ' ' || description || ' ' || translations,
            '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
    ) STORED,
    CONSTRAINT definitions_pkey PRIMARY KEY (id),
    CONSTRAINT definitions_preset_once UNIQUE (preset),
    CONSTRAINT definitions_author_or_preset CHECK ((author IS NULL) = (preset IS NOT NULL)),
    CONSTRAINT definitions_category_fkey FOREIGN KEY (category) REFERENCES categories (id),
    CONSTRAINT definitions_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT definitions_caption_length CHECK (char_length(caption) <= 200),
    CONSTRAINT definitions_description_length CHECK (char_length(description) <= 2000),
    CONSTRAINT definitions_unit_length CHECK (char_length(unit) BETWEEN 1 AND 40),
    CONSTRAINT definitions_target_positive CHECK (target > 0),
    CONSTRAINT definitions_target_whole CHECK (NOT whole_numbers OR target = trunc(target)),
    CONSTRAINT definitions_target_seconds_positive CHECK (target_seconds > 0)
);

-- The lists, each in its order.
CREATE INDEX definitions_newest ON definitions (created_at DESC, id DESC)
    WHERE state = 'shown';
CREATE INDEX definitions_category ON definitions (category, created_at DESC, id DESC)
    WHERE state = 'shown';
-- Also counts what an author has: what was deleted does not count.
CREATE INDEX definitions_author ON definitions (author, created_at DESC, id DESC)
    WHERE state <> 'deleted';
CREATE INDEX definitions_words ON definitions USING gin (words)
    WHERE state = 'shown';

-- The texts of presets, by language. A preset's own row has the English one.
CREATE TABLE definition_names (
    definition uuid NOT NULL,
    locale text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    CONSTRAINT definition_names_pkey PRIMARY KEY (definition, locale),
    CONSTRAINT definition_names_definition_fkey
        FOREIGN KEY (definition) REFERENCES definitions (id),
    CONSTRAINT definition_names_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT definition_names_description_length CHECK (char_length(description) <= 2000)
);

-- The presets of the beginning.
INSERT INTO definitions (id, preset, name, caption, description, unit, target, whole_numbers,
    metric, timer, proof, visibility, state, created_at, changed_at, version, translations)
SELECT id::uuid, preset, name, '', description, unit, target, whole_numbers, metric, 'none',
    'optional', 'public', 'shown', timestamptz '2026-01-01T00:00:00Z',
    timestamptz '2026-01-01T00:00:00Z', 1, ''
FROM (VALUES
    ('0193e4a0-0000-7000-8000-000000000001', 'run-5-km', 'Run 5 km',
        'Five kilometres on foot, at the pace that suits you. '
        'Walking parts of the way is fine.',
        'm', 5000, false, 'distance'),
    ('0193e4a0-0000-7000-8000-000000000002', 'walk-10k-steps', 'Walk 10,000 steps',
        'Ten thousand steps in a single day: '
        'take the stairs, and leave the bus a stop early.',
        'steps', 10000, true, 'steps'),
    ('0193e4a0-0000-7000-8000-000000000003', 'walk-backwards', 'Walk backwards',
        'How far do you get without turning round? '
        'Pick a clear path, and someone to look out for you.',
        NULL, NULL, false, NULL)
) AS seed(id, preset, name, description, unit, target, whole_numbers, metric);

INSERT INTO definition_names (definition, locale, name, description) VALUES
    ('0193e4a0-0000-7000-8000-000000000001', 'de', '5 km laufen',
        'Fünf Kilometer zu Fuß, in deinem eigenen Tempo. '
        'Ein Stück zu gehen ist erlaubt.'),
    ('0193e4a0-0000-7000-8000-000000000002', 'de', '10.000 Schritte gehen',
        'Zehntausend Schritte an einem Tag: '
        'nimm die Treppe, und steig eine Haltestelle früher aus.'),
    ('0193e4a0-0000-7000-8000-000000000003', 'de', 'Rückwärts gehen',
        'Wie weit kommst du, ohne dich umzudrehen? '
        'Such dir einen freien Weg und jemanden, der auf dich achtet.');

UPDATE definitions SET translations = names.name || ' ' || names.description
FROM definition_names AS names WHERE names.definition = definitions.id;
