// @module-tag extended
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseChannelLink } from '#contract/channels/channel-link.ts'
import { locales } from '#contract/platform/locale.ts'
import { createYoutubeClient } from '#server/channels/youtube/client.ts'
import { YoutubeError } from '#server/channels/youtube/types.ts'
import { demoRoutes } from '#server/demo/media/routes.ts'
import { ensureDemoData } from '#server/demo/seed/seed.ts'
import { connectYoutube, type YoutubeConnection } from '#server/demo/youtube/youtube.ts'
import { insertYoutubeChannels } from '#server/demo/youtube/youtube-seed.ts'
import { prepareDemo } from '#server/demonstration.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { type Api, startApi, testEncryption, unavailableJobs } from '#tests/support/api.ts'
import { createYoutubeCalls } from '#tests/support/channel-fixtures.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

const now = new Date('2026-11-20T09:00:00Z')
const log = createLog('silent')
const config = readConfig({})
/** The demo's first account. */
const { lookUp, verify } = createYoutubeCalls(1)

let db: Database
let openedYoutube: YoutubeConnection
let api: Api

beforeAll(async () => {
  db = await createOwnDatabase()
  await ensureDemoData(db, now, testEncryption, () => {})
  openedYoutube = connectYoutube({ db, log, now: () => new Date(), config })
  api = await startApi(db, log, {
    youtube: openedYoutube.youtube,
    jobs: unavailableJobs,
    registerDemoRoutes(app) {
      demoRoutes(app)
      openedYoutube.registerDemoRoutes?.(app)
    },
  })
}, 120_000)
afterAll(() => db.close())

const fetchPage = async (path: string, language = 'en', init: RequestInit = {}) => {
  const reply = await api.send(`demo/youtube${path}`, {
    ...init,
    redirect: 'manual',
    headers: { 'Accept-Language': language, ...init.headers },
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

const parseLinks = (text: string) =>
  [...text.matchAll(/https:\/\/www\.youtube\.com\/@[^<]+/g)].map(([link]) => link)

/** Sends what a browser sends when a person saves the page's form. */
const postForm = (path: string, fields: Record<string, string>, overrides: Record<string, string> = {}) =>
  fetchPage(path, 'en', {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...overrides },
  })

async function findChannel(name: string) {
  const { text } = await fetchPage('')
  const link = parseLinks(text).find((channels) => channels.includes(name)) ?? ''
  const parsed = parseChannelLink(link)
  if (!parsed) throw new Error(`${link} names no channel`)
  return openedYoutube.youtube.findChannel(parsed, lookUp(AbortSignal.timeout(1_500)))
}

describe('the demo', () => {
  test('lists every channel with a link that finds it unless it is closed', async () => {
    const { text } = await fetchPage('')
    const links = parseLinks(text)
    const [counted] = await queryRaw<{ count: number }>(
      db,
      'select count(*) as count from channels where removed_at is null',
    )
    expect(links).toHaveLength(Number(counted?.count) + 8)
    expect(new Set(links).size).toBe(links.length)
    for (const link of links.filter((some) => !some.includes('느린우체국'))) {
      const found = await openedYoutube.youtube.findChannel(
        parseChannelLink(link) ?? { kind: 'custom', value: '' },
        lookUp(),
      )
      if (link.includes('사라진극장')) expect(found).toBeNull()
      else expect(link).toContain(found?.handle)
    }
  })

  test('has a hidden subscriber count, translated descriptions and a channel that is slow at first', async () => {
    expect(await findChannel('오후의바다')).toMatchObject({ subscribers: null })
    expect((await findChannel('harborlights'))?.descriptions).toHaveLength(4)
    const slow = parseChannelLink(
      parseLinks((await fetchPage('')).text).find((some) => some.includes('느린우체국')) ?? '',
    )
    const clock = { now }
    const { youtube } = connectYoutube({ db, log, now: () => clock.now, config })
    const ask = () =>
      youtube.findChannel(slow ?? { kind: 'custom', value: '' }, lookUp(AbortSignal.timeout(700)))
    for (const seconds of [0, 20, 44]) {
      clock.now = new Date(now.getTime() + seconds * 1_000)
      await expect(ask()).rejects.toThrow(/timeout/)
    }
    clock.now = new Date(now.getTime() + 46_000)
    expect(await ask()).toMatchObject({ name: '느린우체국' })
  })

  test('returns edited descriptions and translations', async () => {
    const channel = await findChannel('느티나무서점')
    const { channelId = '' } = channel ?? {}
    expect(openedYoutube.youtube.getChannelUrl(channelId)).toBe(`/api/demo/youtube/${channelId}`)
    const saved = await postForm(`/${channelId}`, {
      description: 'ABCD-1234\r\n</textarea><b>',
      en: 'in "English"',
    })
    expect([saved.status, saved.headers.get('Location')]).toEqual([
      303,
      `/api/demo/youtube/${channelId}?saved=1`,
    ])
    const read = await openedYoutube.youtube.getChannel(channelId, verify())
    expect(read?.descriptions).toEqual(['ABCD-1234\n</textarea><b>', 'in "English"'])
    const { text } = await fetchPage(`/${channelId}?saved=1`)
    expect(text).toContain('ABCD-1234\n&lt;/textarea&gt;&lt;b&gt;</textarea>')
    expect(text).toContain('in &quot;English&quot;')
    expect(text).toContain('Saved.')
    await postForm(`/${channelId}`, { description: '', gone: 'on' })
    expect(await openedYoutube.youtube.getChannel(channelId, verify())).toBeNull()
    await postForm(`/${channelId}`, { description: 'back', en: ' ' })
    expect((await openedYoutube.youtube.getChannel(channelId, verify()))?.descriptions).toEqual(['back'])
  })

  test('keeps pages of elsewhere from saving', async () => {
    const { channelId = '' } = (await findChannel('paperboat')) ?? {}
    const there = { Origin: 'https://evil.test', Host: 'localhost' }
    expect((await postForm(`/${channelId}`, { description: 'x' }, there)).status).toBe(403)
    expect((await postForm(`/${channelId}`, { description: 'x'.repeat(70_000) })).status).toBe(413)
    expect((await postForm('/UCnothing', { description: 'x' })).status).toBe(404)
    expect((await fetchPage('/UC%00')).status).toBe(404)
    expect((await openedYoutube.youtube.getChannel(channelId, verify()))?.descriptions).not.toContain('x')
  })

  test.each(locales)('says in %s that it is not YouTube, and lets no script run', async (language) => {
    const { text, headers } = await fetchPage('', language)
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).not.toMatch(/undefined|\[object|<script|\sstyle=|\son\w+=/)
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'self'/)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  test('draws a picture for each channel, which has it as if it had been looked up', async () => {
    const dressed = await queryRaw<{ channelId: string; handle: string; thumbnail: string }>(
      db,
      'select channel_id as "channelId", handle, thumbnail from channels',
    )
    for (const { handle, thumbnail } of dressed) {
      expect(handle).toMatch(/^@/)
      const picture = await api.send(thumbnail.replace('/api/', ''))
      expect([picture.status, picture.headers.get('Content-Type')]).toEqual([
        200,
        'image/svg+xml; charset=utf-8',
      ])
    }
  })

  test('shows a member every state in which a channel can be', async () => {
    const states = await queryRaw<{
      status: number
      verification: string
      reason: string | null
      days: number
    }>(
      db,
      `select c.approval_status as status,
        c.verification_status as verification,
        r.reason,
        extract(day from $1::timestamptz - c.held_at)::integer as days
      from channels c
      join assignments a on a.registration_id = c.registration_id
      join accounts p on p.id = a.account_id
      left join channel_reviews r on r.registration_id = c.registration_id
      where p.email = 'hanip@hookline.example'
        and c.approval_status <> 2
      order by status, verification, days`,
      [now],
    )
    expect(
      states.map(({ status, verification, reason, days }) => [status, verification, reason !== null, days]),
    ).toEqual([
      [0, 'pending', false, null],
      [0, 'verified', false, null],
      [1, 'verified', true, 1],
      [1, 'verified', true, 5],
      [3, 'verified', true, null],
    ])
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })

  test('gets its platform when an earlier version made it, and keeps what was edited', async () => {
    const { channelId = '' } = (await findChannel('paperboat')) ?? {}
    await postForm(`/${channelId}`, { description: 'edited' })
    await ensureDemoData(db, now, testEncryption, () => {})
    expect((await openedYoutube.youtube.getChannel(channelId, verify()))?.descriptions).toEqual(['edited'])
    const counts = () =>
      queryRaw(
        db,
        'select (select count(*) from channels) as channels, (select count(*) from demo.youtube_channels) as there',
      )
    const before = await counts()
    await execRaw(db, 'drop schema demo cascade')
    await ensureDemoData(db, now, testEncryption, () => {})
    expect(await counts()).toEqual(before)
    expect((await openedYoutube.youtube.getChannel(channelId, verify()))?.descriptions).not.toContain(
      'edited',
    )
  })

  test('asks the real platform once there is a key', async () => {
    const keyed = readConfig({ YOUTUBE_API_KEY: 'k', YOUTUBE_API_URL: 'http://127.0.0.1:9' })
    const real = connectYoutube({ db, log, now: () => now, config: keyed })
    expect(real.registerDemoRoutes).toBeUndefined()
    expect(real.youtube.getChannelUrl('UC')).toBe('https://www.youtube.com/channel/UC')
  })
})

describe('an installation that is none', () => {
  test('has no pages of a platform, and without a key no answers', async () => {
    const empty = await createOwnDatabase()
    await queryRaw(empty, `insert into sites (domain, name) values ('real.test', 'Real')`)
    expect(await prepareDemo(empty, config, testEncryption, () => {})).toBeNull()
    await expect(insertYoutubeChannels(empty)).rejects.toThrow()
    const { url: baseUrl, key, dailyUnits } = config.youtube
    const youtube = createYoutubeClient({ db: empty, log, now: () => now, baseUrl, key, dailyUnits })
    await expect(youtube.getChannel('UC', verify())).rejects.toThrow(YoutubeError)
    const other = await startApi(empty, log, { youtube })
    expect((await other.send('demo/youtube')).status).toBe(404)
    await empty.close()
  })

  test('is told which setting cannot be used, and never the key', () => {
    expect(config.youtube).toEqual({ url: 'https://www.googleapis.com', key: undefined, dailyUnits: 10_000 })
    const read = (more: Record<string, string>) => () => readConfig(more)
    expect(readConfig({ YOUTUBE_API_URL: 'https://there:81/base/' }).youtube.url).toBe(
      'https://there:81/base',
    )
    expect(readConfig({ YOUTUBE_API_URL: 'http://[::1]:81' }).youtube.url).toBe('http://[::1]:81')
    expect(read({ YOUTUBE_API_URL: 'http://there:81/base/' })).toThrow(/must begin with https:/)
    for (const url of ['there', 'ftp://there', 'https://there?x=1', 'https://me@there'])
      expect(read({ YOUTUBE_API_URL: url })).toThrow(/^YOUTUBE_API_URL must be an address/)
    for (const units of ['0', '-1', '1.5', 'many'])
      expect(read({ YOUTUBE_DAILY_UNITS: units })).toThrow(/^YOUTUBE_DAILY_UNITS must be/)
    expect(read({ YOUTUBE_API_KEY: 'my secret' })).toThrow(/^YOUTUBE_API_KEY must be(?!.*secret)/)
  })
})
