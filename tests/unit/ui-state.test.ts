import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isCloseGesture } from '#islands/kit/dialogs/use-swipe.ts'
import { getRetryDelay } from '#lib/api/retry.ts'
import { $spinner, startLoading, stopLoading } from '#lib/page/loading.ts'
import { getScreenClass } from '#lib/page/screen-class.ts'
import { $snackbars, dismissSnackbar, notify } from '#lib/page/snackbars.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a message is shown once, the newest last, and goes when it is dismissed', () => {
  notify('info', 'one')
  notify('error', 'two')
  notify('info', 'one')
  expect($snackbars.get().map(({ message }) => message)).toEqual(['two', 'one'])
  for (const { id } of $snackbars.get()) dismissSnackbar(id)
  expect($snackbars.get()).toEqual([])
})

test('the spinner is full for the first load, dim for others, and hides a moment after the last', () => {
  const stop = $spinner.listen(() => {})
  startLoading('initial')
  startLoading('other')
  expect($spinner.get()).toBe('full')
  stopLoading('initial')
  expect($spinner.get()).toBe('dim')
  stopLoading('other')
  expect($spinner.get()).toBe('dim')
  vi.advanceTimersByTime(1000)
  expect($spinner.get()).toBe('none')
  stop()
})

test('a load that begins before the spinner has gone keeps it', () => {
  const stop = $spinner.listen(() => {})
  startLoading('a')
  stopLoading('a')
  vi.advanceTimersByTime(50)
  startLoading('b')
  vi.advanceTimersByTime(1000)
  expect($spinner.get()).toBe('dim')
  stopLoading('b')
  vi.advanceTimersByTime(1000)
  stop()
})

test.each([
  [639, '', 'mobile'],
  [640, '', 'largeMobile'],
  [1099, '', 'largeMobile'],
  [1100, '', 'laptop'],
  [1279, 'mcn-2', 'largeMobile'],
  [1280, 'mcn-2', 'laptop'],
  [1399, 'mcn-3', 'largeMobile'],
  [1400, 'mcn-4', 'laptop'],
] as const)('%i px in design "%s" is %s', (width, design, screen) => {
  expect(getScreenClass(width, design)).toBe(screen)
})

test('a swipe closes past a tenth of the size, or when it was quick, but not as a tap', () => {
  expect(isCloseGesture({ distance: 41, size: 400, durationMs: 2000 })).toBe(true)
  expect(isCloseGesture({ distance: 39, size: 400, durationMs: 2000 })).toBe(false)
  expect(isCloseGesture({ distance: 20, size: 400, durationMs: 300 })).toBe(true)
  expect(isCloseGesture({ distance: 20, size: 400, durationMs: 301 })).toBe(false)
  expect(isCloseGesture({ distance: 3, size: 400, durationMs: 100 })).toBe(false)
})

test('a retry waits as long as the server asks, up to five seconds', () => {
  expect(getRetryDelay(1, '2')).toBe(2000)
  expect(getRetryDelay(1, '3600')).toBe(5000)
  expect(getRetryDelay(1, 'Thu, 01 Jan 1970 00:00:00 GMT')).toBe(0)
  expect(getRetryDelay(1, 'soon')).toBeLessThan(500)
  expect(getRetryDelay(2, null)).toBeGreaterThan(400)
})
