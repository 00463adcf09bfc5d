import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseChannelLink } from '#contract/channels/channel-link.ts'

const id = 'UCabcdefghij_KLMNOP-123x'

test.each([
  [id, 'id', id],
  [`  ${id}\n`, 'id', id],
  [`https://www.youtube.com/channel/${id}`, 'id', id],
  [`http://youtube.com/channel/${id}/about`, 'id', id],
  [`HTTPS://WWW.YouTube.com/channel/${id}?view_as=subscriber#top`, 'id', id],
  [`m.youtube.com/channel/${id}/`, 'id', id],
  [`https://music.youtube.com/channel/${id}`, 'id', id],
  [`https://studio.youtube.com/channel/${id}/editing/profile`, 'id', id],
  ['@pebble.radio', 'handle', '@pebble.radio'],
  ['@pebble-radio/shorts?si=1', 'handle', '@pebble-radio'],
  ['https://www.youtube.com/@Pebble_Radio', 'handle', '@Pebble_Radio'],
  ['youtube.com/@pebble·radio/featured', 'handle', '@pebble·radio'],
  ['https://youtube.com//@pebble', 'handle', '@pebble'],
  ['https://www.youtube.com/%40pebble', 'handle', '@pebble'],
  ['https://www.youtube.com/@조약돌라디오', 'handle', '@조약돌라디오'],
  ['\u200bhttps://www.youtube.com/@조약돌라디오\u200b', 'handle', '@조약돌라디오'],
  [`https://www.youtube.com/@${encodeURIComponent('조약돌-b2c')}?x=1`, 'handle', '@조약돌-b2c'],
  [`https://www.youtube.com/@${encodeURIComponent('조약돌'.normalize('NFD'))}`, 'handle', '@조약돌'],
  ['@慢船电台', 'handle', '@慢船电台'],
  ['https://www.youtube.com/user/PebbleRadio/videos', 'user', 'user/PebbleRadio'],
  ['https://www.youtube.com/c/PebbleRadio', 'custom', 'c/PebbleRadio'],
  [`https://www.youtube.com/c/${encodeURIComponent('조약돌')}/about`, 'custom', 'c/조약돌'],
  ['https://youtube.com/PebbleRadio', 'custom', 'PebbleRadio'],
  ['youtube.com/livelypebbles', 'custom', 'livelypebbles'],
  ['https://youtube.com/＠조약돌라디오', 'handle', '@조약돌라디오'],
  ['＠ｐｅｂｂｌｅ', 'handle', '@pebble'],
  ['https：／／www．youtube．com／＠pebble', 'handle', '@pebble'],
  ['youtube。com/@慢船电台', 'handle', '@慢船电台'],
  ['https://www.youtube.com/@pebble。', 'handle', '@pebble'],
  ['https://www.youtube.com/@pebble,', 'handle', '@pebble'],
  ['(https://www.youtube.com/@pebble)', 'handle', '@pebble'],
  ['「https://www.youtube.com/@조약돌라디오」、', 'handle', '@조약돌라디오'],
  ['<https://www.youtube.com/@pebble.>', 'handle', '@pebble'],
  ['@pebble./shorts', 'handle', '@pebble'],
  [`https://www.youtube.com/channel/${id}.`, 'id', id],
  ['https://www.youtube.com/user/PebbleRadio).', 'user', 'user/PebbleRadio'],
  ['내 채널: https://www.youtube.com/@조약돌라디오', 'handle', '@조약돌라디오'],
  ['내 채널：https://www.youtube.com/@조약돌라디오?si=1 입니다.', 'handle', '@조약돌라디오'],
  ['Pebble Radio - YouTube\nhttps://youtube.com/@pebble?si=abc', 'handle', '@pebble'],
  ['我的频道是 @慢船电台。', 'handle', '@慢船电台'],
  [`채널 ID: ${id}`, 'id', id],
  [`Pebble (youtube.com/channel/${id}) https://www.youtube.com/channel/${id}`, 'id', id],
])('%j is read', (text, kind, value) => expect(parseChannelLink(text)).toEqual({ kind, value }))

test.each([
  '',
  '   ',
  'pebble radio',
  'PebbleRadio',
  'youtube.com',
  'https://www.youtube.com/',
  'https://www.youtube.com/?app=desktop',
  'https://www.youtube.com/watch?v=aaaaaaaaaaa',
  'https://www.youtube.com/Watch/aaaaaaaaaaa',
  'https://www.youtube.com/shorts/aaaaaaaaaaa',
  'https://www.youtube.com/live/aaaaaaaaaaa',
  'https://www.youtube.com/hashtag/pebbles',
  'https://www.youtube.com/results?search_query=pebbles',
  'https://youtu.be/aaaaaaaaaaa',
  'https://music.youtube.com/explore',
  'https://studio.youtube.com/',
  `https://www.youtube.com/channel/${id}x`,
  `https://www.youtube.com/channel/${id.slice(0, -1)}`,
  `https://www.youtube.com/channel/${id.toLowerCase()}`,
  'https://www.youtube.com/channel/',
  'https://www.youtube.com/c/',
  'https://www.youtube.com/user',
  'https://www.youtube.com/@',
  'https://www.youtube.com/@._-',
  'https://www.youtube.com/@two words',
  'https://www.youtube.com/@a/../b',
  'https://www.youtube.com/%2e%2e/@a',
  'https://www.youtube.com/@%2540pebble',
  'https://www.youtube.com/@%E0%A4',
  'https://www.youtube.com/@<b>pebble</b>',
  'https://www.youtube.com@evil.test/@pebble',
  'https://www.youtube.com\\@evil.test/@pebble',
  'https://www.youtube.com:8443/@pebble',
  'https://youtube.com.evil.test/@pebble',
  'https://notyoutube.com/@pebble',
  'My channels: https://www.youtube.com/@pebble and https://www.youtube.com/@gravel',
  'My video: https://www.youtube.com/watch?v=aaaaaaaaaaa',
  'Write to kim@pebble.example',
  'My channel: https://www.youtube.com@evil.test/@pebble',
  'https://evil.test/youtube.com/@pebble',
  `My channel: ${id}x`,
  '...',
  'javascript:alert(1)',
  'ftp://www.youtube.com/@pebble',
  'https://https://www.youtube.com/@pebble',
  `https://www.youtube.com/@pebble?${'x'.repeat(600)}`,
])('%j names no channel', (text) => expect(parseChannelLink(text)).toBeNull())

const almostValid = [
  'https://',
  'youtube.com',
  'www.',
  '/',
  '@',
  '%',
  '%EC',
  'channel/',
  id,
  'c/',
  '..',
  '가',
  ' ',
  '\0',
]

test('whatever is entered, it is answered, and what it names is named by its value, too', () => {
  const parts = fc.array(
    fc.oneof(fc.constantFrom(...almostValid), fc.string({ unit: 'binary', maxLength: 6 })),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        parts.map((some) => some.join('')),
        fc.string(),
      ),
      (text) => {
        const link = parseChannelLink(text)
        if (!link) return
        const again = link.kind === 'id' ? link.value : `https://www.youtube.com/${encodeURI(link.value)}`
        expect(parseChannelLink(again)).toEqual(link)
      },
    ),
    { numRuns: 3_000 },
  )
})

const realDataFile = fileURLToPath(new URL('../../../shared/realdata/channel_links.tsv', import.meta.url))
const rows = existsSync(realDataFile) ? readFileSync(realDataFile, 'utf8').trim().split('\n').slice(1) : []
if (rows.length === 0) console.warn(`SKIPPED: there are no links at ${realDataFile}; they are not tried.`)

test.skipIf(rows.length === 0)('links as they are in the world', () => {
  for (const row of rows) {
    const [verdict, input = '', kind, value] = row.split('\t')
    const expected = verdict === 'reject' ? null : { kind: kind?.replace('bare ', ''), value }
    expect([input, parseChannelLink(input)]).toEqual([input, expected])
  }
})
