"""The client's files, without a browser: what they may contain, their sizes, their words."""
import ast
import gzip
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ROOT / 'Sources/CWebFiles/files'
APP = FILES / 'app'
CODE = sorted(APP.rglob('*.js'))
SCRIPTS = [path for path in CODE if path.parent.name != 'lang']
# The script of a page for those who write screens, which is not built in.
SHIPPED = [path for path in SCRIPTS if path.name != 'parts-page.js']

# What would make text into code or markup, or lets styles and listeners in by another door.
FORBIDDEN = [
    r'innerHTML', r'outerHTML', r'insertAdjacentHTML', r'document\.write', r'\beval\b', r'new Function',
    r'createContextualFragment', r'setHTMLUnsafe', r'\sstyle=', r'\son[a-z]+=["$]', r'localStorage\.[a-z]+oken',
    r'crypto\.randomUUID', r'crypto\.subtle', r'navigator\.clipboard', r'serviceWorker', r'https?://(?!www\.w3\.org)']


def parts(language):
    """The parts of a language, by name; '' is what every screen has. Each has its texts by id; those of
    several forms by category."""
    return {path.stem[3:]: read_words(path) for path in sorted(APP.glob(f'lang/{language}*.js'))}


def words(language):
    """The texts of a language, by id."""
    return {name: text for part in parts(language).values() for name, text in part.items()}


def read_words(path):
    text = path.read_text()
    body = text[text.index('{') + 1:text.rindex('}')]
    body = re.sub(r'^\s*//.*$', '', body, flags=re.M)
    body = re.sub(r'\b(one|other|few|many|two|zero): ', r"'\1': ", body)
    return ast.literal_eval('{' + body + '}')


def forms(text):
    return list(text.values()) if isinstance(text, dict) else [text]


def prefixes_in(code):
    """What texts begin with whose rest is known only when they are said."""
    return tuple(prefix for found in re.findall(r"`([\w.-]+)\$\{|optionsOf\('([\w.-]+)'", code) for prefix in found if '.' in prefix)


# What a file says or loads, by its path from the client's folder.
def texts_of(path, known):
    text = path.read_text()
    literal = set(re.findall(r"'([\w.-]+)'", text))
    prefixes = prefixes_in(text)
    return {name for name in known if name in literal or (prefixes and name.startswith(prefixes))}


def beside(path, names):
    return {(path.parent / name).resolve() for name in names}


def loaded_with(path):
    """The files that come with one: those that it imports, and what they import."""
    found, waiting = set(), [path]
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        found.add(one)
        text = one.read_text()
        later = {name for name, _ in re.findall(SPOKEN, text)}
        waiting += beside(one, re.findall(r"^(?:import|export \*|\}) .*?'(\.[^']+)'", text, re.M))
        waiting += beside(one, set(re.findall(r"import\('(\.[^']+)'\)", text)) - later)
    return found


SPOKEN = r"spoken\(import\('([^']+)'\)((?:, '[\w-]+')*)\)"


def screen_files():
    """The files of the screens that share one, by screen."""
    shared = re.search(r'const shared = \{(.*?)\}', (APP / 'router.js').read_text(), re.S)[1]
    return dict(re.findall(r"([\w-]+): '([\w-]+)'", shared))


def screen_parts():
    """The screens and the parts of the language that router.js loads with each."""
    rows = re.findall(r"\['/[^']*', '([\w-]+)'(?:, '([\w ]+)')?\]", (APP / 'router.js').read_text())
    return {**{screen: set(names.split()) for screen, names in rows}, 'not-found': set()}


def refusals():
    """The codes that openapi.yaml names for each operation."""
    found, operation = {}, None
    for line in (ROOT / 'protocol/openapi.yaml').read_text().splitlines():
        if match := re.match(r'      operationId: (\w+)$|  /\S*: \{\w+: \{operationId: (\w+),', line):
            operation = match[1] or match[2]
        elif re.match(r'\S', line):
            operation = None
        if operation:
            found.setdefault(operation, set()).update(re.findall(r'`([a-z]+\.[a-z_]+)`', line))
    return found


def operations():
    """(operation, method, path) of openapi.yaml; session.js sends those of the cookie itself."""
    found, path, method = [], None, None
    for line in (ROOT / 'protocol/openapi.yaml').read_text().splitlines():
        if match := re.match(r'  (/\S*):$', line):
            path = match[1]
        elif match := re.match(r'    (get|post|put|patch|delete):$', line):
            method = match[1].upper()
        elif match := re.match(r'      operationId: (\w+)$', line):
            found.append((match[1], method, path))
        elif match := re.match(r'  (/\S*): \{(\w+): \{operationId: (\w+),', line):
            found.append((match[3], match[2].upper(), match[1]))
    return [one for one in found if not one[2].startswith('/v1/browser/')]


def contrast(one, other):
    def light(colour):
        parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


class Sources(unittest.TestCase):
    def test_no_text_becomes_code(self):
        for path in [*CODE, FILES / 'index.html']:
            for pattern in FORBIDDEN:
                self.assertIsNone(re.search(pattern, path.read_text()), f'{pattern} in {path.name}')

    def test_html_is_made_in_one_place(self):
        makers = [path.name for path in CODE if 'parseFromString' in path.read_text()]
        self.assertEqual(makers, ['template.js'])
        policies = [path.name for path in CODE if 'trustedTypes' in path.read_text()]
        self.assertEqual(policies, ['template.js'])

    def test_files_are_short_and_all_of_them_small(self):
        for path in SCRIPTS:
            self.assertLessEqual(len(path.read_text().splitlines()), 400, path.name)
        self.assertLessEqual(len((APP / 'template.js').read_text().splitlines()), 300)

        def size(*paths):
            return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)
        # A screen's scripts come with it: what one visit loads is bound in test_states.py.
        budgets = [
            ('all .js but lang/', size(*SHIPPED), 124_500), *((f'lang/{path.name}', size(path), 10_000) for path in sorted(APP.glob('lang/*.js'))),
            ('CSS', size(*APP.glob('style/*.css')), 12_000),
            ('icons.svg', size(APP / 'icons.svg'), 6_000), ('index.html', size(FILES / 'index.html'), 2_500)]
        print()
        for name, found, limit in budgets:
            print(f'{name:20} {found:7,} of {limit:7,} bytes')
            self.assertLessEqual(found, limit, name)

    def test_what_is_called_is_imported(self):
        """A name that another file exports, called without an import: no compiler says so."""
        exported = {name for path in CODE for name in re.findall(
            r'^export (?:async )?(?:function|const|let|class) (\w+)', path.read_text(), re.M)}
        for path in CODE:
            text = re.sub(r'^\s*//.*$', '', path.read_text(), flags=re.M)
            names = [*re.findall(r'import \{([^}]*)\}', text), *re.findall(r'\bfunction (\w+)', text),
                     *re.findall(r'\b(?:const|let|class) (\w+|[\[{][^=]*[\]}] =)', text),
                     *re.findall(r'\(([^()]*(?:\{[^()]*\})?[^()]*)\) (?:=>|\{)', text), *re.findall(r'(\w+) =>', text),
                     *re.findall(r'(?<![.\w])(\w+)\([^()]*\) \{', text)]
            own = set(re.findall(r'\w+', ' '.join(names)))
            called = set(re.findall(r'(?<![.\w])(\w+)[(`]|(?<![.\w/])(\w+)\.\w+\(|rowOf: (\w+)', text))
            called = {name for names in called for name in names} & exported
            self.assertEqual(called - own, set(), path.name)

    def test_what_is_imported_is_used(self):
        for path in CODE:
            text = re.sub(r"'[^'\n]*'|^\s*//.*$", '', path.read_text().replace('...', ''), flags=re.M)
            for names in re.findall(r'import \{([^}]*)\}', text):
                for name in re.findall(r'\w+', names):
                    self.assertGreater(len(re.findall(rf'(?<!["\w.-]){name}\b', text)), 1, f'{name} in {path.name}')

    def test_every_operation_is_used_or_listed_with_a_reason(self):
        rows = {' '.join(one) for one in operations()}
        self.assertGreater(len(rows), 100)
        table = re.search(r'const table = `\n(.*?)`', (APP / 'api.js').read_text(), re.S)[1].split('\n')
        self.assertEqual(len(table), len(set(table)))
        self.assertEqual(sorted(set(table) - rows), [], 'rows that openapi.yaml lacks')
        known = {row.split()[0] for row in rows}
        used = set(re.findall(r'\bapi\.(?!js\b)(\w+)', ''.join(path.read_text() for path in CODE)))
        lines = [line for line in (ROOT / 'Tests/Browser/unused.txt').read_text().splitlines()
                 if line and not line.startswith('#')]
        unused = {}
        for line in lines:
            operation, _, reason = line.partition(' ')
            self.assertTrue(reason.strip(), f'{operation} has no reason')
            unused[operation] = reason
        self.assertEqual(used & unused.keys(), set(), 'used, and listed as unused')
        self.assertEqual(sorted(known - used - unused.keys()), [], 'neither used nor listed')
        self.assertEqual(sorted((used | unused.keys()) - known), [], 'no such operation')
        self.assertEqual({row.split()[0] for row in table}, used, 'the table of api.js has what is used')

    def test_both_languages_have_the_same_texts(self):
        english, german = words('en'), words('de')
        sets = [{name: texts.keys() for name, texts in parts(language).items()} for language in ('en', 'de')]
        self.assertEqual(*sets)
        self.assertEqual(sum(len(texts) for texts in sets[0].values()), len(english), 'a text in two parts')

        def holes(text):
            return {hole for form in forms(text) for hole in re.findall(r'\{(\w+)\}', form)}
        for name, text in english.items():
            self.assertEqual(holes(text) - {'n'}, holes(german[name]) - {'n'}, name)

    def test_every_text_that_is_asked_for_is_there_and_is_asked_for(self):
        english = words('en')
        code = ''.join(path.read_text() for path in SCRIPTS)
        asked = set(re.findall(r"\bt\('([\w.-]+)'", code))
        self.assertEqual(asked - english.keys(), set())
        literal = set(re.findall(r"'([\w.-]+)'", code))
        prefixes = prefixes_in(code)
        codes = {line.split()[0] for line in (ROOT / 'protocol/errors.txt').read_text().splitlines()
                 if line and not line.startswith('#')}
        for name in english:
            of_code = name.removesuffix('.wait') in codes | {'offline', 'gateway.cross_site'}
            self.assertTrue(name in literal or name.startswith(prefixes) or of_code, f'{name} is never said')

    def test_a_screen_has_the_parts_that_its_texts_are_in(self):
        """And those of the refusals of what it asks."""
        english, by_part, codes = words('en'), parts('en'), refusals()
        frame = loaded_with(APP / 'main.js')
        waiting = [(APP / 'main.js', frozenset())]
        files_of = screen_files()
        waiting += [(APP / f'screens/{files_of.get(screen, screen)}.js', frozenset(names)) for screen, names in screen_parts().items()]
        done, needed = set(), {}
        while waiting:
            path, names = waiting.pop()
            if (path, names) in done:
                continue
            done.add((path, names))
            files = loaded_with(path)
            here = {name for part in names | {''} for name in by_part[part]}
            if path.name != 'main.js':
                files -= frame
            for file in files:
                text = file.read_text()
                asked = {code for name in re.findall(r'\bapi\.(?!js\b)(\w+)', text) for code in codes.get(name, ())}
                said = texts_of(file, english) | {name for name in english if name.removesuffix('.wait') in asked}
                self.assertEqual(sorted(said - here), [], f'{path.name} says them by {file.name}')
                for name in said:
                    needed.setdefault(name, []).append(names)
                waiting += [(*beside(file, [name]), names | set(re.findall(r'[\w-]+', more)))
                            for name, more in re.findall(SPOKEN, text)]
        # What only some need is not with what every screen has.
        lazy = {name for name in by_part[''] if name in needed and '.' in name and all(
            'play' in names for names in needed[name])} - {name for names in codes.values() for name in names}
        self.assertEqual(sorted(lazy), [])

    def test_refusals_about_logins_and_suggestions_have_sentences(self):
        english, codes = words('en'), refusals()
        # What only a client gets that asks wrongly.
        wrong = {'gateway.body_invalid', 'gateway.query_invalid', 'identity.cursor_invalid', 'identity.limit_invalid'}
        for name in ('listLogins', 'unlinkLogin', 'changePassword', 'requestReset', 'listSuggestions', 'dismissSuggestion'):
            self.assertTrue(codes[name], name)
            self.assertEqual(sorted(codes[name] - wrong - english.keys()), [], name)

    def test_colours_have_their_contrast(self):
        tokens = dict(re.findall(r'--([\w-]+): light-dark\((#\w{6}, #\w{6})\)', (APP / 'style/tokens.css').read_text()))
        colours = {name: value.split(', ') for name, value in tokens.items()}
        for theme in (0, 1):
            def ratio(one, other):
                return contrast(colours[one][theme], colours[other][theme])
            for ground in ('ground', 'surface', 'sunken'):
                for name in ('ink', 'muted', 'accent', 'denied', 'unread', 'pending', 'accepted'):
                    self.assertGreaterEqual(ratio(name, ground), 4.5, f'{name} on {ground}, {theme}')
                self.assertGreaterEqual(ratio('outline', ground), 3, f'outline on {ground}, {theme}')
            self.assertGreaterEqual(ratio('on-accent', 'accent'), 4.5)
            for name in ('accent', 'unread', 'pending', 'accepted', 'denied'):
                self.assertGreaterEqual(ratio(name, f'{name}-tint'), 4.5, f'{name} on its tint, {theme}')

    def test_the_page_preloads_what_it_imports(self):
        page = (FILES / 'index.html').read_text()
        needed, waiting = set(), ['main.js']
        while waiting:
            name = waiting.pop()
            if name in needed:
                continue
            needed.add(name)
            waiting += re.findall(r"from '\./([\w-]+\.js)'", (APP / name).read_text())
        listed = set(re.findall(r'/app/\{\{build\}\}/([\w-]+\.js)', page))
        self.assertEqual(listed, needed)
        # And the language and the first screen.
        self.assertLessEqual(len(needed) + 2, 12)

    def test_every_icon_that_is_shown_is_there(self):
        drawn = set(re.findall(r'<symbol id="(\w+)"', (APP / 'icons.svg').read_text()))
        code = ''.join(path.read_text() for path in SCRIPTS)
        shown = set(re.findall(r"\bicon\('(\w+)'\)|\bicon: '(\w+)'|\['/[\w-]*', '(\w+)', 'nav", code))
        shown = {name for names in shown for name in names if name} | {'exclamation', 'hourglass', 'check', 'cross'}
        self.assertEqual(shown, drawn)
        self.assertLessEqual(len(drawn), 48)

    def test_every_screen_has_its_address(self):
        text = (APP / 'router.js').read_text()
        named, shared = set(re.findall(r"\['/[^']*', '([\w-]+)'[,\]]", text)) | {'not-found'}, screen_files()
        self.assertEqual(shared.keys() - named, set())
        self.assertEqual({shared.get(name, name) for name in named}, {path.stem for path in APP.glob('screens/*.js')})
        for name in named:
            code = (APP / f'screens/{shared.get(name, name)}.js').read_text()
            self.assertIn(f"export function {name if name in shared else 'open'}(context)", code.replace('open()', 'open(context)'), name)


if __name__ == '__main__':
    unittest.main()
