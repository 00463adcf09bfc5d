import { page } from 'vitest/browser'
import type { Music } from '#contract/reports/tracks.ts'
import { screen } from '#islands/portal/musics/screen.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

const realFetch = window.fetch
const realUrl = location.href
let renderedView: RenderedView | undefined

/** Renders the tab at an address, as somebody in the demonstration sees it. */
export async function renderMusics(path: string, options?: ViewOptions): Promise<RenderedView> {
  history.replaceState(null, '', path)
  renderedView = await renderView(screen, options)
  return renderedView
}

export async function closeMusics(): Promise<void> {
  window.fetch = realFetch
  renderedView?.close()
  renderedView = undefined
  history.replaceState(null, '', realUrl)
  const { $snackbars } = await import('#lib/page/snackbars.ts')
  $snackbars.set([])
}

type FetchHandler = (asked: {
  address: URL
  init: RequestInit | undefined
  go: () => Promise<Response>
}) => Promise<Response>

/** Intercepts calls whose path ends like this. */
export function interceptFetch(path: string, handler: FetchHandler): void {
  const previousFetch = window.fetch
  window.fetch = (input, init) => {
    const address = new URL(String(input), location.href)
    const go = () => previousFetch(input, init)
    return address.pathname.endsWith(path) ? handler({ address, init, go }) : go()
  }
}

export const successResponse = (body: object) =>
  new Response(JSON.stringify({ success: true, message: '', ...body }))
export const refusalResponse = (code: string, status: number, message = '지금은 안 됩니다') =>
  new Response(JSON.stringify({ success: false, code, message }), { status })

export const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
export const findTracks = (container: ParentNode = document) => [
  ...container.querySelectorAll<HTMLElement>('[data-music]'),
]
export const readTrackIds = (container?: ParentNode) =>
  findTracks(container).map(({ dataset }) => Number(dataset.music))
export const findTrack = (id: number) => document.querySelector<HTMLElement>(`[data-music="${id}"]`)
export const getButton = (name: string | RegExp) => page.getByRole('button', { name })
export const readSnackbars = async () =>
  (await import('#lib/page/snackbars.ts')).$snackbars.get().map((one) => one.message)

export const buildTrack = (overrides: Partial<Music>): Music => ({
  id: 1,
  isrc: 'KRA402000111',
  name: '어느 곡',
  artist: '어느 가수',
  category: 'BGM',
  cover: null,
  hasTimeLimit: false,
  official: false,
  exclusive: false,
  exclusive_logo: null,
  shopping: false,
  lengthSeconds: null,
  audio: null,
  file: null,
  moodTags: [],
  favorite: false,
  ...overrides,
})

export const buildTracks = (first: number, count: number, overrides: Partial<Music> = {}) =>
  Array.from({ length: count }, (_, index) =>
    buildTrack({ id: first + index, name: `곡 ${first + index}`, ...overrides }),
  )

/** Replaces the catalog. */
export const stubCatalog = (musics: Music[], total = musics.length) =>
  interceptFetch('/v2/mcn/musics', async ({ address }) =>
    successResponse({ total, page: Number(address.searchParams.get('page') ?? 0), size: 24, musics }),
  )
