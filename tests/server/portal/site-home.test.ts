import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHome } from '#contract/portal/site-home.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createCountingDatabase } from '#tests/support/counting-database.ts'
import { channelIdFor, type Fact, insertFacts, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { insertTracks, isrcFor, replaceClaims, withdrawTrack } from '#tests/support/tracks.ts'

const domain = 'example.test'
const lastDay = '2026-03-20'
const weekStart = '2026-03-14'

let api: Api
let trackIds: number[]

const getHome = async (options: { domain?: string; language?: string } = {}) => {
  const { domain: host = domain, ...others } = options
  return (await api.call(readHome, { domain: '', query: { domain: host }, ...others })).home
}

const buildFact = (channel: string, day: string, views: number, country = 'KR'): Fact => ({
  day,
  channelId: channelIdFor(channel),
  videoId: videoIdFor(channel),
  country,
  views,
  premiumViews: 0,
  revenueMicros: 0,
  premiumRevenueMicros: 0,
})

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db, domain)
  const other = await createSite(api.db, 'other.test')
  const network = await createAccount(api.db, site, 'boss@example.test')
  const otherNetwork = await createAccount(api.db, other, 'boss@other.test')
  for (const channel of ['one', 'two', 'quiet', 'early'])
    await createChannel(api.db, network, channelIdFor(channel))
  await createChannel(api.db, network, channelIdFor('held'), { approval: 1 })
  await createChannel(api.db, otherNetwork, channelIdFor('others'))
})
afterAll(() => api.close())

test('an unknown site is refused', async () => {
  const { status, body } = await api.request(readHome, { domain: '', query: { domain: 'nowhere.test' } })
  expect([status, body.code]).toEqual([404, 'unknown_site'])
})

test('a site that has set nothing has nothing, and no fact is zero', async () => {
  expect(await getHome()).toEqual({
    headline: [],
    headlineLocale: null,
    lead: null,
    leadLocale: null,
    action: null,
    facts: [],
    picture: null,
    logo: null,
    share: null,
  })
})

describe('computed facts', () => {
  const setFacts = (facts: readonly string[]) =>
    queryRaw(
      api.db,
      `insert into site_homes (site_id, facts)
      select id, $1::text::jsonb from sites
      on conflict (site_id) do update set facts = excluded.facts`,
      [JSON.stringify(facts)],
    )

  beforeAll(async () => {
    trackIds = await insertTracks(api.db, [{}, {}, {}])
    await replaceClaims(api.db, [
      { channelId: channelIdFor('one'), videoId: videoIdFor('one'), isrc: isrcFor(1) },
      { channelId: channelIdFor('others'), videoId: videoIdFor('others'), isrc: isrcFor(2) },
    ])
    await insertFacts(api.db, [
      buildFact('one', '2026-03-13', 1_000, 'JP'),
      buildFact('early', '2026-03-13', 500, 'TW'),
      buildFact('one', weekStart, 20),
      buildFact('one', lastDay, 3, 'US'),
      buildFact('one', lastDay, 4, 'ZZ'),
      buildFact('two', lastDay, 50),
      buildFact('quiet', lastDay, 0, 'FR'),
      buildFact('held', lastDay, 70, 'DE'),
      buildFact('others', lastDay, 600, 'VN'),
    ])
    await rebuildFigures(api.db)
  })

  test('are the size of the catalog, and the views and the last day of the popular tracks’ week', async () => {
    expect((await getHome()).facts).toEqual([
      { kind: 'tracks', value: 3 },
      { kind: 'week_views', value: 20 + 3 + 4 + 600 },
      { kind: 'counted_to', value: lastDay },
    ])
  })

  test('count the channels and countries of the site’s own networks with views in that week', async () => {
    await setFacts(['countries', 'channels'])
    expect((await getHome()).facts).toEqual([
      { kind: 'countries', value: 2 },
      { kind: 'channels', value: 2 },
    ])
    expect((await getHome({ domain: 'other.test' })).facts).toEqual([
      { kind: 'countries', value: 1 },
      { kind: 'channels', value: 1 },
    ])
  })

  test('are counted once for a published week, in all languages', async () => {
    await setFacts(['countries', 'channels'])
    const counting = createCountingDatabase(api.db)
    const counts: string[] = []
    counting.afterQuery = async (text) => void (text.includes('count(distinct') && counts.push(text))
    const other = await startApi(counting.db)
    for (const language of ['ko', 'en', 'zh-CN', 'ko'])
      await other.call(readHome, { domain: '', query: { domain }, language })
    expect(counts).toHaveLength(2)
  })

  test('follow the figures at once', async () => {
    await setFacts(['channels', 'tracks', 'week_views'])
    await getHome()
    await withdrawTrack(api.db, trackIds[0] ?? 0)
    await insertFacts(api.db, [buildFact('quiet', '2026-03-21', 5), buildFact('others', '2026-03-21', 1)])
    expect((await getHome()).facts).toEqual([
      { kind: 'channels', value: 3 },
      { kind: 'tracks', value: 2 },
      { kind: 'week_views', value: 601 },
    ])
  })
})
