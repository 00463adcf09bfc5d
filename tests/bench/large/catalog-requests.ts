import { readFile } from 'node:fs/promises'
import { listFavorites, listMoods, listMusics, listPopularMusics } from '#contract/portal/musics.ts'
import { listMusicUses } from '#contract/reports/music-uses.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { BenchRequest } from '#tests/bench/latency.ts'
import { execRaw } from '#tests/support/raw-sql.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const script = new URL('./large-catalog.sql', import.meta.url)

/** Fills the catalog, and claims all existing videos. Run it before the lists are built, because they count claims. */
export const fillLargeCatalog = async (db: Database): Promise<void> =>
  execRaw(db, await readFile(script, 'utf8'))

/** Milliseconds for any search among 100,000 tracks. */
export const searchTarget = { singleP95: 50, tenClientsP50: 250 }

const perPage = 24
const searches = [
  '',
  '노래',
  'a',
  '여름 산책',
  '月',
  't-ara',
  'kr-b07',
  'KRMIM2600001',
  'zzzz',
  'a e i o s',
  'street 1',
]

/** Creates requests for the first, a middle and the last page of each search, and for some filters. */
export async function createSearchRequests(origin: string, token: string): Promise<BenchRequest[]> {
  const createRequest = (name: string, query: Record<string, string>): BenchRequest => ({
    name,
    endpoint: listMusics,
    query,
    token,
  })
  const pages = async (name: string, query: Record<string, string>) => {
    const { total } = await callRemote(origin, listMusics, { token, query })
    const last = Math.max(0, Math.ceil(total / perPage) - 1)
    return [...new Set([0, Math.floor(last / 2), last])].map((page) =>
      createRequest(`${name}, page ${page}`, { ...query, page: String(page) }),
    )
  }
  const searchRequests = searches.flatMap((search) =>
    ['popular', 'name'].map((sort) => pages(`${sort}: ${search || 'all'}`, { search, sort })),
  )
  const filterRequests = [
    pages('category', { category: 'OST' }),
    pages('mood', { mood: '3' }),
    pages('all filters: a', { category: 'BGM', mood: '3', shopping: '1', search: 'a' }),
  ]
  return (await Promise.all([...searchRequests, ...filterRequests])).flat()
}

const trackIds = Array.from({ length: perPage }, (_, at) => at + 1).join()
const createUsesRequest = (name: string, token: string): BenchRequest => ({
  name,
  endpoint: listMusicUses,
  query: { musics: trackIds },
  token,
})

/** Creates the other requests about tracks. A tenth of the videos use the first track. */
export const createMusicRequests = (token: string): BenchRequest[] => [
  { name: 'popular tracks', endpoint: listPopularMusics, query: {}, token },
  { name: 'moods', endpoint: listMoods, query: {}, token },
  { name: 'favorites', endpoint: listFavorites, query: {}, token },
  createUsesRequest('uses of 24 tracks', token),
]

/** Milliseconds: a member's fee depends on the day, so the first request sums the earnings of 1,000 videos. */
export const memberUsesTarget = { singleP95: 300, tenClientsP50: 1_000 }
export const createMemberUsesRequests = (member: string): BenchRequest[] => [
  createUsesRequest('100 channels: uses of 24 tracks', member),
]
