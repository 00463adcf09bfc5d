import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  listFavorites,
  listMusicRanks,
  listMusics,
  listPopularMusics,
  setFavorite,
} from '#contract/portal/musics.ts'
import type { Music } from '#contract/reports/tracks.ts'
import type { RenderedView } from '#tests/islands/kit/render-view.tsx'
import {
  buildTracks,
  closeMusics,
  findTrack,
  getButton,
  interceptFetch,
  readSnackbars,
  readTrackIds,
  refusalResponse,
  renderMusics,
  stubCatalog,
  successResponse,
} from './render-musics.tsx'

beforeEach(() => page.viewport(1280, 900))
afterEach(closeMusics)

const findSections = () => [...document.querySelectorAll('main section')]
const readTrackIdsOf = (section: 0 | 1) =>
  readTrackIds(findSections()[section] ?? document.createElement('p'))
const readCount = () => document.querySelector('h2 small [aria-hidden]')?.textContent
const getFavoriteButton = (name: string) => getButton(`즐겨찾기: ${name}`)
const getMoveButton = (direction: '앞으로' | '뒤로', name: string) =>
  getButton(`${direction} 옮기기: ${name}`)

/** Replaces the person's favorites, and records calls about them. */
function stubFavorites(musics: Music[]) {
  const favorites = { musics: musics.map((music) => ({ ...music, favorite: true })), told: [] as unknown[] }
  interceptFetch('/musics/favorites', async ({ init }) => {
    if (init?.method !== 'POST') return successResponse({ musics: favorites.musics })
    const body = JSON.parse(String(init.body))
    favorites.told.push(body)
    favorites.musics = favorites.musics.filter(({ id }) => id !== body.music)
    return successResponse({ musics: favorites.musics })
  })
  interceptFetch('/favorites/order', async ({ init }) => {
    const body = JSON.parse(String(init?.body))
    favorites.told.push(body.musics)
    favorites.musics = body.musics.map((id: number) => favorites.musics.find((music) => music.id === id))
    return successResponse({ musics: favorites.musics })
  })
  return favorites
}

async function clearFavorites({ call }: RenderedView): Promise<void> {
  const { musics } = await call(listFavorites, {})
  for (const { id } of musics) await call(setFavorite, { body: { music: id, favorite: false } })
}

describe('the home tab', () => {
  test('has the week’s popular tracks with their moves, and moods as shortcuts', async () => {
    const { call } = await renderMusics('/musics')
    const { musics } = await call(listPopularMusics, {})
    await expect.poll(() => readTrackIdsOf(1)).toEqual(musics.map(({ id }) => id))
    const risen = musics.find(({ rank, previousRank }) => previousRank !== null && previousRank > rank)
    if (risen)
      expect(findSections()[1]?.textContent).toContain(`${(risen.previousRank ?? 0) - risen.rank}계단 상승`)
    await expect.element(page.getByRole('list', { name: '무드' }).getByRole('link').first()).toBeVisible()
  })

  test('shows how the rank of a track moved, as a picture and as a table', async () => {
    const { call } = await renderMusics('/musics')
    const [first] = (await call(listPopularMusics, {})).musics
    if (!first) throw new Error('there is no chart')
    const { weeks } = await call(listMusicRanks, { query: { music: first.id } })
    expect(weeks.at(-1)?.rank).toBe(1)
    await userEvent.click(getButton(new RegExp(`주간 순위 추이: ${first.name}$`)))
    const dialog = page.getByRole('dialog', { name: '주간 순위 추이' })
    await expect.element(dialog.getByText(first.name)).toBeVisible()
    const rows = dialog.getByRole('table', { name: '주간 순위 추이' }).getByRole('row')
    await expect.poll(() => rows.elements().length).toBe(weeks.length + 1)
    expect(rows.elements().map((row) => row.lastElementChild?.textContent)).toEqual([
      '순위',
      ...weeks.map(({ rank }) => (rank === null ? '조회 없음' : String(rank))),
    ])
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(getButton(new RegExp(`주간 순위 추이: ${first.name}$`))).toHaveFocus()
  })

  test('says that ranks cannot be had, and asks again', async () => {
    let isFailing = true
    interceptFetch('/musics/ranks', ({ go }) =>
      isFailing ? Promise.resolve(refusalResponse('internal', 400)) : go(),
    )
    const { call } = await renderMusics('/musics')
    const [first] = (await call(listPopularMusics, {})).musics
    await userEvent.click(getButton(new RegExp(`주간 순위 추이: ${first?.name}$`)))
    await expect.element(page.getByText('순위를 불러오지 못했습니다')).toBeVisible()
    isFailing = false
    await userEvent.click(getButton('다시 시도'))
    await expect.element(page.getByRole('table', { name: '주간 순위 추이' })).toBeInTheDocument()
  })

  test('says of each part why it cannot be had', async () => {
    for (const path of ['/musics/favorites', '/musics/popular', '/musics/moods'])
      interceptFetch(path, async () => refusalResponse('internal', 400))
    await renderMusics('/musics')
    await expect.element(page.getByText('즐겨찾기를 불러오지 못했습니다')).toBeVisible()
    await expect.element(page.getByText(/인기 음악을 불러오지 못했습니다/)).toBeVisible()
    await expect.element(page.getByText('무드를 불러오지 못했습니다')).toBeVisible()
    await closeMusics()
  })
})

describe('favorites', () => {
  test('are taken from the chart and put back there, for the API too', async () => {
    const shown = await renderMusics('/musics', { email: 'hanip@hookline.example' })
    await clearFavorites(shown)
    await closeMusics()
    const { call } = await renderMusics('/musics', { email: 'hanip@hookline.example' })
    await expect.element(page.getByText(/아직 즐겨찾기한 음악이 없습니다/)).toBeVisible()
    expect(readCount()).toBe('0 / 10')
    const [first] = (await call(listPopularMusics, {})).musics
    if (!first) throw new Error('there is no chart')
    await userEvent.click(getFavoriteButton(first.name))
    await expect.poll(() => readTrackIdsOf(0)).toEqual([first.id])
    expect(readCount()).toBe('1 / 10')
    await expect
      .poll(async () => (await call(listFavorites, {})).musics.map(({ id }) => id))
      .toEqual([first.id])
    await userEvent.click(getFavoriteButton(first.name).first())
    await expect.poll(() => readTrackIdsOf(0)).toEqual([])
    await expect.poll(async () => (await call(listFavorites, {})).musics).toEqual([])
    await expect.element(page.getByRole('heading', { name: /즐겨찾기/ })).toHaveFocus()
  })

  test('change place by buttons that keep the focus; the place is told', async () => {
    const kept = stubFavorites(buildTracks(1, 3))
    await renderMusics('/musics')
    await expect.poll(() => readTrackIdsOf(0)).toEqual([1, 2, 3])
    expect(readCount()).toBe('3 / 10')
    await expect.element(getMoveButton('앞으로', '곡 1')).toHaveAttribute('aria-disabled', 'true')
    getMoveButton('뒤로', '곡 1').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => readTrackIdsOf(0)).toEqual([2, 1, 3])
    await expect.element(getMoveButton('뒤로', '곡 1')).toHaveFocus()
    await expect.element(page.getByText('곡 1: 3곡 중 2번째로 옮겼습니다.')).toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => readTrackIdsOf(0)).toEqual([2, 3, 1])
    await expect.element(getMoveButton('뒤로', '곡 1')).toHaveFocus()
    await expect.poll(() => kept.told.at(-1)).toEqual([2, 3, 1])
  })

  test('change place under a dragging pointer', async () => {
    const kept = stubFavorites(buildTracks(1, 3))
    await renderMusics('/musics')
    await expect.poll(() => readTrackIdsOf(0)).toEqual([1, 2, 3])
    const [first, , last] = [1, 2, 3].map((id) => page.elementLocator(findTrack(id) as HTMLElement))
    if (first && last) await userEvent.dragAndDrop(first, last)
    await expect.poll(() => readTrackIdsOf(0)).toEqual([2, 3, 1])
    await expect.poll(() => kept.told.at(-1)).toEqual([2, 3, 1])
  })

  test('that are no longer what they were are asked for again', async () => {
    stubFavorites(buildTracks(1, 3))
    let outdated = false
    interceptFetch('/favorites/order', async () => {
      outdated = true
      return refusalResponse('outdated', 409, '그사이 바뀌었습니다')
    })
    interceptFetch('/musics/favorites', ({ go }) =>
      outdated ? Promise.resolve(successResponse({ musics: buildTracks(3, 1) })) : go(),
    )
    await renderMusics('/musics')
    await expect.poll(() => readTrackIdsOf(0)).toEqual([1, 2, 3])
    await userEvent.click(getMoveButton('앞으로', '곡 3'))
    await expect.poll(() => readTrackIdsOf(0)).toEqual([3])
    expect(await readSnackbars()).toEqual(['그사이 바뀌었습니다'])
  })

  test('are marked at once in a list, and the eleventh is taken back with the API’s words', async () => {
    const shown = await renderMusics('/musics/all')
    await clearFavorites(shown)
    const { musics } = await shown.call(listMusics, {})
    await closeMusics()
    await renderMusics('/musics/all')
    for (const { name } of musics.slice(0, 10)) {
      await userEvent.click(getFavoriteButton(name))
      await expect.element(getFavoriteButton(name)).toHaveAttribute('aria-pressed', 'true')
    }
    const eleventh = getFavoriteButton(musics[10]?.name ?? '')
    await userEvent.click(eleventh)
    await expect
      .poll(readSnackbars)
      .toEqual(['즐겨찾기는 10곡까지 담을 수 있습니다. 다른 곡을 뺀 뒤 다시 담아 주세요.'])
    await expect.element(eleventh).toHaveAttribute('aria-pressed', 'false')
    await closeMusics()
    const again = await renderMusics('/musics')
    await expect.poll(() => readTrackIdsOf(0)).toEqual(musics.slice(0, 10).map(({ id }) => id))
    expect(readCount()).toBe('10 / 10')
    await clearFavorites(again)
  })

  test('show what the person wants while the API is slow, and undo only what was refused', async () => {
    stubCatalog(buildTracks(1, 2))
    const answers: ((reply: Response) => void)[] = []
    interceptFetch('/musics/favorites', () => new Promise((resolve) => answers.push(resolve)))
    await renderMusics('/musics/all')
    await userEvent.click(getFavoriteButton('곡 1'))
    await userEvent.click(getFavoriteButton('곡 2'))
    for (const name of ['곡 1', '곡 2'])
      await expect.element(getFavoriteButton(name)).toHaveAttribute('aria-pressed', 'true')
    // Changes are sent one after another, so the second one waits.
    expect(answers).toHaveLength(1)
    answers[0]?.(refusalResponse('not_found', 404))
    await expect.element(getFavoriteButton('곡 1')).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.(successResponse({ musics: buildTracks(2, 1, { favorite: true }) }))
    await expect.element(getFavoriteButton('곡 2')).toHaveAttribute('aria-pressed', 'true')
  })
})

test('who has signed out elsewhere is told so', async () => {
  await renderMusics('/musics')
  const { clearSession } = await import('#lib/api/session.ts')
  clearSession()
  await expect.element(page.getByText('로그인이 필요합니다')).toBeVisible()
})
