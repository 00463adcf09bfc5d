import { page } from 'vitest/browser'
import type { Music } from '#contract/musics.ts'
import { type Shown, showView, type Wanted } from './demo-view.tsx'

const view = {
  namespaces: ['musics', 'console'],
  load: async () => (await import('#islands/musics/MusicsView.tsx')).MusicsView,
}

const realFetch = window.fetch
const realAddress = location.href
let shown: Shown | undefined

/** The tab at an address, as somebody in the demonstration sees it. */
export async function showMusics(path: string, wanted?: Wanted): Promise<Shown> {
  history.replaceState(null, '', path)
  shown = await showView(view, wanted)
  return shown
}

export async function leaveMusics(): Promise<void> {
  window.fetch = realFetch
  shown?.close()
  shown = undefined
  history.replaceState(null, '', realAddress)
  const { $snackbars } = await import('#lib/snackbars.ts')
  $snackbars.set([])
}

type Between = (asked: {
  address: URL
  init: RequestInit | undefined
  go: () => Promise<Response>
}) => Promise<Response>

/** Puts something between the site and the network, for the calls whose path ends so. */
export function between(path: string, act: Between): void {
  const before = window.fetch
  window.fetch = (input, init) => {
    const address = new URL(String(input), location.href)
    const go = () => before(input, init)
    return address.pathname.endsWith(path) ? act({ address, init, go }) : go()
  }
}

export const answered = (reply: object) =>
  new Response(JSON.stringify({ success: true, message: '', ...reply }))
export const refused = (code: string, status: number, message = '지금은 안 됩니다') =>
  new Response(JSON.stringify({ success: false, code, message }), { status })

export const params = () => Object.fromEntries(new URLSearchParams(location.search))
export const tracks = (place: ParentNode = document) => [
  ...place.querySelectorAll<HTMLElement>('[data-music]'),
]
export const trackIds = (place?: ParentNode) => tracks(place).map(({ dataset }) => Number(dataset.music))
export const track = (id: number) => document.querySelector<HTMLElement>(`[data-music="${id}"]`)
export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const snackbars = async () =>
  (await import('#lib/snackbars.ts')).$snackbars.get().map((one) => one.message)

export const musicOf = (given: Partial<Music>): Music => ({
  id: 1,
  isrc: 'KRA402000111',
  name: '어느 곡',
  artist: '어느 가수',
  category: 'BGM',
  cover: null,
  has_time_limit: false,
  official: false,
  exclusive: false,
  exclusive_logo: null,
  shopping: false,
  length_seconds: null,
  audio: null,
  mood_tags: [],
  favourite: false,
  ...given,
})

export const musicsFrom = (first: number, count: number, given: Partial<Music> = {}) =>
  Array.from({ length: count }, (_, at) => musicOf({ id: first + at, name: `곡 ${first + at}`, ...given }))

/** In place of the catalogue. */
export const only = (musics: Music[], total = musics.length) =>
  between('/v2/mcn/musics', async ({ address }) =>
    answered({ total, page: Number(address.searchParams.get('page') ?? 0), size: 24, musics }),
  )
