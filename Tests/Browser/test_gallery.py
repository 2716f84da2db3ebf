"""Photos and medals by their screens, and what a person can remove or take back."""
import re
import time

from browser import DESK, OVERFLOW, PHONE, TARGETS, Case, settle
from people import BASE, Person, picture


def until(read, wanted):
    """Asks until the services that hear of it later know."""
    for _ in range(200):
        value = read()
        if wanted(value):
            return value
        time.sleep(0.05)
    raise AssertionError(f'never: {value}')


def medals(person):
    return person.ask('GET', f'/v1/users/{person.id}/medals')['items']


def photos(person, viewer=None):
    return (viewer or person).ask('GET', f'/v1/users/{person.id}/photos')['items']


def files(*names):
    return [{'name': name, 'mimeType': 'image/png', 'buffer': picture(60, 40, index * 40)} for index, name in enumerate(names)]


class Medals(Case):
    def proven(self, ana, bo, name='Ten push-ups'):
        """A dare of ana's that bo proves with a photo, judged done."""
        dare = ana.dare(bo, name=name)[0]['id']
        bo.move(dare, 'accept')
        bo.move(dare, 'submit', {'note': 'x', 'mediaIDs': [bo.upload()]})
        ana.move(dare, 'approve')
        return dare

    def test_new_medals_are_celebrated_once_and_in_one_go(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        until(lambda: medals(bo), lambda found: len(found) == 1)
        page = self.open(person=bo)
        celebration = page.get_by_role('region', name=re.compile('new medal'))
        celebration.get_by_text('First friend').wait_for()
        # It was shown, so it was seen, whether the button was pressed or not.
        until(lambda: medals(bo), lambda found: 'seenAt' in found[0])
        seen = []
        page.on('request', lambda one: one.url.endswith('/medals/seen') and seen.append(one.post_data_json['ids']))
        page.reload()
        page.get_by_text('Nothing to do.').wait_for()
        self.assertEqual(celebration.count(), 0)

        self.proven(ana, bo)
        until(lambda: medals(bo), lambda found: len(found) == 3)
        page.reload()
        page.get_by_role('heading', name='2 new medals').wait_for()
        celebration.get_by_text('First challenge done', exact=True).wait_for()
        celebration.get_by_text('First photo as proof').wait_for()
        celebration.get_by_role('button', name='Nice').click()
        celebration.wait_for(state='detached')
        self.assertEqual([len(ids) for ids in seen], [2])
        self.assertTrue(all('seenAt' in one for one in medals(bo)))

    def test_what_is_earned_and_how_far_the_others_are(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        page = self.open('/me', person=bo, size={'width': 320, 'height': 700})
        page.locator('main').get_by_role('link', name='Medals').click()
        page.get_by_text('No medal yet.').wait_for()
        near = page.locator('section', has=page.get_by_role('heading', name='Within reach')).locator('li')
        near.nth(2).wait_for()
        self.assertEqual(near.count(), 3)

        ana.befriend(bo)
        self.proven(ana, bo)
        until(lambda: medals(bo), lambda found: len(found) == 3)
        until(lambda: bo.ask('GET', '/v1/me/medals')['items'],
              lambda found: any(one['medal'] == 'completed10' and one['count'] == 1 for one in found))
        page.reload()
        earned = page.get_by_role('list', name='Earned').get_by_role('listitem')
        earned.nth(2).wait_for()
        self.assertEqual(earned.count(), 3)
        ten = page.get_by_role('listitem').filter(has_text='10 challenges done')
        ten.get_by_text('1 of 10').wait_for()
        self.assertEqual(ten.locator('progress').evaluate('(bar) => bar.value / bar.max'), 0.1)
        self.assertEqual(page.get_by_text('50 challenges done', exact=True).count(), 0)
        page.get_by_role('button', name='Show more').click()
        page.get_by_text('50 challenges done', exact=True).wait_for()
        self.assertEqual(page.evaluate(OVERFLOW), [])

    def test_friends_see_a_persons_medals_and_strangers_none(self):
        ana, bo, cy = Person('Ana'), Person('Bo', 'Marlowe'), Person('Cy', 'Okafor')
        ana.befriend(bo)
        until(lambda: medals(bo), len)
        page = self.open(f'/people/{bo.id}', person=ana)
        page.get_by_role('link', name='Show all: Medals').click()
        page.get_by_role('heading', name=re.compile('Medals of .*Bo')).wait_for()
        page.get_by_role('list', name='Earned').get_by_text('First friend').wait_for()
        self.assertEqual(page.get_by_text('Still to earn').count(), 0)
        page = self.open(f'/people/{bo.id}', person=cy)
        page.get_by_role('button', name='Ask to be friends').wait_for()
        settle(page)
        self.assertEqual(page.locator('main').get_by_role('heading', name='Medals').count(), 0)


class Gallery(Case):
    def choose(self, page, name):
        page.get_by_role('dialog').get_by_role('button', name='Who may see it').click()
        page.get_by_role('dialog').last.get_by_role('radio', name=name, exact=True).check()

    def test_from_adding_to_deleting(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        page = self.open('/me', person=ana)
        page.locator('main').get_by_role('link', name='Gallery').click()
        page.get_by_text('Photos of your challenges gather here.').wait_for()
        page.locator('input[type=file]').set_input_files(files('one.png', 'two.png'))
        page.get_by_role('button', name='Remove two.png').wait_for()
        page.get_by_text('Only you see it.').wait_for()
        page.get_by_role('radio', name='Friends').check()
        page.get_by_text('You and your friends see it.').wait_for()
        page.locator('.uploads progress').first.wait_for(state='detached')
        page.get_by_role('button', name='Add to my gallery').dblclick()
        page.locator('.photos li').nth(1).wait_for()
        self.assertEqual([one['audience'] for one in photos(ana)], ['friends', 'friends'])
        self.assertEqual(page.locator('.photos').get_by_text('Friends', exact=True).count(), 2)

        page.locator('.photos button').first.click()
        dialog = page.get_by_role('dialog')
        dialog.get_by_text('Photo 1 of 2').wait_for()
        page.keyboard.press('ArrowRight')
        dialog.get_by_text('Photo 2 of 2').wait_for()
        dialog.get_by_role('button', name='Next').click()
        dialog.get_by_text('Photo 1 of 2').wait_for()
        dialog.get_by_text('You and your friends see it.').wait_for()
        with page.expect_download() as download:
            dialog.get_by_role('link', name='Download').click()
        self.assertTrue(download.value.suggested_filename.startswith('photo-'))

        # Wider asks; narrower is saved as it is.
        self.choose(page, 'Everyone')
        page.get_by_text('More people see it from now on').wait_for()
        page.get_by_role('button', name='Cancel').click()
        dialog.get_by_text('You and your friends see it.').wait_for()
        self.assertEqual(photos(ana)[0]['audience'], 'friends')
        self.choose(page, 'Everyone')
        page.get_by_role('button', name='Show it to more people').click()
        dialog.get_by_text('Everyone sees it.').wait_for()
        self.assertEqual(photos(ana)[0]['audience'], 'public')
        self.choose(page, 'Only me')
        self.assertEqual(page.get_by_text('More people see it from now on').count(), 0)
        page.get_by_role('button', name='Save').click()
        dialog.get_by_text('Only you see it.').wait_for()
        self.assertEqual(len(photos(ana, bo)), 1)

        dialog.get_by_role('button', name='Delete').click()
        page.get_by_text('Delete this photo?').wait_for()
        page.get_by_role('button', name='Cancel').click()
        dialog.get_by_text('Photo 1 of 2').wait_for()
        self.assertEqual(len(photos(ana)), 2)
        dialog.get_by_role('button', name='Delete').click()
        page.get_by_role('dialog').last.get_by_role('button', name='Delete').click()
        dialog.get_by_text('Photo 1 of 1').wait_for()
        self.assertEqual([one['audience'] for one in photos(ana)], ['friends'])
        page.go_back()
        dialog.wait_for(state='detached')
        self.assertEqual(page.locator('.photos li').count(), 1)

    def test_a_person_shows_what_the_viewer_may_see(self):
        ana, bo, cy = Person('Ana'), Person('Bo', 'Marlowe'), Person('Cy', 'Okafor')
        ana.befriend(bo)
        for audience in ('owner', 'friends', 'public'):
            ana.ask('POST', '/v1/me/photos', {'mediaIDs': [ana.upload()], 'audience': audience})
        for viewer, count in ((bo, 2), (cy, 1)):
            page = self.open(f'/people/{ana.id}', person=viewer)
            page.get_by_role('link', name='Show all: Photos').click()
            page.get_by_role('heading', name=re.compile('Photos of .*Ana')).wait_for()
            page.locator('.photos li').nth(count - 1).wait_for()
            self.assertEqual(page.locator('.photos li').count(), count)
            self.assertEqual(page.get_by_role('button', name='Add photos').count(), 0)
            page.locator('.photos button').first.click()
            page.get_by_role('dialog').get_by_text(f'Photo 1 of {count}').wait_for()
            for name in ('Delete', 'Who may see it'):
                self.assertEqual(page.get_by_role('button', name=name).count(), 0)

    def test_photos_by_challenge_lead_to_it(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        dare = ana.dare(bo, name='Swim in the lake')[0]['id']
        bo.move(dare, 'accept')
        bo.move(dare, 'submit', {'note': 'x', 'mediaIDs': [bo.upload()]})
        bo.ask('POST', '/v1/me/photos', {'mediaIDs': [bo.upload()]})
        page = self.open('/me', person=bo, size=DESK)
        page.get_by_role('navigation', name='Main').get_by_role('link', name='Gallery').click()
        page.locator('.photos li').nth(1).wait_for()
        page.get_by_role('radio', name='Challenge').check()
        page.get_by_role('heading', name='Without a challenge').wait_for()
        # A proof stays with its dare, and between the two.
        link = page.get_by_role('link', name='Swim in the lake')
        page.locator('section', has=link).locator('.photos button').click()
        dialog = page.get_by_role('dialog')
        dialog.get_by_text('The two of you see it.').wait_for()
        for name in ('Delete', 'Who may see it'):
            self.assertEqual(dialog.get_by_role('button', name=name).count(), 0)
        page.keyboard.press('Escape')
        dialog.wait_for(state='detached')
        page.reload()
        link.click()
        page.get_by_role('heading', name='Swim in the lake').wait_for()

    def test_an_expired_address_renews_itself(self):
        self.provokes('404')
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        dare = ana.dare(bo)[0]['id']
        bo.move(dare, 'accept')
        bo.move(dare, 'submit', {'note': 'x', 'mediaIDs': [bo.upload()]})
        for path, read in ((f'/people/{bo.id}', f'/v1/users/{bo.id}/photos'), (f'/assignments/{dare}', f'/v1/assignments/{dare}')):
            page = self.open('/', person=ana)
            asked = []

            def answer(route, _, asked=asked):
                asked.append(1)
                reply = route.fetch()
                body = reply.text()
                headers = {name: value for name, value in reply.headers.items() if name != 'content-length'}
                if len(asked) == 1:
                    body, headers['etag'] = body.replace('/original?', '/original?old&'), '"old"'
                route.fulfill(status=reply.status, headers=headers, body=body)
            page.route(re.compile(re.escape(BASE + read) + r'(\?.*)?$'), answer)
            page.route('**/original?old&*', lambda route: route.fulfill(status=404))
            page.goto(BASE + path)
            picture_there = page.locator('.photos img').first
            picture_there.wait_for()
            page.locator('.photos img:not([src*="old"])').first.wait_for()
            picture_there.scroll_into_view_if_needed()
            picture_there.evaluate('(image) => image.decode()')
            self.assertEqual(len(asked), 2)

    def test_a_list_keeps_the_pages_that_were_loaded(self):
        page = self.open('/sign-in')
        settle(page)
        found = page.evaluate("""async () => {
          const address = document.querySelector('script[type=module]').src.replace('main.js', 'store.js')
          const { store } = await import(address)
          const put = (ids, nextCursor, after) => store.putList('l', 'x', { items: ids.map((id) => ({ id })), nextCursor }, { after })
          const ids = () => store.get('l').ids.join('') + (store.get('l').cursor ?? '')
          const found = []
          put(['a', 'b'], '1'); put(['c', 'd'], '2', true); found.push(ids())
          put(['n', 'a', 'b'], '1'); found.push(ids())
          put(['n', 'b'], '1'); found.push(ids())
          put(['x', 'y'], '9'); found.push(ids())
          put(['x'], null); found.push(ids())
          return found
        }""")
        self.assertEqual(found, ['abcd2', 'nabcd2', 'nbcd2', 'xy9', 'x'])

    def test_what_something_else_has_changed_is_asked_for_whole(self):
        """A tag is of what the server said: with another value in its place, its 304 would keep that."""
        ana = Person('Ana')
        page = self.open(person=ana)
        settle(page)
        found = page.evaluate("""async () => {
          const address = document.querySelector('script[type=module]').src.replace('main.js', 'base.js')
          const { api, live, store } = await import(address)
          const tags = []
          const read = (args) => { tags.push(Boolean(args.etag)); return api.getSettings(args) }
          const context = { parts: [], signal: new AbortController().signal, update() {} }
          const part = live(context, 'tagged', read)
          while (!part.value) await new Promise((resolve) => setTimeout(resolve, 10))
          await part.load()
          store.put('tagged', { ...part.value })
          await part.load()
          return tags
        }""")
        self.assertEqual(found, [False, True, False])

    def test_a_gallery_shows_one_contest(self):
        ana = Person('Ana')
        contest = ana.contest(name='Most water')
        ana.ask('POST', f'/v1/contests/{contest}/join', {})
        ana.ask('POST', f'/v1/contests/{contest}/entries', {'amount': 1, 'mediaIDs': [ana.upload()]})
        ana.ask('POST', '/v1/me/photos', {'mediaIDs': [ana.upload()]})
        page = self.open('/gallery?by=challenge', person=ana)
        settle(page)
        self.assertEqual(page.locator('.photos button').count(), 2)
        page.get_by_role('link', name=re.compile('Only photos of .*Most water')).click()
        page.get_by_role('link', name='All photos').wait_for()
        page.get_by_role('link', name='Most water').wait_for()
        page.locator('.photos button').first.wait_for()
        self.assertEqual(page.locator('.photos button').count(), 1)
        page.get_by_role('link', name='All photos').click()
        page.get_by_role('button', name='Open:').nth(1).wait_for()


class Inbox(Case):
    def test_a_notice_is_removed_for_good_and_the_focus_stays_near(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        for name in ('First', 'Second', 'Third'):
            ana.dare(bo, name=name)
        until(lambda: bo.ask('GET', '/v1/inbox')['items'], lambda found: sum('name' in one for one in found) == 3)
        page = self.open('/inbox', person=bo, size=PHONE)
        page.get_by_role('button', name=re.compile('Remove: .*Second')).dblclick()
        page.get_by_role('link', name=re.compile('Second')).wait_for(state='detached')
        page.get_by_text('Removed.').wait_for()
        left = page.evaluate("document.activeElement.getAttribute('aria-label')")
        self.assertRegex(left, 'Remove: .*First')
        self.assertEqual([one['name'] for one in bo.ask('GET', '/v1/inbox')['items'] if 'name' in one], ['Third', 'First'])
        self.assertEqual(page.evaluate(TARGETS), [])
        page.reload()
        page.get_by_role('link', name=re.compile('First')).wait_for()
        self.assertEqual(page.get_by_role('link', name=re.compile('Second')).count(), 0)

    def test_a_request_is_answered_in_its_place(self):
        ana, bo, cy = Person('Ana'), Person('Bo', 'Marlowe'), Person('Cy', 'Okafor')
        for one in (bo, cy):
            one.ask('POST', '/v1/friend-requests', {'to': ana.id})
        page = self.open('/inbox', person=ana)
        row = page.get_by_role('listitem')
        row.filter(has_text='Cy').get_by_role('button', name='Decline').click()
        row.filter(has_text='Bo').get_by_role('button', name='Accept').click()
        page.get_by_text(re.compile('You and .*Bo.* are friends.')).first.wait_for()
        page.get_by_role('button', name='Accept').wait_for(state='detached')
        self.assertEqual([one['id'] for one in ana.ask('GET', '/v1/friends')['items']], [bo.id])


class Lists(Case):
    def test_wishes_likes_and_own_workouts(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')

        def workout(person, name):
            return person.ask('POST', '/v1/definitions', {'name': name, 'visibility': 'public'})['id']
        first, second, own = workout(bo, 'Row to the island'), workout(bo, 'Climb the tower'), workout(ana, 'Lift the piano')
        ana.ask('PUT', f'/v1/definitions/{first}/wish', {})
        ana.ask('PUT', f'/v1/definitions/{second}/like', {})
        page = self.open('/me', person=ana)
        page.locator('main').get_by_role('link', name='Wishlist').click()
        page.get_by_role('list', name='Wishlist').get_by_text('Row to the island').wait_for()
        page.get_by_role('radio', name='Workouts').check()
        page.get_by_role('list', name='Workouts').get_by_text('Lift the piano').wait_for()
        page.get_by_role('radio', name='Likes').check()
        page.get_by_role('list', name='Likes').get_by_text('Climb the tower').wait_for()
        bo.ask('DELETE', f'/v1/definitions/{second}')
        page.reload()
        page.get_by_text('No longer here').wait_for()
        page.get_by_role('button', name='Take the like back').click()
        page.get_by_text('No longer here').wait_for(state='detached')
        self.assertEqual(ana.ask('GET', '/v1/me/likes')['items'], [])

        page = self.open(f'/people/{ana.id}', person=bo)
        page.get_by_role('link', name='Goals and workouts').click()
        page.get_by_role('radio', name='Workouts').check()
        page.get_by_role('list', name='Workouts').get_by_text('Lift the piano').wait_for()
