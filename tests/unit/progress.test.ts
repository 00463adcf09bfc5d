import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress } from '#server/operator/progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createStream(isTTY: boolean) {
  const writes: string[] = []
  const write = (text: string) => writes.push(text) > 0
  return { writes, progress: createProgress({ isTTY, write } as unknown as NodeJS.WriteStream) }
}

/** Removes the control sequences that redraw a line. */
const shown = (text: string | undefined) => text?.split('\x1B[?7').at(1)?.slice(1)

test('on a terminal, one line is redrawn and removed at the end', () => {
  const { writes, progress } = createStream(true)
  progress.startStep('Reading')
  expect(writes).toEqual([])
  progress.start(3, 1_000)
  expect(shown(writes.at(-1))).toBe('------------------------ 0%  0/3 files  ')
  progress.advance(500)
  progress.completeFile({ path: 'reports/a.csv', result: 'imported' })
  vi.advanceTimersByTime(200)
  expect(shown(writes.at(-1))).toBe('============------------ 50%  1/3 files  a.csv')
  progress.advance(2_000, 3)
  progress.startStep('Publishing')
  vi.advanceTimersByTime(200)
  expect(shown(writes.at(-1))).toBe('======================== 100%  3/3 files  Publishing')
  progress.end()
  expect(shown(writes.at(-1))).toBe('')
  const count = writes.length
  vi.advanceTimersByTime(1_000)
  expect(writes).toHaveLength(count)
  for (const text of writes) expect(text.endsWith('\x1B[?7h')).toBe(true)
})

test('elsewhere, there is a line for each file and step', () => {
  const { writes, progress } = createStream(false)
  progress.start(2, 1_000)
  progress.advance(500)
  progress.completeFile({ path: 'reports/a.csv', result: 'imported' })
  progress.startStep('Publishing')
  progress.end()
  expect(writes).toEqual(['1/2 imported a.csv\n', 'Publishing …\n'])
})
