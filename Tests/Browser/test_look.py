"""Every screen: axe, widths, languages, light and dark, sizes of targets."""
import re

from browser import OVERFLOW, TARGETS, Case, axe, settle
from people import BASE, Person
from provider import link
from test_sources import APP

LONG = 'W' * 80
NAME = 'Maximiliane-Alexandra'


class Look(Case):
    @classmethod
    def setUpClass(cls):
        cls.ana = Person(NAME, 'Featherstonehaugh-Cholmondeley')
        cls.bo = Person('Bo', LONG)
        cls.ana.befriend(cls.bo)
        Person('Cy', 'Marlowe').ask('POST', '/v1/friend-requests', {'to': cls.ana.id})
        cls.ana.ask('POST', '/v1/friend-requests', {'to': Person('Di', 'Marlowe').id})
        dare = cls.bo.dare(cls.ana, name=LONG, description=LONG * 3)[0]['id']
        sent = cls.ana.dare(cls.bo, name='A dare with a rather long name, as people write them')[0]['id']
        cls.bo.move(sent, 'accept')
        cls.bo.move(sent, 'submit', {'note': LONG})
        own = cls.ana.ask('GET', f'/v1/assignments/{sent}')['challenge']['id']
        goal = cls.ana.ask('POST', '/v1/goals', {
            'name': LONG, 'description': LONG * 3, 'recurrence': 'daily', 'unit': LONG[:40], 'target': 999999999999.5, 'restWeekdays': [7]})['id']
        cls.ana.ask('POST', f'/v1/goals/{goal}/entries', {'amount': 12345678.25, 'note': LONG})
        mark = cls.ana.ask('POST', '/v1/goals', {'name': 'Meditate', 'recurrence': 'weekly'})['id']
        cls.ana.ask('POST', '/v1/reminders', {'of': 'goal', 'subject': goal, 'minuteOfDay': 450, 'weekdays': [1, 2, 3, 4, 5, 6]})
        timing = cls.ana.ask('POST', '/v1/timings', {'of': 'goal', 'subject': mark})['id']
        workout = cls.bo.ask('POST', '/v1/definitions', {
            'name': LONG, 'caption': LONG, 'description': LONG, 'category': 'strength', 'targetSeconds': 90})['id']
        sent_workout = cls.bo.ask('POST', '/v1/challenges', {
            'kind': 'workout', 'definition': workout, 'recipients': [cls.ana.id], 'deadline': '2027-06-01T12:00:00Z'})['assignments'][0]['id']
        cls.ana.move(sent_workout, 'start')
        cls.ana.ask('POST', '/v1/me/photos', {'mediaIDs': [cls.ana.upload(), cls.ana.upload()]})
        cls.bo.ask('POST', '/v1/me/photos', {'mediaIDs': [cls.bo.upload()], 'audience': 'friends'})
        cls.ana.ask('PATCH', '/v1/me', {'bio': LONG * 3, 'displayName': LONG, 'email': 'w' * 60 + '@example.org'})
        cls.ana.ask('POST', '/v1/invites', {'kind': 'friend'})
        invite = cls.bo.ask('POST', '/v1/invites', {'kind': 'friend'})['code']
        way = cls.ana.ask('POST', '/v1/invites', {'kind': 'app'})['code']
        for names in ((NAME, 'Featherstonehaugh-Cholmondeley'), ('Ed', LONG)):
            Person(*names).ask('POST', f'/v1/invites/{way}/accept')
        link(cls.ana, 'google', email='w' * 60 + '@example.org')
        link(cls.ana, 'apple')
        cls.screens = [
            '/goals', f'/goals/{goal}', f'/goals/{mark}', '/new/goal', f'/new/goal?from={workout}', '/history', f'/timings/{timing}',
            '/new/workout', f'/definitions/{workout}', f'/new/dare?definition={workout}', f'/assignments/{sent_workout}',
            '/settings/reminders', '/settings/profile', '/settings/access', '/friends/invites', f'/c/{invite}',
            '/', '/new', '/new/dare', f'/assignments/{dare}', f'/assignments/{sent}', f'/sent/{own}', '/inbox',
            '/friends', f'/people/{cls.bo.id}', '/me', '/scoreboard', '/settings', '/nowhere', '/medals',
            f'/people/{cls.bo.id}/medals', '/gallery', f'/people/{cls.bo.id}/photos', '/me/lists', f'/people/{cls.bo.id}/lists']

    def setUp(self):
        super().setUp()
        # The address of no screen is answered as not found.
        self.provokes('404')

    def test_axe_finds_nothing(self):
        found, looked = [], 0
        for theme in ('light', 'dark'):
            page = self.open('/sign-in', theme=theme)
            for path in ('/sign-in', '/register', '/forgot', '/reset', '/verify'):
                page.goto(BASE + path)
                settle(page)
                found += axe(page, f'{path} {theme}')
                looked += 1
            page = self.open(person=self.ana, theme=theme)
            for path in self.screens:
                page.goto(BASE + path)
                settle(page)
                found += axe(page, f'{path} {theme}')
                looked += 1
            page.goto(BASE + '/settings')
            page.get_by_role('button', name='Sign out').click()
            page.get_by_role('dialog').wait_for()
            found += axe(page, f'sign out {theme}')
            page.goto(BASE + '/settings/access')
            page.get_by_role('button', name='Unlink Google').click()
            page.get_by_role('dialog').wait_for()
            found += axe(page, f'unlink {theme}')
            page.goto(BASE + '/gallery')
            page.locator('.photos button').first.click()
            page.get_by_role('dialog').get_by_role('button', name='Larger').click()
            found += axe(page, f'photo {theme}')
            page.get_by_role('dialog').get_by_role('button', name='Who may see it').click()
            page.get_by_role('heading', name='This photo').wait_for()
            found += axe(page, f'who may see it {theme}')
            looked += 4
        print(f'\naxe: {len(found)} over {looked} screens and dialogs')
        self.assertEqual(found, [])

    def test_nothing_is_cut_at_any_width(self):
        found = []
        for language in ('en-GB', 'de-DE'):
            page = self.open(person=self.ana, language=language)
            for path in self.screens:
                page.goto(BASE + path)
                settle(page)
                for width in (320, 360, 390, 600, 768, 1024, 1280, 1920):
                    page.set_viewport_size({'width': width, 'height': 800})
                    found += [f'{path} {language} {width}: {one}' for one in page.evaluate(OVERFLOW)]
        self.assertEqual(found, [])

    def test_targets_are_large_enough(self):
        page = self.open(person=self.ana)
        found = []
        for path in self.screens:
            page.goto(BASE + path)
            settle(page)
            found += [f'{path}: {one}' for one in page.evaluate(TARGETS)]
        self.assertEqual(found, [])

    def test_the_page_of_parts_shows_all_of_them(self):
        page = self.open('/sign-in', size={'width': 320, 'height': 700})
        folder = page.locator('script[type=module]').get_attribute('src').replace('main.js', '')
        # These two files are not built in.
        for name, kind in (('parts.html', 'text/html'), ('parts-page.js', 'text/javascript')):
            page.route(re.compile(re.escape(folder + name)), lambda route, _, name=name, kind=kind: route.fulfill(
                content_type=f'{kind}; charset=utf-8', body=(APP / name).read_text()))
        for theme in ('light', 'dark'):
            page.goto(f'{BASE}{folder}parts.html?theme={theme}')
            page.get_by_role('heading', name='Parts', exact=True).wait_for()
            self.assertEqual(axe(page, theme), [])
            self.assertEqual(page.evaluate(OVERFLOW), [])
            self.assertEqual(page.evaluate(TARGETS), [])
        page.get_by_role('button', name='Ask').click()
        page.get_by_role('dialog').get_by_role('button', name='Delete').click()
        page.get_by_role('dialog').wait_for(state='detached')
        parts = (APP / 'parts.js').read_text()
        code = (APP / 'parts-page.js').read_text()
        for name in set(re.findall(r'^export function (\w+)', parts, re.M)) - {'optionsOf', 'pictureOf', 'rowBody', 'writing'}:
            self.assertIn(name, code, 'a part that the page lacks')

    def test_text_twice_as_large_fits(self):
        page = self.open(person=self.ana, size={'width': 360, 'height': 740})
        found = []
        for path in self.screens:
            page.goto(BASE + path)
            settle(page)
            page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
            found += [f'{path}: {one}' for one in page.evaluate(OVERFLOW) if one.startswith('page')]
        self.assertEqual(found, [])

    def test_german_is_complete_on_every_screen(self):
        page = self.open(person=self.ana, language='de-DE')
        for path in self.screens:
            page.goto(BASE + path)
            settle(page)
            self.assertEqual(page.evaluate('document.documentElement.lang'), 'de')
            text = page.locator('body').inner_text()
            for english in ('Friends', 'Your turn', 'Sign out', 'Settings', 'Deadline', 'Loading'):
                self.assertNotIn(english, text, path)
