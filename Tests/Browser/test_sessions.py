"""Sessions: the cookie, the origin, tabs, an end in the middle of typing, another person."""
import json
import re

from browser import Case, chromium
from people import BASE, PASSWORD, Person

KEYS = "() => JSON.stringify([localStorage, sessionStorage, document.cookie])"


class Sessions(Case):
    def test_no_script_reads_the_refresh_token(self):
        ana = Person('Ana')
        page = self.open(person=ana)
        [cookie] = page.context.cookies(BASE + '/v1/browser/sessions')
        self.assertEqual(cookie['name'], '__Secure-gauntlet' if BASE.startswith('https') else 'gauntlet')
        self.assertTrue(cookie['httpOnly'])
        self.assertEqual((cookie['sameSite'], cookie['path']), ('Strict', '/v1/browser'))
        kept = page.evaluate(KEYS)
        self.assertNotIn(cookie['value'], kept)
        self.assertNotIn('eyJ', kept)

    def test_a_reload_and_a_new_tab_stay_signed_in(self):
        ana = Person('Ana')
        page = self.open('/me', person=ana)
        page.reload()
        page.get_by_text(f'@{ana.username}').wait_for()
        other = self.open('/me', context=page.context)
        other.get_by_text(f'@{ana.username}').wait_for()

    def test_twelve_tabs_renew_at_once(self):
        for has_locks in (True, False):
            ana = Person('Ana')
            page = self.open('/me', person=ana)
            if not has_locks:
                page.context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
            tabs = [page.context.new_page() for _ in range(12)]
            for tab in tabs:
                self.watch(tab)
                tab.goto(BASE + '/me', wait_until='commit')
            for tab in tabs:
                tab.get_by_text(f'@{ana.username}').wait_for()

    def test_without_a_session_nothing_is_asked(self):
        asked = []
        context = chromium().new_context(locale='en-GB')
        self.contexts.append(context)
        page = context.new_page()
        self.watch(page)
        page.on('request', lambda request: '/v1/' in request.url and asked.append(request.url))
        page.goto(BASE + '/')
        page.get_by_role('heading', name='Sign in').wait_for()
        self.assertEqual(asked, [])

    def test_an_ended_session_asks_for_the_password_and_keeps_what_was_typed(self):
        self.provokes('401')
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        page = self.open('/new/dare', person=ana)
        page.get_by_label('Name', exact=True).fill('Half written')
        page.context.clear_cookies()
        page.route('**/v1/challenges/check', lambda route: route.fulfill(
            status=401, content_type='application/problem+json', body=json.dumps({'code': 'gateway.signed_out'})), times=1)
        page.get_by_role('checkbox', name=re.compile('Bo')).check()
        dialog = page.get_by_role('dialog')
        dialog.get_by_label('Password').fill(PASSWORD)
        dialog.get_by_role('button', name='Sign in').click()
        dialog.wait_for(state='detached')
        self.assertEqual(page.get_by_label('Name', exact=True).input_value(), 'Half written')
        page.get_by_role('button', name='Send dare').click()
        page.get_by_role('heading', name='Half written').wait_for()

    def test_signing_out_asks_and_leaves_nothing(self):
        ana = Person('Ana')
        page = self.open('/new/dare', person=ana)
        page.get_by_label('Name', exact=True).fill('Secret plan')
        other = self.open('/me', context=page.context)
        other.get_by_text(f'@{ana.username}').wait_for()
        page.goto(BASE + '/settings')
        page.get_by_role('button', name='Sign out').click()
        page.get_by_role('dialog').get_by_role('button', name='Cancel').click()
        page.get_by_role('dialog').wait_for(state='detached')
        page.get_by_role('button', name='Sign out').click()
        page.get_by_role('dialog').get_by_role('button', name='Sign out').click()
        page.get_by_role('heading', name='Sign in').wait_for()
        other.get_by_role('heading', name='Sign in').wait_for()
        self.assertEqual(page.context.cookies(BASE + '/v1/browser/sessions'), [])
        self.assertNotIn('Secret plan', page.evaluate(KEYS))
        self.sign_in(page, Person('Bo'), '/new/dare')
        page.get_by_role('heading', name='New dare').wait_for()
        self.assertEqual(page.get_by_label('Name', exact=True).input_value(), '')

    def test_a_dialog_closed_twice_closes_once(self):
        page = self.open('/settings', person=Person('Ana'))
        page.get_by_role('button', name='Sign out').click()
        close = page.get_by_role('dialog').get_by_role('button', name='Close')
        close.evaluate("(button) => { button.click(); button.click(); document.querySelector('nav a').click() }")
        page.get_by_role('heading', name=re.compile('Hello')).wait_for()
        page.go_back()
        page.get_by_role('heading', name='Settings').wait_for()

    def test_going_on_to_where_one_was_going(self):
        ana = Person('Ana')
        page = self.open('/scoreboard', person=ana)
        page.get_by_role('heading', name='Scoreboard').wait_for()
        page = self.open('/sign-in?to=//example.com/', person=ana)
        self.assertEqual(page.evaluate('location.pathname'), '/')

    def test_a_wrong_password_is_said(self):
        self.provokes('401')
        page = self.open('/sign-in')
        page.get_by_label('Username or e-mail').fill(Person('Ana').username)
        page.get_by_label('Password', exact=True).fill('wrong horse')
        page.get_by_role('button', name='Sign in').click()
        page.get_by_role('alert').get_by_text('The username or the password is wrong.').wait_for()
