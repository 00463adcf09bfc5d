// @module-tag extended
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  buildTrack,
  closeMusics,
  getButton,
  readSnackbars,
  readTrackIds,
  renderMusics,
  stubCatalog,
} from './render-musics.tsx'

/** Replaces the browser's audio: it obeys at once, and can be made to fail. */
class FakeAudio extends EventTarget {
  src = ''
  preload = ''
  currentTime = 0
  duration = 20
  fails = false
  paused = true
  async play() {
    if (this.fails) throw new DOMException('cannot', 'NotSupportedError')
    this.paused = false
    this.dispatchEvent(new Event('playing'))
  }
  pause() {
    if (this.paused) return
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  removeAttribute() {
    this.src = ''
  }
}

// The page's player creates a single instance.
const fakeAudio = new FakeAudio()
const realAudio = window.Audio

beforeEach(async () => {
  page.viewport(1280, 900)
  window.Audio = vi.fn(function audio() {
    return fakeAudio
  }) as unknown as typeof Audio
  fakeAudio.fails = false
  stubCatalog([
    buildTrack({
      id: 1,
      name: '하나',
      artist: '가수',
      audio: 'demo/audio/1.wav',
      cover: 'demo/covers/1.svg',
    }),
    buildTrack({ id: 2, name: '둘', audio: 'demo/audio/2.wav' }),
    buildTrack({ id: 3, name: '셋' }),
  ])
  await renderMusics('/musics/all')
  await expect.poll(() => readTrackIds()).toEqual([1, 2, 3])
})

afterEach(async () => {
  await closeMusics()
  window.Audio = realAudio
})

const getPlayButton = (name: string) => getButton(`미리 듣기: ${name}`)
const getPauseButton = (name: string) => getButton(`일시정지: ${name}`)

test('one sound plays at a time, by keys too, and goes on where it was paused', async () => {
  expect(document.querySelectorAll('[data-preview]')).toHaveLength(2)
  getPlayButton('하나').element().focus()
  await userEvent.keyboard(' ')
  await expect.element(getPauseButton('하나')).toHaveFocus()
  expect(fakeAudio.src).toMatch(/\/api\/demo\/audio\/1\.wav$/)
  fakeAudio.currentTime = 5
  fakeAudio.dispatchEvent(new Event('timeupdate'))
  await expect
    .poll(() =>
      document
        .querySelector<HTMLElement>('[data-preview=playing] span')
        ?.style.getPropertyValue('--progress'),
    )
    .toBe('0.25')
  await userEvent.keyboard('{Enter}')
  await expect.element(getPlayButton('하나')).toBeVisible()
  expect(fakeAudio.paused).toBe(true)
  await userEvent.keyboard('{Enter}')
  await expect.element(getPauseButton('하나')).toBeVisible()
  expect(fakeAudio.currentTime).toBe(5)
  await userEvent.click(getPlayButton('둘'))
  await expect.element(getPauseButton('둘')).toBeVisible()
  await expect.element(getPlayButton('하나')).toBeVisible()
  expect(fakeAudio.src).toMatch(/2\.wav$/)
})

test('the device is told what plays, and its keys are followed', async () => {
  const handlers = new Map<string, (() => void) | null>()
  const set = vi
    .spyOn(navigator.mediaSession, 'setActionHandler')
    .mockImplementation((action, handler) => void handlers.set(action, handler as () => void))
  await userEvent.click(getPlayButton('하나'))
  await expect.poll(() => navigator.mediaSession.metadata?.title).toBe('하나')
  expect(navigator.mediaSession.metadata?.artist).toBe('가수')
  expect(navigator.mediaSession.metadata?.artwork[0]?.src).toMatch(/\/api\/demo\/covers\/1\.svg$/)
  handlers.get('pause')?.()
  await expect.element(getPlayButton('하나')).toBeVisible()
  handlers.get('play')?.()
  await expect.element(getPauseButton('하나')).toBeVisible()
  handlers.get('stop')?.()
  await expect.element(getPlayButton('하나')).toBeVisible()
  expect(navigator.mediaSession.metadata).toBeNull()
  set.mockRestore()
})

test('what ends is at its beginning again; what fails says so', async () => {
  await userEvent.click(getPlayButton('둘'))
  await expect.element(getPauseButton('둘')).toBeVisible()
  fakeAudio.dispatchEvent(new Event('ended'))
  await expect.element(getPlayButton('둘')).toBeVisible()
  fakeAudio.fails = true
  await userEvent.click(getPlayButton('하나'))
  await expect
    .poll(async () => (await readSnackbars()).join())
    .toContain('‘하나’ 미리 듣기를 재생하지 못했습니다')
  await expect.element(getPlayButton('하나')).toBeVisible()
})

test('the sound stops when its view goes', async () => {
  await userEvent.click(getPlayButton('하나'))
  await expect.element(getPauseButton('하나')).toBeVisible()
  await closeMusics()
  await expect.poll(() => fakeAudio.paused).toBe(true)
})
