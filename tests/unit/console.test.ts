import { expect, test } from 'vitest'
import { drawBox, formatLogLine } from '#server/platform/console.ts'
import { createLog } from '#server/platform/log.ts'

/** Returns the output of a terminal without colors. */
function format(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('debug', { write: (line) => void lines.push(formatLogLine(line)) }, { process: 1 }))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: styles are control characters.
  return lines.join('').replace(/\u001b\[\d+m/g, '')
}

test('a line of the log has time, level, message and fields', () => {
  const text = format((log) => log.warn({ owner: 'demo', address: null, text: 'two words' }, 'slow'))
  expect(text).toMatch(/^\d\d:\d\d:\d\d warn {2}slow {2}process=1 owner=demo text="two words"\n$/)
})

test('a request needs no message', () => {
  const request = { requestId: 'a-1', method: 'GET', path: '/api/me', status: 200, ms: 1.5, address: null }
  expect(format((log) => log.info(request))).toMatch(
    /^\S+ info {2}200 GET \/api\/me 1\.5 ms {2}process=1 requestId=a-1\n$/,
  )
})

test('an error is shown with its stack, and nothing that a terminal would obey', () => {
  const text = format((log) => log.error({ err: new Error('it \u001b[2J failed') }, 'job failed'))
  expect(text).toMatch(/^\S+ error job failed {2}process=1\n {2}Error: it \\u001b\[2J failed\n {6}at /)
})

test('a box is as wide as its longest line, and without sides where the terminal is narrower', () => {
  expect(drawBox(['one', 'three'], 80)).toBe('┌───────┐\n│ one   │\n│ three │\n└───────┘')
  expect(drawBox(['one', 'three'], 0)).toMatch(/^┌/)
  expect(drawBox(['one', 'three'], 8)).toBe('─────\none\nthree\n─────')
})
