// @module-tag extended
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Music } from '#contract/reports/tracks.ts'
import {
  buildTrack,
  closeMusics,
  findTrack,
  getButton,
  interceptFetch,
  readSnackbars,
  readTrackIds,
  refusalResponse,
  renderMusics,
  stubCatalog,
} from './render-musics.tsx'

const filePath = '/v2/mcn/musics/file'
const withFile = buildTrack({ id: 1, name: '하나', file: { format: 'wav', bytes: 3_000_000 } })

let saved: { name: string; size: number }[]
const createUrl = URL.createObjectURL

beforeEach(() => {
  page.viewport(1280, 900)
  saved = []
  let size = 0
  URL.createObjectURL = (file: Blob) => {
    size = file.size
    return 'blob:none'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, size })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  URL.createObjectURL = createUrl
  closeMusics()
})

async function renderList(...musics: Music[]): Promise<void> {
  stubCatalog(musics)
  await renderMusics('/musics/all')
  await expect.poll(() => readTrackIds()).toEqual(musics.map(({ id }) => id))
}

const button = () => getButton('WAV 받기 · 3.0MB: 하나')

/** Sends a file slowly: `send` its next bytes, `end` it. */
function stubFile() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const headers = {
    'Content-Type': 'audio/wav',
    'Content-Disposition': `attachment; filename="KRA402000111.wav"; filename*=UTF-8''${encodeURIComponent('가수 – 하나.wav')}`,
  }
  interceptFetch(filePath, async ({ init }) => {
    init?.signal?.addEventListener('abort', () => void writer.abort(init.signal?.reason))
    return new Response(readable, { headers })
  })
  return {
    send: (bytes: number) => void writer.write(new Uint8Array(bytes)),
    end: () => void writer.close(),
  }
}

describe('a card offers the file of its track', () => {
  test('with format and size, named after the track, and nothing where there is none', async () => {
    await renderList(withFile, buildTrack({ id: 2, name: '둘' }))
    await expect.element(button()).toBeVisible()
    expect(findTrack(2)?.querySelector('[data-file]')).toBeNull()
  })

  test('on a phone with fewer words, and the same name', async () => {
    page.viewport(360, 800)
    await renderList(withFile)
    await expect.element(button()).toBeVisible()
    expect(button().element().textContent).toBe('WAV · 3.0MB')
  })

  test('which is saved under the name that the server gives it, and says how far it is', async () => {
    await renderList(withFile)
    const file = stubFile()
    await button().click()
    file.send(1_500_000)
    await expect.element(getButton('받는 중 50%, 누르면 취소: 하나')).toBeVisible()
    file.send(1_500_000)
    file.end()
    await expect.poll(readSnackbars).toContain('‘하나’ 파일을 저장했습니다.')
    expect(saved).toEqual([{ name: '가수 – 하나.wav', size: 3_000_000 }])
    await expect.element(button()).toBeVisible()
  })

  test('and saves nothing when it is cancelled', async () => {
    await renderList(withFile)
    stubFile().send(300_000)
    await button().click()
    await getButton('받는 중 10%, 누르면 취소: 하나').click()
    await expect.element(button()).toBeVisible()
    expect(saved).toEqual([])
  })

  test('and says when there are more at once, after the last of the day', async () => {
    await renderList(withFile)
    let calls = 0
    interceptFetch(filePath, async () => {
      calls += 1
      const refusal = refusalResponse('downloads_used_up', 429, '내일 다시')
      return new Response(refusal.body, { status: 429, headers: { 'Retry-After': '3600' } })
    })
    await button().click()
    await expect.poll(readSnackbars).toContain('내일 다시')
    expect([calls, saved]).toEqual([1, []])
  })
})

test('a file of the catalog is downloaded', async () => {
  await renderMusics('/musics/all')
  const first = getButton(/^WAV 받기 · /).first()
  await expect.element(first).toBeVisible()
  await first.click()
  await expect.poll(() => saved.length, { timeout: 5_000 }).toBe(1)
  expect(saved[0]?.name).toMatch(/^.+ – .+\.wav$/)
  expect(saved[0]?.size).toBeGreaterThan(1_000_000)
})
