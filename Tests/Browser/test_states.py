"""Each state of a screen: loading, empty, error, gone; and texts that mean harm."""
import json
import re

from browser import OVERFLOW, Case, settle
from people import BASE, Person

EVIL = ['<img src=x onerror=alert(1)>', 'javascript:alert(1)', '‮desrever⁦', '\u202e\u2066', '😀' * 20, 'W' * 80,
        '"><script>alert(1)</script>', '${alert(1)}', '{name}']


class States(Case):
    READS = {'/': '/v1/home', '/inbox': '/v1/inbox', '/friends': '/v1/friends', '/scoreboard': '/v1/scoreboard',
             '/settings': '/v1/me/settings', '/me': '/v1/me'}

    def test_empty_says_one_sentence(self):
        page = self.open(person=Person('Ana'))
        for path, text in (('/', 'Three steps to begin'), ('/inbox', 'All done.'), ('/friends', 'No friends yet'),
                           ('/scoreboard', 'Add friends to compare.'), ('/new/dare', 'You need a friend')):
            page.goto(BASE + path)
            page.get_by_text(text).first.wait_for()

    def test_a_first_visit_transfers_little(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        for number in range(3):
            bo.dare(ana, name=f'Dare {number}')
        transferred = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .reduce((sum, one) => sum + one.transferSize, 0)"""
        page = self.open('/sign-in')
        settle(page)
        sizes = [page.evaluate(transferred)]
        page = self.open('/', person=ana)
        page.get_by_text('Dare 2').first.wait_for()
        settle(page)
        sizes.append(page.evaluate(transferred))
        print(f'\ntransferred: sign-in {sizes[0]:,} bytes, Home {sizes[1]:,}')
        for size, limit in zip(sizes, (45_000, 70_000)):
            self.assertIn(size, range(10_000, limit))

    def test_an_error_offers_to_load_again(self):
        self.provokes('503')
        ana = Person('Ana')
        page = self.open(person=ana)
        for path, read in self.READS.items():
            if path == '/me':
                continue
            is_down = [True]

            def answer(route, request, is_down=is_down):
                if is_down[0]:
                    route.fulfill(status=503, content_type='application/problem+json', headers={'Trace-Id': 'abc123'},
                                  body=json.dumps({'code': 'wire.unavailable'}))
                else:
                    route.continue_()
            page.route(re.compile(re.escape(BASE + read) + r'(\?.*)?$'), answer)
            page.goto(BASE + path)
            page.get_by_text('The server cannot answer right now.').wait_for()
            page.get_by_text('abc123').wait_for()
            is_down[0] = False
            page.get_by_role('button', name='Load again').click()
            page.get_by_text('The server cannot answer right now.').wait_for(state='detached')
            page.unroute_all()

    def test_a_lost_connection_loses_nothing(self):
        self.provokes('ERR_')
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        page = self.open('/new/dare', person=ana)
        page.get_by_label('Name', exact=True).fill('Through the storm')
        page.get_by_role('checkbox', name=re.compile('Bo')).check()
        keys = []
        page.on('request', lambda request: request.url.endswith('/v1/challenges') and keys.append(
            request.headers.get('idempotency-key')))
        page.context.set_offline(True)
        page.get_by_role('button', name='Send dare').click()
        page.get_by_role('alert').get_by_text('No connection.').wait_for()
        self.assertEqual(page.get_by_label('Name', exact=True).input_value(), 'Through the storm')
        page.context.set_offline(False)
        page.get_by_role('button', name='Send dare').click()
        page.get_by_role('heading', name='Through the storm').wait_for()
        self.assertGreaterEqual(len(keys), 3)
        self.assertEqual(len(set(keys)), 1, 'one intent has one key')

    def test_gone_says_so_and_leads_home(self):
        self.provokes('404')
        page = self.open(person=Person('Ana'))
        nobody = '01a22430-f109-7592-8a55-46f28ba06f0c'
        for path in (f'/assignments/{nobody}', f'/people/{nobody}', f'/sent/{nobody}', '/nowhere'):
            page.goto(BASE + path)
            page.get_by_text('This is not here, or not for you.').wait_for()
            page.locator('main').get_by_role('link', name='Home').wait_for()

    def test_texts_that_mean_harm_are_texts(self):
        ana = Person('Ana', '<b>"\'&amp;')
        page = self.open(person=ana)
        for text in EVIL:
            is_name = text.isprintable()
            bo = Person(text if is_name else 'Bo', text if is_name else 'Marlowe')
            bo.befriend(ana)
            dare = bo.dare(ana, name=text[:80] if is_name else 'Plain', description=text)[0]['id']
            for path in ('/', f'/assignments/{dare}', '/inbox', '/friends', f'/people/{bo.id}', '/scoreboard', '/new/dare'):
                page.goto(BASE + path)
                settle(page)
                self.assertEqual(page.evaluate(OVERFLOW), [], f'{path} {text[:20]}')
            self.assertEqual(page.locator('main img[src="x"], main script').count(), 0)

    def test_what_a_later_server_says_is_shown_plainly(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        dare = ana.dare(bo)[0]['id']

        def later(route):
            answer = route.fetch()
            body = answer.json()
            body.update(displayState='pondering', icon='feather', actions=[*body['actions'], 'juggle'], mood={'x': 1})
            route.fulfill(response=answer, json=body)
        page = self.open(person=bo)
        page.route(f'**/v1/assignments/{dare}*', later)
        page.route(f'**/v1/assignments/{dare}/read', lambda route: route.abort())
        self.provokes('ERR_FAILED')
        page.goto(f'{BASE}/assignments/{dare}')
        page.get_by_text('pondering').wait_for()
        page.get_by_role('button', name='Accept').wait_for()
        self.assertEqual(page.get_by_role('button', name=re.compile('juggle')).count(), 0)

    def test_without_storage_it_works(self):
        ana = Person('Ana')
        page = self.open('/sign-in')
        page.context.add_init_script("""
          for (const name of ['localStorage', 'sessionStorage']) {
            Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } })
          }""")
        self.sign_in(page, ana, '/')
        page.get_by_role('link', name='New', exact=True).click()
        page.get_by_role('link', name=re.compile('^Dare')).click()
        page.get_by_label('Name', exact=True).fill('Not kept')
        page.get_by_text('keeps no drafts').wait_for()
