// @module-tag property
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#contract/reports/calendar.ts'
import { readSimilarTracks, type SimilarTracks } from '#contract/reports/similar-tracks.ts'
import { compareTracks } from '#server/reports/lists/track-channels.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertReports, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { deleteReports } from '#tests/support/report-invariants.ts'
import { insertTracks, isrcFor, replaceClaims, withdrawTrack } from '#tests/support/tracks.ts'

let api: Api
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
let trackIds: number[]

/** Members of the networks of `boss` and `rival`; `solo` and `duo` are independent, `far` is on another site. */
const networks = { boss: ['ann', 'ben', 'cho', 'dan'], rival: ['eve', 'fay'], solo: [], duo: [], far: [] }
type Network = keyof typeof networks
const networkNames = Object.keys(networks) as Network[]
const latestDay = '2026-11-20'
/** Tracks 1 and 2 share a mood, 2 and 3 another one; track 4 has none of them. */
const moodsOfTracks = [[1], [1, 2], [2], [3]]

beforeAll(async () => {
  api = await startApi()
  const [here, there] = [await createSite(api.db), await createSite(api.db, 'other.test')]
  for (const name of networkNames) {
    const site = name === 'far' ? there : here
    const isManager = name === 'boss' || name === 'rival'
    ids[name] = await createAccount(api.db, site, `${name}@example.test`, undefined, isManager)
    for (const member of networks[name])
      ids[member] = await createAccount(api.db, site, `${member}@example.test`, ids[name])
  }
  for (const name of ['boss', 'rival', 'solo', 'duo', ...networks.boss])
    tokens[name] = await signIn(api, `${name}@example.test`)
  const moods = await queryRaw<{ id: number }>(api.db, 'select id from moods order by id limit 3')
  trackIds = await insertTracks(
    api.db,
    moodsOfTracks.map((own) => ({ moods: own.map((mood) => moods[mood - 1]?.id ?? 0) })),
  )
  await queryRaw(
    api.db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 300), ($1, '2026-11-01', 155)`,
    [ids.ann],
  )
})
afterAll(() => api.close())

interface Use {
  /** From 1. */
  track: number
  views: number
  revenueMicros: number
}

interface Owner {
  network: Network
  members: string[]
}

interface WorldChannel extends Owner {
  uses: Use[]
}

interface World {
  channels: WorldChannel[]
  krwMicros: number | null
}

beforeEach(async () => {
  await execRaw(api.db, 'delete from assignments; delete from channels; delete from track_channels')
  await deleteReports(api.db)
  await execRaw(api.db, 'update report_state set tracks_compared_until = null')
})

const idOf = (at: number) => channelIdFor(`c${at}`)

async function insertWorld({ channels, krwMicros }: World): Promise<void> {
  if (krwMicros !== null)
    await queryRaw(api.db, `insert into exchange_rates (day, krw_micros) values ('2026-01-01', $1)`, [
      krwMicros,
    ])
  for (const [at, { network, members }] of channels.entries()) {
    const registration = await createChannel(api.db, ids[network] ?? 0, idOf(at))
    for (const member of members) await insertAssignment(api.db, registration, ids[member] ?? 0)
  }
  const videos = channels.flatMap(({ uses }, at) =>
    uses.map((use) => ({ ...use, channelId: idOf(at), videoId: videoIdFor(`v${use.track}`) })),
  )
  await insertReports(
    api.db,
    [latestDay, addDays(latestDay, -40)].flatMap((day) =>
      videos.map(({ channelId, videoId, views, revenueMicros }) => ({
        ...{ day, channelId, videoId, country: 'KR', views, premiumViews: 0, revenueMicros },
        premiumRevenueMicros: 0,
      })),
    ),
    'main',
  )
  await replaceClaims(
    api.db,
    videos.map(({ channelId, videoId, track }) => ({ channelId, videoId, isrc: isrcFor(track) })),
  )
  await rebuildFigures(api.db)
  await compareTracks(api.db)
}

const read = async (who: string, track: number, query: Record<string, number> = {}) =>
  (
    await api.call(readSimilarTracks, {
      token: tokens[who] ?? '',
      query: { music: trackIds[track - 1] ?? 0, ...query },
    })
  ).comparison

/** Computes what a viewer is shown by looking at every channel. */
function model({ channels, krwMicros }: World, who: string, track: number, chosen?: string) {
  const network = networkNames.find((name) => name === who || networks[name].some((one) => one === who))
  const isMember = network !== who
  const isManager = who === 'boss' || who === 'rival'
  const person = chosen ?? (isManager ? null : who)
  const isOwn = (one: Owner) =>
    one.network === network && (person === null || one.members.includes(person) || person === network)
  const permille = who === 'ann' ? 155 : 0
  const earned = ({ views, revenueMicros }: Use) => {
    // Both days are converted and rounded.
    const amount = krwMicros === null ? revenueMicros : roundAway(revenueMicros * krwMicros, 1e9)
    return { views: 2 * views, profit: 2 * amount }
  }
  const toPrice = (uses: readonly Use[]) => {
    const all = uses.map(earned)
    const gross = roundAway(sum(all.map(({ profit }) => profit)) * 1000, sum(all.map(({ views }) => views)))
    return gross - roundAway(gross * permille, 1000)
  }
  const sizeOf = ({ uses }: WorldChannel) => {
    const views = sum(uses.map((use) => use.views))
    let size = 0
    while (16 ** (size + 1) <= views) size += 1
    return size
  }
  const compared = channels.filter(({ uses }) => uses.length > 0)
  const counts = (use: Use) => use.views * 2 >= 1000
  const own = compared.filter(isOwn).filter(({ uses }) => uses.some(counts))
  const ownUses = own.flatMap(({ uses }) => uses.filter((use) => use.track === track && counts(use)))
  if (ownUses.length === 0) return null
  const sizes = own.map(sizeOf).sort((a, b) => a - b)
  const size = sizes[Math.ceil(sizes.length / 2) - 1]
  const tracks = moodsOfTracks.flatMap((moods, index) => {
    const other = index + 1
    if (other === track || !moods.some((mood) => moodsOfTracks[track - 1]?.includes(mood))) return []
    const using = compared.flatMap((channel) => {
      const uses = channel.uses.filter((use) => use.track === other && counts(use))
      return uses.length > 0 && sizeOf(channel) === size && channel.network !== 'far'
        ? [{ channel, uses }]
        : []
    })
    const outside = using.filter(({ channel }) => channel.network !== network)
    const inside = isMember
      ? using.filter(({ channel }) => channel.network === network && !isOwn(channel))
      : []
    const shown = [outside, inside].find(isLargeEnough)
    if (!shown) return []
    const perThousand = roundToTwo(median(shown.map(({ uses }) => toPrice(uses))))
    return perThousand > toPrice(ownUses) ? [{ id: trackIds[index] ?? 0, perThousand }] : []
  })
  return {
    until: latestDay,
    own: toPrice(ownUses),
    tracks: tracks.sort((a, b) => b.perThousand - a.perThousand || a.id - b.id),
  }
}

function isLargeEnough(using: readonly { channel: WorldChannel }[]): boolean {
  const holders = new Set(
    using.flatMap(({ channel: { network, members } }) => (members.length > 1 ? [] : [members[0] ?? network])),
  )
  return using.length >= 5 && holders.size >= 3
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const roundAway = (dividend: number, divisor: number) =>
  Math.sign(dividend) * Math.floor(Math.abs(dividend) / divisor + 0.5)
const roundToTwo = (value: number) => roundAway(Number(value.toPrecision(2)), 1)
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  return Number.isInteger(half)
    ? ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
    : (sorted[Math.floor(half)] ?? 0)
}

const toShown = (comparison: SimilarTracks['comparison']) =>
  comparison && {
    ...comparison,
    tracks: comparison.tracks.map(({ id, perThousand }) => ({ id, perThousand })),
  }

const anyOwner: fc.Arbitrary<Owner> = fc.constantFrom<Owner[]>(
  ...networks.boss.map((member): Owner => ({ network: 'boss', members: [member] })),
  { network: 'boss', members: ['ann', 'ben'] },
  { network: 'boss', members: [] },
  ...networks.rival.map((member): Owner => ({ network: 'rival', members: [member] })),
  { network: 'rival', members: [] },
  { network: 'solo', members: ['solo'] },
  { network: 'duo', members: ['duo'] },
  { network: 'far', members: ['far'] },
)

const anyUse = (track: number) =>
  fc.record({
    track: fc.constant(track),
    views: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 5_000, max: 9_000 }) },
      { weight: 1, arbitrary: fc.constantFrom(499, 500, 70_000) },
    ),
    revenueMicros: fc.integer({ min: -1_000, max: 900_000 * track }),
  })

const anyChannel = fc
  .tuple(anyOwner, fc.tuple(...moodsOfTracks.map((_, at) => fc.option(anyUse(at + 1), { freq: 5 }))))
  .map(([owner, uses]): WorldChannel => ({ ...owner, uses: uses.filter((use) => use !== null) }))

const anyWorld: fc.Arbitrary<World> = fc.record({
  channels: fc.array(anyChannel, { minLength: 15, maxLength: 45, size: 'max' }),
  krwMicros: fc.constantFrom(null, 1_391_111_111),
})

test('what is shown to anybody is what the model computes from all channels', async () => {
  let suggested = 0
  await fc.assert(
    fc
      .asyncProperty(anyWorld, async (world) => {
        await insertWorld(world)
        for (const who of ['boss', 'rival', 'solo', 'duo', ...networks.boss])
          for (const track of [1, 2, 3, 4]) {
            const comparison = toShown(await read(who, track))
            expect(comparison).toEqual(model(world, who, track))
            suggested += comparison?.tracks.length ?? 0
          }
        for (const chosen of networks.boss)
          expect(toShown(await read('boss', 1, { member: ids[chosen] ?? 0 }))).toEqual(
            model(world, 'boss', 1, chosen),
          )
      })
      .beforeEach(async () => {
        await execRaw(api.db, 'delete from assignments; delete from channels; delete from track_channels')
        await deleteReports(api.db)
        await execRaw(api.db, 'update report_state set tracks_compared_until = null')
      }),
    { numRuns: 2 + propertyRuns(12), endOnFailure: true },
  )
  expect(suggested).toBeGreaterThan(0)
})

const use = (track: number, revenueMicros: number): Use => ({ track, views: 6_000, revenueMicros })
const mine: WorldChannel = { network: 'boss', members: ['ann'], uses: [use(1, 60_000)] }
const others = (owners: readonly Owner[]): WorldChannel[] =>
  owners.map((owner, at) => ({ ...owner, uses: [use(2, 120_000 + at)] }))
const outsiders: Owner[] = [
  { network: 'rival', members: ['eve'] },
  { network: 'rival', members: ['fay'] },
  { network: 'solo', members: ['solo'] },
  { network: 'solo', members: ['solo'] },
  { network: 'solo', members: ['solo'] },
]
const listSuggested = async (who: string, channels: WorldChannel[]) => {
  await insertWorld({ channels, krwMicros: null })
  return (await read(who, 1))?.tracks.map(({ id, perThousand }) => [id, perThousand])
}

test('five channels of three people are shown as their rounded median, to managers and members', async () => {
  // In millionths of a dollar; for a member after the fee of 15.5 %.
  const expected = [[trackIds[1], 20_000]]
  expect(await listSuggested('boss', [mine, ...others(outsiders)])).toEqual(expected)
  expect((await read('ann', 1))?.tracks.map(({ perThousand }) => perThousand)).toEqual([17_000])
})

test.each<[string, WorldChannel[]]>([
  ['four channels', others(outsiders.slice(0, 4))],
  ['five channels of two people', others([...outsiders.slice(1), { network: 'solo', members: ['solo'] }])],
  [
    'five channels, one of another site',
    others([...outsiders.slice(0, 4), { network: 'far', members: ['far'] }]),
  ],
  [
    'four channels of others and one of the own network',
    others([...outsiders.slice(0, 4), { network: 'boss', members: ['ben'] }]),
  ],
  [
    'five channels, one of another size',
    others(outsiders).map((one, at) =>
      at === 0 ? { ...one, uses: [{ ...use(2, 9_000_000), views: 90_000 }] } : one,
    ),
  ],
])('%s reveal nothing', async (_, channels) => {
  expect(await listSuggested('boss', [mine, ...channels])).toEqual([])
  expect((await read('ann', 1))?.tracks).toEqual([])
})

test('colleagues are compared among themselves, and never together with other networks', async () => {
  const colleagues: Owner[] = ['ben', 'cho', 'dan', 'dan', 'dan'].map((member) => ({
    network: 'boss',
    members: [member],
  }))
  const rich = others(outsiders.slice(0, 4)).map((one) => ({ ...one, uses: [use(2, 900_000)] }))
  expect(await listSuggested('boss', [mine, ...others(colleagues), ...rich])).toEqual([])
  expect((await read('ann', 1))?.tracks.map(({ perThousand }) => perThousand)).toEqual([17_000])
})

test('values stay until the next complete day, whatever changes meanwhile', async () => {
  const before = await listSuggested('boss', [mine, ...others(outsiders)])
  await queryRaw(api.db, 'update channels set removed_at = now() where channel_id = $1', [idOf(1)])
  await rebuildFigures(api.db)
  await compareTracks(api.db)
  expect((await read('boss', 1))?.tracks.map(({ id, perThousand }) => [id, perThousand])).toEqual(before)
  await insertReports(
    api.db,
    [0, 1, 2, 3, 4, 5].map((at) => ({
      ...{ day: addDays(latestDay, 1), channelId: idOf(at), videoId: videoIdFor('x'), country: 'KR' },
      ...{ views: 1, premiumViews: 0, revenueMicros: 0, premiumRevenueMicros: 0 },
    })),
    'main',
  )
  await rebuildFigures(api.db)
  await compareTracks(api.db)
  const after = await read('boss', 1)
  expect([after?.until, after?.tracks]).toEqual([addDays(latestDay, 1), []])
})

test('a track that is withdrawn, or without a mood in common, is not suggested', async () => {
  expect(await listSuggested('boss', [mine, ...others(outsiders)])).toHaveLength(1)
  await withdrawTrack(api.db, trackIds[1] ?? 0)
  expect((await read('boss', 1))?.tracks).toEqual([])
  await withdrawTrack(api.db, trackIds[1] ?? 0, false)
  expect(await read('boss', 4)).toBeNull()
})
