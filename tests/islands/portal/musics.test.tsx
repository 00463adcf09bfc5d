import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMoods, listMusics } from '#contract/portal/musics.ts'
import {
  buildTrack,
  buildTracks,
  closeMusics,
  findTrack,
  findTracks,
  getButton,
  interceptFetch,
  readParams,
  readSnackbars,
  readTrackIds,
  refusalResponse,
  renderMusics,
  stubCatalog,
  successResponse,
} from './render-musics.tsx'

beforeEach(() => page.viewport(1280, 900))
afterEach(closeMusics)

const getSearchField = () => page.getByRole('searchbox', { name: '제목, 아티스트, ISRC 검색' })
const getSelect = (name: string) => page.getByRole('combobox', { name })

describe('all tracks', () => {
  test('are those of the API, in its order, with their number', async () => {
    const { call } = await renderMusics('/musics/all')
    const { musics, total } = await call(listMusics, {})
    await expect.poll(() => readTrackIds()).toEqual(musics.map(({ id }) => id))
    await expect.element(page.getByText(`총 ${total}곡`)).toBeVisible()
    for (const { id, name, artist, moodTags } of musics) {
      expect(findTrack(id)?.textContent).toContain(name)
      expect(findTrack(id)?.textContent).toContain(artist)
      for (const mood of moodTags) expect(findTrack(id)?.textContent).toContain(`#${mood.name}`)
    }
    await expect
      .element(page.getByRole('link', { name: '전체', exact: true }))
      .toHaveAttribute('aria-current', 'page')
  })

  test('say what is special of them', async () => {
    stubCatalog([
      buildTrack({
        id: 5,
        isrc: 'KRMIM2600001',
        official: true,
        exclusive: true,
        hasTimeLimit: true,
        lengthSeconds: 65,
        moodTags: [{ id: 3, name: '잔잔한' }],
      }),
      buildTrack({ id: 6, exclusive: true, exclusive_logo: 'media/logos/a.png' }),
      buildTrack({ id: 7, audio: 'audio/a.mp3' }),
    ])
    await renderMusics('/musics/all')
    await expect.poll(() => readTrackIds()).toEqual([5, 6, 7])
    expect([6, 7].map((id) => findTrack(id)?.textContent.includes('미리 듣기 없음'))).toEqual([true, false])
    for (const text of ['공식', '독점', 'BGM · 1:05', 'KR-MIM-26-00001'])
      expect(findTrack(5)?.textContent).toContain(text)
    await expect
      .element(page.getByRole('link', { name: '시간 제한' }))
      .toHaveAttribute('href', '/guides/mobile-unlock')
    await expect
      .element(page.getByRole('link', { name: '#잔잔한' }))
      .toHaveAttribute('href', '/musics/tags?mood=3')
    const logo = findTrack(6)?.querySelector<HTMLImageElement>('img[data-badge=exclusive]')
    expect(logo?.alt).toBe('독점')
    expect(logo?.src).toMatch(/\/api\/media\/logos\/a\.png$/)
    expect(findTrack(6)?.querySelector('[data-preview]')).toBeNull()
  })

  test('have pictures of three sizes and formats, and a drawing where one cannot be had', async () => {
    stubCatalog([buildTrack({ id: 1, cover: 'media/covers/3f' }), buildTrack({ id: 2 })])
    await renderMusics('/musics/all')
    await expect.poll(() => readTrackIds()).toEqual([1, 2])
    expect(findTrack(2)?.querySelector('picture')).toBeNull()
    // The file does not exist.
    await expect.poll(() => findTrack(1)?.querySelector('picture')).toBeNull()
    expect(findTrack(1)?.querySelector('svg rect')).not.toBeNull()
  })

  test('are found by words, a category and a sort, all in the address; none of it leaves nothing', async () => {
    const { call } = await renderMusics('/musics/all')
    const { total } = await call(listMusics, {})
    await expect.poll(() => readTrackIds().length).toBe(Math.min(total, 24))
    await userEvent.fill(getSearchField(), '편의점')
    await expect.poll(() => readTrackIds().length).toBe(1)
    expect(readParams()).toEqual({ q: '편의점' })
    await userEvent.selectOptions(getSelect('분류'), '노래')
    await expect.element(page.getByText('조건에 맞는 음악이 없습니다')).toBeVisible()
    expect(readParams()).toEqual({ q: '편의점', category: 'song' })
    await userEvent.click(getButton('조건 모두 지우기'))
    expect(readParams()).toEqual({})
    await expect.poll(() => readTrackIds().length).toBe(Math.min(total, 24))
    await userEvent.selectOptions(getSelect('정렬'), '제목순')
    expect(readParams()).toEqual({ sort: 'name' })
    const { musics } = await call(listMusics, { query: { sort: 'name' } })
    await expect.poll(() => readTrackIds()).toEqual(musics.map(({ id }) => id))
  })

  test('are turned page by page, and a page past the end leads back', async () => {
    const all = buildTracks(1, 30)
    interceptFetch('/v2/mcn/musics', async ({ address }) => {
      const at = Number(address.searchParams.get('page') ?? 0)
      return successResponse({ total: 30, page: at, size: 24, musics: all.slice(24 * at, 24 * at + 24) })
    })
    await renderMusics('/musics/all')
    await expect.poll(() => readTrackIds().length).toBe(24)
    await userEvent.click(getButton('다음'))
    expect(readParams()).toEqual({ page: '2' })
    await expect.poll(() => readTrackIds().length).toBe(6)
    await expect.element(page.getByRole('heading', { name: '음악 목록' })).toHaveFocus()
    await closeMusics()
    stubCatalog([], 30)
    await renderMusics('/musics/all', { search: 'page=9' })
    await userEvent.click(getButton('첫 페이지로 이동'))
    expect(readParams()).toEqual({})
  })

  test('say why they cannot be had, and are asked for again', async () => {
    let down = true
    interceptFetch('/v2/mcn/musics', ({ go }) =>
      down ? Promise.resolve(refusalResponse('internal', 400)) : go(),
    )
    await renderMusics('/musics/all')
    await expect.element(page.getByText('음악 목록을 불러오지 못했습니다')).toBeVisible()
    await expect.element(page.getByText('지금은 안 됩니다')).toBeVisible()
    down = false
    await userEvent.click(getButton('다시 시도'))
    await expect.poll(() => readTrackIds().length).toBeGreaterThan(0)
  })

  test('may not be there yet', async () => {
    stubCatalog([])
    await renderMusics('/musics/all')
    await expect.element(page.getByText('아직 등록된 음악이 없습니다')).toBeVisible()
  })

  test('fit a phone in two columns', async () => {
    await page.viewport(390, 800)
    await renderMusics('/musics/all')
    await expect.poll(() => readTrackIds().length).toBeGreaterThan(4)
    const tops = findTracks().map((one) => one.getBoundingClientRect().top)
    expect(tops.filter((top) => top === tops[0])).toHaveLength(2)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('moods', () => {
  test('are there with their tracks, all chosen until one is', async () => {
    const { call } = await renderMusics('/musics/tags')
    const { moods } = await call(listMoods, {})
    const chips = page.getByRole('list', { name: '무드', exact: true }).getByRole('link')
    await expect.poll(() => chips.elements().length).toBe(moods.length + 1)
    await expect.element(chips.first()).toHaveTextContent('모든 무드')
    await expect.element(chips.first()).toHaveAttribute('aria-current', 'true')
    const all = await call(listMusics, {})
    await expect.poll(() => readTrackIds()).toEqual(all.musics.map(({ id }) => id))
    const last = moods.at(-1)
    const { musics } = await call(listMusics, { query: { mood: last?.id } })
    await expect.element(chips.last()).toHaveAttribute('href', `/musics/tags?mood=${last?.id}`)
    await closeMusics()
    await renderMusics('/musics/tags', { search: `mood=${last?.id}` })
    await expect.poll(() => readTrackIds()).toEqual(musics.map(({ id }) => id))
    await expect.element(chips.last()).toHaveAttribute('aria-current', 'true')
  })

  test('say why they cannot be had', async () => {
    let down = true
    interceptFetch('/musics/moods', ({ go }) =>
      down ? Promise.resolve(refusalResponse('internal', 400)) : go(),
    )
    await renderMusics('/musics/tags')
    await expect.element(page.getByText('무드를 불러오지 못했습니다')).toBeVisible()
    down = false
    await userEvent.click(getButton('다시 시도'))
    await expect.poll(() => readTrackIds().length).toBeGreaterThan(0)
  })
})

test('the tab for shopping has only tracks for it', async () => {
  const { call } = await renderMusics('/musics/shopping')
  const { musics } = await call(listMusics, { query: { shopping: '1' } })
  await expect.poll(() => readTrackIds()).toEqual(musics.map(({ id }) => id))
  expect(musics.every(({ shopping }) => shopping)).toBe(true)
  await expect.element(page.getByText(/판매하는 영상에도 쓸 수 있는/)).toBeVisible()
})

describe('beside a track', () => {
  test('its use in the person’s videos is told with the days, of the others nothing, in one call', async () => {
    const asked: (string | null)[] = []
    interceptFetch('/musics/uses', async ({ address }) => {
      asked.push(address.searchParams.get('musics'))
      return successResponse({
        currency: 'KRW',
        revision: 1,
        range: { from: '2026-05-01', to: '2026-11-18' },
        uses: [{ musicId: 2, videos: 1234, grossProfit: 4_120_380_000, netProfit: null }],
      })
    })
    stubCatalog(buildTracks(1, 3))
    await renderMusics('/musics/all')
    await expect.poll(() => findTrack(2)?.textContent).toContain('내 영상 1,234개 · ₩4,120,380')
    expect(findTrack(1)?.textContent).not.toContain('내 영상')
    await expect.element(page.getByText('내 영상 수치: 2026.05.01~11.18, 예상 수익')).toBeVisible()
    expect(asked).toEqual(['1,2,3'])
  })

  test('nothing is missing where its use is not known', async () => {
    interceptFetch('/musics/uses', async () => refusalResponse('internal', 400))
    stubCatalog(buildTracks(1, 2))
    await renderMusics('/musics/all')
    await expect.poll(() => readTrackIds()).toEqual([1, 2])
    expect(document.querySelector('[data-usage]')).toBeNull()
    expect(await readSnackbars()).toEqual([])
  })

  test('the ISRC is copied without hyphens, and where that is not allowed it is shown', async () => {
    stubCatalog([buildTrack({ id: 1, name: '첫차' })])
    await renderMusics('/musics/all')
    let copied = ''
    let allowed = true
    const clipboard = {
      writeText: async (text: string) => {
        if (!allowed) throw new DOMException('not allowed', 'NotAllowedError')
        copied = text
      },
    }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    await userEvent.click(getButton(/ISRC 복사: 첫차/))
    await expect.poll(readSnackbars).toEqual(['ISRC를 복사했습니다.'])
    expect(copied).toBe('KRA402000111')
    allowed = false
    await userEvent.click(getButton(/ISRC 복사: 첫차/))
    await expect
      .poll(async () => (await readSnackbars()).join())
      .toContain('직접 복사해 주세요: KRA402000111')
    Reflect.deleteProperty(navigator, 'clipboard')
  })
})
