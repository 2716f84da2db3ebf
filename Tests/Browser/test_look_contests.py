"""The screens of competitions and open challenges: as test_look looks at all others."""
import test_look
from browser import OVERFLOW, TARGETS, axe, settle
from people import BASE, Person, in_days
from provider import link


class Contests(test_look.Look):
    @classmethod
    def setUpClass(cls):
        cls.ana = Person(test_look.NAME, 'Featherstonehaugh-Cholmondeley')
        cls.bo = Person('Bo', test_look.LONG)
        cls.ana.befriend(cls.bo)
        ana, bo = cls.ana, cls.bo
        contest = ana.contest(
            name=test_look.LONG, unit='W' * 40, goal=999_999_999.999999, invitees=[bo.id], membersMayInvite=True,
            description=test_look.LONG * 3, needsApproval=True, wholeNumbers=False)
        bo.ask('POST', f'/v1/contests/{contest}/join', {})
        entry = bo.ask('POST', f'/v1/contests/{contest}/entries', {
            'amount': 123_456_789.123456, 'note': test_look.LONG, 'mediaIDs': [bo.upload()]})['id']
        ana.ask('POST', f'/v1/contests/{contest}/entries', {'amount': 123_456_789.5})
        ana.ask('POST', f'/v1/entries/{entry}/query', {'reason': test_look.LONG})
        code = ana.ask('POST', f'/v1/contests/{contest}/codes', {})['code']
        ana.ask('PUT', f'/v1/contests/{contest}/like', {})
        open_one = ana.contest(kind='open', name='Read a book', needsApproval=True)
        bo.ask('POST', f'/v1/contests/{open_one}/join', {})
        ana.ask('POST', '/v1/me/photos', {'mediaIDs': [ana.upload()]})
        link(ana, 'google')
        draft = ana.contest(name='A draft', draft=True)
        later = ana.contest(name='Stairs', startsAt=in_days(1), endsAt=in_days(3), score='percent', target=12.5)
        over = ana.contest(name='Pages', invitees=[bo.id])
        bo.ask('POST', f'/v1/contests/{over}/join', {})
        for person, amount in ((ana, 30), (bo, 29.5)):
            person.ask('POST', f'/v1/contests/{over}/entries', {'amount': amount})
        ana.ask('POST', f'/v1/contests/{over}/end', {})
        cls.screens = [
            f'/contests/{contest}', *(f'/contests/{contest}?tab={tab}' for tab in ('log', 'photos', 'about')),
            f'/contests/{open_one}?tab=about', f'/contests/{draft}', f'/contests/{later}', f'/contests/{over}/result',
            f'/contests/{contest}/edit', '/new/competition', '/new/open', '/discover', '/discover?tab=people',
            f'/c/{code}', f'/people/{bo.id}/contests', '/', '/new']
        cls.contest = contest

    def test_the_sheets_and_folds_too(self):
        found = []
        for theme, language in (('light', 'en-GB'), ('dark', 'de-DE')):
            page = self.open(person=self.ana, theme=theme, language=language, size={'width': 320, 'height': 740})

            def look(where):
                found.extend(axe(page, f'{where} {theme}'))
                for script in (OVERFLOW, TARGETS):
                    found.extend(f'{where} {language}: {one}' for one in page.evaluate(script))
            for path in ('/new/competition', '/discover', f'/contests/{self.contest}'):
                page.goto(BASE + path)
                settle(page)
                page.locator('details summary').first.click()
                look(path)
            for number in (0, 1):
                page.goto(f'{BASE}/contests/{self.contest}')
                settle(page)
                page.locator('main .actions > .button').nth(number).click()
                page.get_by_role('dialog').wait_for()
                settle(page)
                look(f'sheet {number}')
        self.assertEqual(found, [])
