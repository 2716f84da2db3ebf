"""Photos: made smaller without losing when they were taken; wrong files are named."""
import base64
import datetime
import re

from browser import Case, settle
from people import Person, picture

BEGIN = """async ({ date, offset }) => {
  const address = document.querySelector('script[type=module]').src.replace('main.js', 'photos.js')
  const { captureBlock, captureTime, prepare } = await import(address)
  const draw = async (width, height, type) => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    for (let at = 0; at < width; at += 40) {
      context.fillStyle = `hsl(${at %% 360} 80%% 50%%)`
      context.fillRect(at, 0, 40, height)
    }
    return new Promise((resolve) => canvas.toBlob(resolve, type, 0.95))
  }
  const stamp = (blob) => new Blob([blob.slice(0, 2), captureBlock({ date, offset }), blob.slice(2)], { type: 'image/jpeg' })
  const timeOf = async (blob) => captureTime(new DataView(await blob.arrayBuffer()))
  const is = (found, wanted) => { if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`) }
  %s
}"""

WHEN = {'date': '2026:11:14 18:30:05', 'offset': '+01:00'}


class Media(Case):
    def check(self, body, when=WHEN):
        page = self.open('/sign-in')
        settle(page)
        return page.evaluate(BEGIN % body, when)

    def test_twelve_megapixels_shrink_and_keep_their_time(self):
        milliseconds = self.check("""
          const file = stamp(await draw(4000, 3000, 'image/jpeg'))
          is(await timeOf(file), { date, offset })
          const begin = performance.now(); const sent = await prepare(file); const time = performance.now() - begin
          is(sent.type, 'image/jpeg'); is(await timeOf(sent), { date, offset })
          const { width, height } = await createImageBitmap(sent); is([width, height], [2048, 1536])
          if (sent.size >= file.size) throw new Error('not smaller')
          return time""")
        print(f'\n12 megapixels prepared in {milliseconds:.0f} ms')

    def test_a_time_without_offset_stays_so(self):
        self.check("""
          const sent = await prepare(stamp(await draw(2100, 100, 'image/jpeg')))
          is(await timeOf(sent), { date, offset: null })""", {'date': WHEN['date'], 'offset': None})

    def test_small_files_go_as_they_are(self):
        self.check("""
          for (const type of ['image/jpeg', 'image/png', 'image/webp']) {
            const file = await draw(2048, 20, type); is(await prepare(file) === file, true)
            is(await prepare(await draw(2049, 20, type)) === file, false)
          }""")

    def test_what_has_no_time_gets_none(self):
        self.check("""
          is(await timeOf(await draw(20, 20, 'image/jpeg')), null)
          is(await timeOf(await prepare(await draw(3000, 20, 'image/png'))), null)
          const cut = (await stamp(await draw(20, 20, 'image/jpeg')).arrayBuffer()).slice(0, 40)
          is(captureTime(new DataView(cut)), null)
          is(captureTime(new DataView(new ArrayBuffer(0))), null)
          const wild = new Uint8Array(200).fill(255); wild[1] = 0xd8
          is(captureTime(new DataView(wild.buffer)), null)""")

    def test_wrong_files_are_named_and_the_others_go_on(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        dare = ana.dare(bo, proof='required')[0]['id']
        bo.move(dare, 'accept')
        page = self.open(f'/assignments/{dare}', person=bo)
        settle(page)
        page.get_by_role('button', name='Submit').click()
        page.get_by_text('This needs a photo as proof.').wait_for()

        def choose(*files):
            page.locator('input[type=file]').set_input_files(
                [{'name': name, 'mimeType': kind, 'buffer': data} for name, kind, data in files])
        choose(('empty.png', 'image/png', b''), ('good.png', 'image/png', picture(60, 40)))
        page.get_by_text('empty.png: The file is empty.').wait_for()
        page.get_by_role('button', name='Remove good.png').wait_for()
        choose(('words.pdf', 'application/pdf', b'%PDF-1.4'))
        page.get_by_text('words.pdf: This is no JPEG, PNG or WebP.').wait_for()
        choose(('liar.png', 'image/png', b'GIF89a, said the liar'))
        page.get_by_text('liar.png: The picture is damaged.').wait_for()
        choose(*[(f'{number}.png', 'image/png', picture(30, 20, number)) for number in range(10)])
        page.get_by_text('At most 10 photos.').wait_for()
        page.locator('.uploads li').nth(9).wait_for()
        self.assertEqual(page.locator('.uploads li').count(), 10)
        page.get_by_role('button', name='Remove good.png').click()
        page.get_by_role('button', name='Remove good.png').wait_for(state='detached')

    def test_a_resized_photo_is_still_known_as_taken_during_the_dare(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        dare = ana.dare(bo)[0]['id']
        bo.move(dare, 'accept')
        now = datetime.datetime.now(datetime.timezone.utc)
        page = self.open(f'/assignments/{dare}', person=bo)
        settle(page)
        data = page.evaluate(BEGIN % """
          const bytes = new Uint8Array(await stamp(await draw(2600, 1900, 'image/jpeg')).arrayBuffer())
          let text = ''
          for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
          return btoa(text)""", {'date': now.strftime('%Y:%m:%d %H:%M:%S'), 'offset': '+00:00'})
        page.locator('input[type=file]').set_input_files(
            {'name': 'large.jpg', 'mimeType': 'image/jpeg', 'buffer': base64.b64decode(data)})
        page.get_by_role('button', name='Remove large.jpg').wait_for()
        page.locator('.uploads progress').wait_for(state='detached')
        page.locator('.uploads li').first.wait_for()
        for _ in range(40):
            page.get_by_role('button', name='Submit').click()
            page.wait_for_timeout(250)
            if page.get_by_text('Attempt 1').count():
                break
        page.get_by_text(re.compile('Taken during the challenge: yes')).wait_for()

    def test_a_phone_offers_its_camera(self):
        ana = Person('Ana')
        page = self.open('/gallery', person=ana, has_touch=True, is_mobile=True)
        field = page.get_by_label('Take a photo')
        self.assertEqual(field.get_attribute('capture'), 'environment')
        field.set_input_files({'name': 'now.png', 'mimeType': 'image/png', 'buffer': picture(60, 40)})
        page.get_by_role('img', name='now.png').wait_for()
        page = self.open('/gallery', person=ana)
        page.get_by_label('Add photos').wait_for()
        self.assertEqual(page.get_by_label('Take a photo').count(), 0)
