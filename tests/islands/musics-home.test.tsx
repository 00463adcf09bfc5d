import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  changeFavourite,
  listFavourites,
  listMusics,
  listPopularMusics,
  type Music,
} from '#contract/musics.ts'
import type { Shown } from './demo-view.tsx'
import {
  answered,
  between,
  button,
  leaveMusics,
  musicsFrom,
  only,
  refused,
  showMusics,
  snackbars,
  track,
  trackIds,
} from './musics-shown.tsx'

beforeEach(() => page.viewport(1280, 900))
afterEach(leaveMusics)

const sections = () => [...document.querySelectorAll('main section')]
const ids = (section: 0 | 1) => trackIds(sections()[section] ?? document.createElement('p'))
const count = () => document.querySelector('h2 small [aria-hidden]')?.textContent
const heart = (name: string) => button(`즐겨찾기: ${name}`)
const move = (way: '앞으로' | '뒤로', name: string) => button(`${way} 옮기기: ${name}`)

/** In place of the person's favourites: what is told of them, and they as the API has them. */
function favouritesOf(musics: Music[]) {
  const kept = { musics: musics.map((music) => ({ ...music, favourite: true })), told: [] as unknown[] }
  between('/musics/favourites', async ({ init }) => {
    if (init?.method !== 'POST') return answered({ musics: kept.musics })
    const body = JSON.parse(String(init.body))
    kept.told.push(body)
    kept.musics = kept.musics.filter(({ id }) => id !== body.music)
    return answered({ musics: kept.musics })
  })
  between('/favourites/order', async ({ init }) => {
    const body = JSON.parse(String(init?.body))
    kept.told.push(body.musics)
    kept.musics = body.musics.map((id: number) => kept.musics.find((music) => music.id === id))
    return answered({ musics: kept.musics })
  })
  return kept
}

async function clear({ call }: Shown): Promise<void> {
  const { musics } = await call(listFavourites, {})
  for (const { id } of musics) await call(changeFavourite, { body: { music: id, favourite: false } })
}

describe('the home tab', () => {
  test('has the week’s popular tracks with their moves, and moods as shortcuts', async () => {
    const { call } = await showMusics('/musics')
    const { musics } = await call(listPopularMusics, {})
    await expect.poll(() => ids(1)).toEqual(musics.map(({ id }) => id))
    const risen = musics.find(({ rank, last_rank }) => last_rank !== null && last_rank > rank)
    if (risen) expect(sections()[1]?.textContent).toContain(`${(risen.last_rank ?? 0) - risen.rank}계단 상승`)
    await expect.element(page.getByRole('list', { name: '무드' }).getByRole('link').first()).toBeVisible()
  })

  test('says of each part why it cannot be had', async () => {
    for (const path of ['/musics/favourites', '/musics/popular', '/musics/moods'])
      between(path, async () => refused('internal', 400))
    await showMusics('/musics')
    await expect.element(page.getByText('즐겨찾기를 불러오지 못했습니다')).toBeVisible()
    await expect.element(page.getByText(/인기 음악을 불러오지 못했습니다/)).toBeVisible()
    await expect.element(page.getByText('무드를 불러오지 못했습니다')).toBeVisible()
    await leaveMusics()
  })
})

describe('favourites', () => {
  test('are taken from the chart and put back there, for the API too', async () => {
    const shown = await showMusics('/musics', { email: 'hanip@hookline.example' })
    await clear(shown)
    await leaveMusics()
    const { call } = await showMusics('/musics', { email: 'hanip@hookline.example' })
    await expect.element(page.getByText(/아직 즐겨찾기한 음악이 없습니다/)).toBeVisible()
    expect(count()).toBe('0 / 10')
    const [first] = (await call(listPopularMusics, {})).musics
    if (!first) throw new Error('there is no chart')
    await userEvent.click(heart(first.name))
    await expect.poll(() => ids(0)).toEqual([first.id])
    expect(count()).toBe('1 / 10')
    await expect
      .poll(async () => (await call(listFavourites, {})).musics.map(({ id }) => id))
      .toEqual([first.id])
    await userEvent.click(heart(first.name).first())
    await expect.poll(() => ids(0)).toEqual([])
    await expect.poll(async () => (await call(listFavourites, {})).musics).toEqual([])
    await expect.element(page.getByRole('heading', { name: /즐겨찾기/ })).toHaveFocus()
  })

  test('change place by buttons that keep the focus; the place is told', async () => {
    const kept = favouritesOf(musicsFrom(1, 3))
    await showMusics('/musics')
    await expect.poll(() => ids(0)).toEqual([1, 2, 3])
    expect(count()).toBe('3 / 10')
    await expect.element(move('앞으로', '곡 1')).toHaveAttribute('aria-disabled', 'true')
    move('뒤로', '곡 1').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => ids(0)).toEqual([2, 1, 3])
    await expect.element(move('뒤로', '곡 1')).toHaveFocus()
    await expect.element(page.getByText('곡 1: 3곡 중 2번째로 옮겼습니다.')).toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => ids(0)).toEqual([2, 3, 1])
    await expect.element(move('뒤로', '곡 1')).toHaveFocus()
    await expect.poll(() => kept.told.at(-1)).toEqual([2, 3, 1])
  })

  test('change place under a dragging pointer', async () => {
    const kept = favouritesOf(musicsFrom(1, 3))
    await showMusics('/musics')
    await expect.poll(() => ids(0)).toEqual([1, 2, 3])
    const [first, , last] = [1, 2, 3].map((id) => page.elementLocator(track(id) as HTMLElement))
    if (first && last) await userEvent.dragAndDrop(first, last)
    await expect.poll(() => ids(0)).toEqual([2, 3, 1])
    await expect.poll(() => kept.told.at(-1)).toEqual([2, 3, 1])
  })

  test('that are no longer what they were are asked for again', async () => {
    favouritesOf(musicsFrom(1, 3))
    let outdated = false
    between('/favourites/order', async () => {
      outdated = true
      return refused('outdated', 409, '그사이 바뀌었습니다')
    })
    between('/musics/favourites', ({ go }) =>
      outdated ? Promise.resolve(answered({ musics: musicsFrom(3, 1) })) : go(),
    )
    await showMusics('/musics')
    await expect.poll(() => ids(0)).toEqual([1, 2, 3])
    await userEvent.click(move('앞으로', '곡 3'))
    await expect.poll(() => ids(0)).toEqual([3])
    expect(await snackbars()).toEqual(['그사이 바뀌었습니다'])
  })

  test('are marked at once in a list, and the eleventh is taken back with the API’s words', async () => {
    const shown = await showMusics('/musics/all')
    await clear(shown)
    const { musics } = await shown.call(listMusics, {})
    await leaveMusics()
    await showMusics('/musics/all')
    for (const { name } of musics.slice(0, 10)) {
      await userEvent.click(heart(name))
      await expect.element(heart(name)).toHaveAttribute('aria-pressed', 'true')
    }
    const eleventh = heart(musics[10]?.name ?? '')
    await userEvent.click(eleventh)
    await expect
      .poll(snackbars)
      .toEqual(['즐겨찾기는 10곡까지 담을 수 있습니다. 다른 곡을 뺀 뒤 다시 담아 주세요.'])
    await expect.element(eleventh).toHaveAttribute('aria-pressed', 'false')
    await leaveMusics()
    const again = await showMusics('/musics')
    await expect.poll(() => ids(0)).toEqual(musics.slice(0, 10).map(({ id }) => id))
    expect(count()).toBe('10 / 10')
    await clear(again)
  })

  test('show what the person wants while the API is slow, and undo only what was refused', async () => {
    only(musicsFrom(1, 2))
    const answers: ((reply: Response) => void)[] = []
    between('/musics/favourites', () => new Promise((resolve) => answers.push(resolve)))
    await showMusics('/musics/all')
    await userEvent.click(heart('곡 1'))
    await userEvent.click(heart('곡 2'))
    for (const name of ['곡 1', '곡 2'])
      await expect.element(heart(name)).toHaveAttribute('aria-pressed', 'true')
    // One after the other.
    expect(answers).toHaveLength(1)
    answers[0]?.(refused('not_found', 404))
    await expect.element(heart('곡 1')).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.(answered({ musics: musicsFrom(2, 1, { favourite: true }) }))
    await expect.element(heart('곡 2')).toHaveAttribute('aria-pressed', 'true')
  })
})

test('who has signed out elsewhere is told so', async () => {
  await showMusics('/musics')
  const { clearSession } = await import('#lib/session.ts')
  clearSession()
  await expect.element(page.getByText('로그인이 필요합니다')).toBeVisible()
})
