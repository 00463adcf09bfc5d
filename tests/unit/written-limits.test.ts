import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getWindowMinutes, rateLimits } from '#server/platform/auth/rate-limits.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8')
const windows: Readonly<Record<number, string>> = {
  1: 'a minute',
  10: '10 minutes',
  30: '30 minutes',
  1440: 'a day',
}

test('each limit stands in the documentation, with its number and its time', () => {
  const rows = [...page.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \| (\d+) \| ([\w ]+) \| /gm)]
  const written = rows.flatMap(([, names = '', calls, time]) =>
    names.split(', ').map((name) => `${name.slice(1, -1)}: ${calls} in ${time}`),
  )
  const names = Object.keys(rateLimits) as (keyof typeof rateLimits)[]
  expect(written.sort()).toEqual(
    names.map((name) => `${name}: ${rateLimits[name]} in ${windows[getWindowMinutes(name)]}`).sort(),
  )
})
