"""Logins at providers: those that are linked, unlinking, and an account without a password."""
import re
import secrets

from browser import OVERFLOW, TARGETS, Case, axe, settle
from people import BASE, Person, call
from provider import Guest, link
from test_account import OTHER, mail_to, signs_in

SMALL = {'width': 320, 'height': 740}


class Logins(Case):
    def open_as(self, guest, path='/settings/access', **more):
        """A page of someone who has no password to sign in with."""
        page = self.open('/sign-in', **more)
        guest.enter(page.context)
        page.goto(BASE + path)
        settle(page)
        return page

    def names(self, person):
        return [one['provider'] for one in person.ask('GET', '/v1/me/logins')['items']]

    def test_a_login_is_unlinked(self):
        ana = Person('Ana')
        link(ana, 'google', email='ana.lindqvist@example.org')
        link(ana, 'apple')
        page = self.open('/settings', person=ana)
        page.get_by_role('link', name='Password and e-mail').click()
        rows = page.get_by_role('list', name='Linked accounts').get_by_role('listitem')
        rows.get_by_text('ana.lindqvist@example.org').wait_for()
        self.assertEqual(rows.locator('.row-title').all_inner_texts(), ['Apple', 'Google'])
        self.assertEqual(rows.get_by_text('since').count(), 2)
        page.get_by_role('button', name='Unlink Google').click()
        dialog = page.get_by_role('dialog', name='Unlink Google?')
        dialog.get_by_text('Your account at Google no longer signs you in.').wait_for()
        dialog.get_by_role('button', name='Cancel').click()
        dialog.wait_for(state='detached')
        self.assertEqual(self.names(ana), ['apple', 'google'])
        page.get_by_role('button', name='Unlink Google').click()
        dialog.get_by_role('button', name='Unlink', exact=True).click()
        page.get_by_text('Google is unlinked.').wait_for()
        page.get_by_role('button', name='Unlink Google').wait_for(state='detached')
        self.assertEqual(self.names(ana), ['apple'])
        self.assertEqual(page.evaluate('document.activeElement.tagName'), 'H1')
        page.get_by_role('button', name='Unlink Apple').click()
        page.get_by_role('dialog').get_by_role('button', name='Unlink', exact=True).click()
        page.get_by_role('heading', name='Linked accounts').wait_for(state='detached')
        self.assertEqual(self.names(ana), [])

    def test_without_a_login_nothing_is_said_of_them(self):
        page = self.open('/settings/access', person=Person('Ana'))
        settle(page)
        page.get_by_label('Present password').wait_for()
        self.assertEqual(page.get_by_text('Linked accounts').count(), 0)
        self.assertEqual(page.get_by_text('You have no password yet.').count(), 0)

    def test_the_last_login_stays(self):
        self.provokes('409')
        gil = Guest()
        page = self.open_as(gil)
        page.get_by_role('button', name='Unlink Google').click()
        page.get_by_role('dialog').get_by_role('button', name='Unlink', exact=True).click()
        page.get_by_role('alert').get_by_text('This is your only way to sign in. Set a password first.').wait_for()
        self.assertEqual(self.names(gil), ['google'])

    def test_a_first_password_needs_no_present_one(self):
        self.provokes('403')
        gil = Guest()
        page = self.open_as(gil)
        page.get_by_text('You have no password yet.').wait_for()
        self.assertEqual(page.get_by_label('Present password').count(), 0)
        # Without a confirmed address there is nowhere to send a link to.
        self.assertEqual(page.get_by_role('button', name='Send me a link instead').count(), 0)
        page.get_by_label('New password').fill('short')
        page.get_by_role('button', name='Set password').click()
        page.get_by_text('A password needs 8 to 256 characters.').wait_for()
        # What the server answers 10 minutes after the sign-in.
        page.route('**/v1/me/password', lambda route: route.fulfill(
            status=403, content_type='application/problem+json', body='{"code": "identity.session_old"}'))
        page.get_by_label('New password').fill(OTHER)
        page.get_by_role('button', name='Set password').click()
        page.get_by_role('alert').get_by_text('You signed in more than 10 minutes ago.').wait_for()
        page.unroute_all()
        page.get_by_role('button', name='Set password').click()
        page.get_by_text('Password set. Your other devices are signed out.').wait_for()
        page.get_by_label('Present password').wait_for()
        self.assertEqual(page.get_by_text('You have no password yet.').count(), 0)
        self.assertTrue(signs_in(gil.username, OTHER))
        # And now the login can go.
        page.get_by_role('button', name='Unlink Google').click()
        page.get_by_role('dialog').get_by_role('button', name='Unlink', exact=True).click()
        page.get_by_role('heading', name='Linked accounts').wait_for(state='detached')

    def test_a_link_sets_a_first_password_at_any_time(self):
        address = f'gil{secrets.token_hex(5)}@example.org'
        gil = Guest(email=address, email_verified=True)
        page = self.open_as(gil)
        page.get_by_role('button', name='Send me a link instead').click()
        page.get_by_text(f'A link is on its way to {address}.').wait_for()
        ticket = mail_to(address, 'reset').partition('#')[2]
        call('POST', '/v1/password-resets/confirm', None, {'ticket': ticket, 'password': OTHER})
        self.assertTrue(signs_in(gil.username, OTHER))

    def test_an_error_offers_to_load_again(self):
        self.provokes('503')
        ana = Person('Ana')
        page = self.open(person=ana)
        page.route('**/v1/me/logins', lambda route: route.fulfill(
            status=503, content_type='application/problem+json', body='{"code": "wire.unavailable"}'))
        page.goto(f'{BASE}/settings/access')
        page.get_by_text('The server cannot answer right now.').wait_for()
        page.unroute_all()
        page.get_by_role('button', name='Load again').click()
        page.get_by_label('Present password').wait_for()

    def test_a_provider_of_a_later_server_is_shown_plainly(self):
        page = self.open(person=Person('Ana'))
        page.route('**/v1/me/logins', lambda route: route.fulfill(json={
            'items': [{'provider': 'hearthstone', 'linkedAt': '2026-01-02T03:04:05Z'}], 'hasPassword': True}))
        page.goto(f'{BASE}/settings/access')
        page.get_by_role('button', name=re.compile('^Unlink .hearthstone.$')).wait_for()

    def test_an_account_without_a_password_looks_right(self):
        gil = Guest('Maximiliane-Alexandra', email=f'{"w" * 50}{secrets.token_hex(5)}@example.org', email_verified=True)
        found = []
        for theme, language in (('light', 'en-GB'), ('dark', 'de-DE')):
            page = self.open_as(gil, theme=theme, language=language, size=SMALL)
            for width in (320, 360, 390, 600, 768, 1024, 1280, 1920):
                page.set_viewport_size({'width': width, 'height': 800})
                found += [f'{language} {width}: {one}' for one in page.evaluate(OVERFLOW) + page.evaluate(TARGETS)]
            found += axe(page, f'no password {theme}')
        self.assertEqual(found, [])
