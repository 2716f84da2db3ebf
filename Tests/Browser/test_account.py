"""The account by its screens: profile, password, e-mail address, a forgotten password, invitations."""
import email
import os
import pathlib
import re
import time

from browser import OVERFLOW, Case, settle
from people import BASE, PASSWORD, Person, call

MAILS = pathlib.Path(os.environ.get('GAUNTLET_BROWSER_MAIL', '/nowhere'))
OTHER = 'staple battery correct'


def mail_to(address, path):
    """The newest mail to an address that links to a page of the client: the link's path and ticket."""
    found = None
    for _ in range(400):
        for file in sorted(MAILS.glob('*.eml')):
            message = email.message_from_bytes(file.read_bytes())
            text = message.get_payload(decode=True).decode()
            if address in message['To'] and (link := re.search(rf'{re.escape(BASE)}(/{path}#[\w-]+)', text)):
                found = link[1]
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f'no mail to {address}')


def signs_in(login, password):
    try:
        return bool(call('POST', '/v1/sessions', None, {'login': login, 'password': password})['accessToken'])
    except AssertionError:
        return False


class Account(Case):
    def address(self, person):
        return f'{person.username}@example.org'

    def with_address(self, person):
        """Gives a person an address that is proved."""
        person.ask('PATCH', '/v1/me', {'email': self.address(person)})
        person.ask('POST', '/v1/me/email/verification')
        ticket = mail_to(self.address(person), 'verify').partition('#')[2]
        call('POST', '/v1/email-verifications', None, {'ticket': ticket})
        return self.address(person)

    def test_a_profile_is_changed(self):
        self.provokes('400|409')
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        ana.ask('PUT', '/v1/me/avatar', {'mediaID': ana.upload()})
        page = self.open('/settings', person=ana)
        page.get_by_role('link', name='Profile').click()
        settle(page)
        page.get_by_label('First name').fill('')
        page.get_by_role('button', name='Save').click()
        page.get_by_text('A first name needs 1 to 80 characters.').wait_for()
        self.assertEqual(page.evaluate('document.activeElement.id'), 'firstName')
        page.get_by_label('First name').fill('Anastasia')
        page.get_by_label('Name you go by').fill('Ana L.')
        page.get_by_label('About you').fill('I swim,\nwhatever the weather.')
        page.get_by_role('button', name='Save').click()
        page.get_by_text('Saved.').wait_for()
        account = ana.ask('GET', '/v1/me')
        self.assertEqual([account[name] for name in ('firstName', 'displayName', 'bio')],
                         ['Anastasia', 'Ana L.', 'I swim,\nwhatever the weather.'])
        # A username that another has, a first change, and a second within 30 days.
        page.get_by_label('Username').fill(bo.username)
        page.get_by_role('button', name='Save').click()
        page.get_by_role('dialog').get_by_role('button', name='Change it').click()
        page.get_by_text('This username is taken.').wait_for()
        new = ana.username[:20] + '.x'
        page.get_by_label('Username').fill(new)
        page.get_by_role('button', name='Save').click()
        page.get_by_role('dialog').get_by_role('button', name='Cancel').click()
        page.get_by_role('dialog').wait_for(state='detached')
        self.assertEqual(ana.ask('GET', '/v1/me')['username'], ana.username)
        page.get_by_role('button', name='Save').click()
        with page.expect_response(f'{BASE}/v1/me') as answer:
            page.get_by_role('dialog').get_by_role('button', name='Change it').click()
        self.assertEqual(answer.value.json()['username'], new)
        page.get_by_role('dialog').wait_for(state='detached')
        self.assertEqual(ana.ask('GET', '/v1/me')['username'], new)
        page.get_by_label('Username').fill(new + 'y')
        page.get_by_role('button', name='Save').click()
        page.get_by_role('dialog').get_by_role('button', name='Change it').click()
        page.get_by_text('You changed it less than 30 days ago.').wait_for()
        page.get_by_role('button', name='Remove picture').click()
        page.get_by_role('dialog').get_by_role('button', name='Remove', exact=True).click()
        page.get_by_text('Picture removed.').wait_for()
        self.assertNotIn('avatarURL', ana.ask('GET', '/v1/me'))
        page.get_by_role('link', name='Choose a picture').wait_for()
        # And what a friend sees of it.
        page = self.open(f'/people/{ana.id}', person=bo)
        page.get_by_text('whatever the weather.').wait_for()
        page.get_by_text('Ana L.').wait_for()

    def test_a_password_is_changed_by_keyboard(self):
        self.provokes('403')
        ana = Person('Ana')
        page = self.open('/settings/access', person=ana)
        settle(page)
        page.get_by_label('Present password').focus()
        page.keyboard.type('wrong password')
        page.keyboard.press('Tab')
        page.keyboard.type('short')
        page.keyboard.press('Enter')
        page.get_by_text('A password needs 8 to 256 characters.').wait_for()
        self.assertEqual(page.evaluate('document.activeElement.id'), 'password')
        page.keyboard.press('ControlOrMeta+a')
        page.keyboard.type(OTHER)
        page.keyboard.press('Enter')
        page.get_by_text('This is not your present password.').wait_for()
        self.assertEqual(page.evaluate('document.activeElement.id'), 'current')
        page.keyboard.press('ControlOrMeta+a')
        page.keyboard.type(PASSWORD)
        page.keyboard.press('Enter')
        page.get_by_text('Password changed.').wait_for()
        self.assertEqual(page.get_by_label('New password').input_value(), '')
        self.assertFalse(signs_in(ana.username, PASSWORD))
        self.assertTrue(signs_in(ana.username, OTHER))
        page.reload()
        settle(page)
        page.get_by_role('heading', name='Password and e-mail').wait_for()

    def test_an_address_is_named_and_confirmed(self):
        self.provokes('400|429')
        ana = Person('Ana')
        page = self.open('/settings/access', person=ana)
        page.get_by_text('You have no address yet.').wait_for()
        field = page.get_by_label('E-mail address')
        field.fill('nowhere')
        page.get_by_role('button', name='Save address').click()
        page.get_by_text('That is no e-mail address.').wait_for()
        field.fill(self.address(ana))
        page.get_by_role('button', name='Save address').click()
        page.get_by_text('A link is on its way').wait_for()
        page.get_by_role('button', name='Send the link again').click()
        page.get_by_text(re.compile('That was a lot of mail. Try again in 1 minute')).wait_for()
        link = mail_to(self.address(ana), 'verify')
        other = self.open(link)
        other.get_by_text('Your e-mail address is confirmed.').wait_for()
        self.assertEqual(other.evaluate('location.pathname + location.hash'), '/verify')
        self.assertIn('emailVerifiedAt', ana.ask('GET', '/v1/me'))
        # The same link again, and the code typed by hand.
        other = self.open(link)
        other.get_by_text('This code is wrong, too old or was used').wait_for()
        self.assertEqual(other.evaluate('document.activeElement.id'), 'ticket')
        page.reload()
        page.get_by_text('is confirmed.').wait_for()
        self.assertEqual(page.get_by_role('button', name='Send the link again').count(), 0)

    def test_a_forgotten_password_is_set_anew(self):
        self.provokes('400|401')
        ana = Person('Ana')
        address = self.with_address(ana)
        page = self.open('/sign-in')
        page.get_by_role('link', name='Forgot your password?').click()
        settle(page)
        page.get_by_role('button', name='Send the link').click()
        page.get_by_text('Type your username or e-mail address.').wait_for()
        page.get_by_label('Username or e-mail').fill(address)
        page.keyboard.press('Enter')
        page.get_by_text('a mail is on its way').wait_for()
        link = mail_to(address, 'reset')
        page.goto(BASE + link)
        settle(page)
        self.assertEqual(page.evaluate('location.pathname + location.hash'), '/reset')
        self.assertEqual(page.get_by_label('Code from the mail').count(), 0)
        page.get_by_label('New password').fill('short')
        page.get_by_role('button', name='Set password').click()
        page.get_by_text('A password needs 8 to 256 characters.').wait_for()
        page.get_by_label('New password').fill(OTHER)
        page.get_by_role('button', name='Set password').click()
        page.get_by_text('Your password is set.').wait_for()
        page.get_by_role('heading', name='Hello').wait_for()
        self.assertEqual((signs_in(ana.username, PASSWORD), signs_in(ana.username, OTHER)), (False, True))
        page.reload()
        page.get_by_role('heading', name='Hello').wait_for()
        # The link works once; the code can be typed.
        other = self.open(link)
        other.get_by_label('New password').fill(PASSWORD)
        other.get_by_role('button', name='Set password').click()
        other.get_by_text('This code is wrong, too old or was used').wait_for()
        self.assertEqual(other.get_by_label('Code from the mail').input_value(), link.partition('#')[2])
        self.assertFalse(signs_in(ana.username, PASSWORD))

    def test_a_login_that_nobody_has_is_answered_alike(self):
        page = self.open('/forgot')
        page.get_by_label('Username or e-mail').fill('nobody.at.all')
        page.get_by_role('button', name='Send the link').click()
        page.get_by_text('If there is such an account').wait_for()
        page.get_by_role('link', name='I have the code').click()
        page.get_by_role('button', name='Set password').click()
        page.get_by_text('Copy the code from the mail.').wait_for()

    def test_an_invitation_makes_friends_of_someone_new(self):
        self.provokes('404')
        ana = Person('Ana')
        page = self.open('/friends', person=ana)
        page.get_by_role('link', name='Invitations').click()
        page.get_by_text('No invitation yet.').wait_for()
        page.get_by_role('button', name='Make an invitation').click()
        page.get_by_text('Invitation made.').wait_for()
        address = page.get_by_label('Address to pass on').input_value()
        code = ana.ask('GET', '/v1/invites')['items'][0]['code']
        self.assertEqual(address, f'{BASE}/c/{code}')
        page.goto(address)
        page.get_by_text('This is your own invitation.').wait_for()
        # Someone without an account: the code survives registration.
        bo = self.open(f'/c/{code}')
        bo.get_by_text('wants to be friends with you').wait_for()
        bo.get_by_role('link', name='Create an account').click()
        settle(bo)
        name = 'bo' + ana.username[-10:]
        bo.get_by_label('Username').fill(name)
        bo.get_by_label('Password', exact=True).fill(PASSWORD)
        bo.get_by_label('First name').fill('Bo')
        bo.get_by_role('button', name='Create account').click()
        bo.get_by_role('button', name='Become friends').click()
        bo.get_by_text('are friends.').wait_for()
        self.assertEqual(bo.evaluate('location.pathname'), f'/people/{ana.id}')
        self.assertEqual([one['username'] for one in ana.ask('GET', '/v1/friends')['items']], [name])
        # Revoked: it lets nobody else in.
        page.goto(f'{BASE}/friends/invites')
        page.get_by_text('used 1 of 100 times').wait_for()
        page.get_by_role('button', name='Revoke').click()
        page.get_by_role('dialog').get_by_role('button', name='Revoke').click()
        page.get_by_text('revoked').wait_for()
        self.assertEqual(page.get_by_label('Address to pass on').count(), 0)
        self.open(f'/c/{code}').get_by_text('This invitation is used up, over or unknown.').wait_for()

    def test_an_invitation_to_the_app_makes_no_friends(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        page = self.open('/friends/invites', person=ana)
        page.get_by_role('radio', name='Only shows the way here').click()
        page.get_by_role('button', name='Make an invitation').click()
        page.get_by_text('Invitation made.').wait_for()
        code = ana.ask('GET', '/v1/invites')['items'][0]['code']
        page = self.open(person=bo)
        page.goto(f'{BASE}/c/{code}')
        page.get_by_text('invites you to Gauntlet').wait_for()
        page.get_by_role('button', name='Accept').click()
        page.get_by_text('Welcome.').wait_for()
        self.assertEqual(ana.ask('GET', '/v1/friends')['items'], [])
        self.assertEqual(ana.ask('GET', '/v1/invites')['items'][0]['uses'], 1)

    def test_suggestions_are_asked_or_dismissed(self):
        ana, others = Person('Ana'), [Person('Bo', 'Marlowe'), Person('Cy', 'Okafor'), Person('Di', 'Abreu')]
        code = ana.ask('POST', '/v1/invites', {'kind': 'app'})['code']
        for person in others:
            person.ask('POST', f'/v1/invites/{code}/accept')
        page = self.open('/friends', person=ana)
        rows = page.get_by_role('list', name='People you may know').get_by_role('listitem')
        rows.nth(2).wait_for()
        self.assertEqual(rows.get_by_text('met by an invitation').count(), 3)
        self.assertEqual(rows.locator('.avatar').count(), 3)
        page.get_by_role('button', name=re.compile('^Ask .Bo. to be friends$')).click()
        page.get_by_text(re.compile('^Asked .Bo.[.]$')).wait_for()
        page.get_by_role('heading', name='You asked').wait_for()
        page.get_by_role('button', name=re.compile('^Dismiss .Bo.$')).wait_for(state='detached')
        self.assertEqual(ana.ask('GET', '/v1/friend-requests?direction=outgoing')['items'][0]['to']['id'], others[0].id)
        # The focus goes on to the next suggestion, and at the end to the heading.
        page.get_by_role('button', name=re.compile('^Dismiss .Di.$')).click()
        page.get_by_text(re.compile('^.Di. is not suggested again[.]$')).wait_for()
        self.assertRegex(page.evaluate('document.activeElement.getAttribute("aria-label")'), '^Ask .Cy. to be friends$')
        self.assertEqual([one['user']['id'] for one in ana.ask('GET', '/v1/suggestions')['items']], [others[1].id])
        page.get_by_role('button', name=re.compile('^Dismiss .Cy.$')).click()
        page.get_by_role('heading', name='People you may know').wait_for(state='detached')
        self.assertEqual(page.evaluate('document.activeElement.tagName'), 'H1')
        page.reload()
        page.get_by_role('heading', name='You asked').wait_for()
        self.assertEqual(page.get_by_text('People you may know').count(), 0)

    def test_a_suggestion_that_has_asked_is_accepted(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        code = ana.ask('POST', '/v1/invites', {'kind': 'app'})['code']
        bo.ask('POST', f'/v1/invites/{code}/accept')
        bo.ask('POST', '/v1/friend-requests', {'to': ana.id})
        page = self.open('/friends', person=ana)
        page.get_by_role('list', name='People you may know').get_by_role('button', name='Accept').click()
        page.get_by_text('are friends.').wait_for()
        page.get_by_role('heading', name='People you may know').wait_for(state='detached')
        self.assertEqual([one['id'] for one in ana.ask('GET', '/v1/friends')['items']], [bo.id])

    def test_new_competitions_are_seen_by_whom_the_settings_say(self):
        ana = Person('Ana')
        page = self.open('/settings', person=ana)
        page.get_by_role('group', name='Who sees your new competitions').get_by_role('radio', name='Friends').click()
        page.get_by_text('Saved.').wait_for()
        self.assertEqual(ana.ask('GET', '/v1/me/settings')['defaultVisibility'], 'friends')

    def test_an_error_offers_to_load_again(self):
        self.provokes('503')
        ana = Person('Ana')
        page = self.open(person=ana)
        for path, read in (('/settings/profile', '/v1/me'), ('/settings/access', '/v1/me'), ('/friends/invites', '/v1/invites')):
            is_down = [True]

            def answer(route, request, is_down=is_down):
                if is_down[0]:
                    route.fulfill(status=503, content_type='application/problem+json', body='{"code": "wire.unavailable"}')
                else:
                    route.continue_()
            page.route(re.compile(re.escape(BASE + read) + r'(\?.*)?$'), answer)
            page.goto(BASE + path)
            page.get_by_text('The server cannot answer right now.').wait_for()
            is_down[0] = False
            page.get_by_role('button', name='Load again').click()
            page.get_by_text('The server cannot answer right now.').wait_for(state='detached')
            page.unroute_all()

    def test_nothing_is_cut_in_german_at_320(self):
        ana = Person('Ana')
        ana.ask('PATCH', '/v1/me', {'bio': 'W' * 300, 'displayName': 'W' * 80, 'email': 'w' * 60 + '@example.org'})
        code = ana.ask('POST', '/v1/invites', {'kind': 'friend'})['code']
        small = {'width': 320, 'height': 640}
        page = self.open(person=ana, size=small, language='de-DE')
        for path in ('/settings', '/settings/profile', '/settings/access', '/friends/invites'):
            page.goto(BASE + path)
            settle(page)
            self.assertEqual(page.evaluate(OVERFLOW), [], path)
        page = self.open(size=small, language='de-DE')
        for path in ('/forgot', '/reset', '/verify', f'/c/{code}'):
            page.goto(BASE + path)
            settle(page)
            self.assertEqual(page.evaluate(OVERFLOW), [], path)
