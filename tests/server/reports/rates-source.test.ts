// @module-tag extended
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { updateRates } from '#server/reports/rates/worker.ts'
import { createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'

const now = () => new Date('2026-03-05T12:00:00Z')

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  folder = await createReportFolder()
  for (const table of ['exchange_rates', 'operator_alerts']) await queryRaw(db, `delete from ${table}`)
})
afterEach(() => folder.remove())

const update = (source: string) => {
  const { ratesSource } = readConfig({ RATES_SOURCE: source })
  if (!ratesSource) throw new Error('There is no source.')
  return updateRates({ db, now, source: ratesSource, log: createLog('silent') })
}

const readRates = async () =>
  Object.fromEntries(
    (
      await queryRaw<{ day: string; won: number }>(
        db,
        'select day::text, krw_micros::float / 1000000 as won from exchange_rates order by day',
      )
    ).map(({ day, won }) => [day, won]),
  )

const countAlerts = async () =>
  (await queryRaw(db, `select 1 from operator_alerts where kind = 'rates-refused' and ended_at is null`))
    .length

describe('a source of exchange rates', () => {
  test('is a file', async () => {
    await update(await folder.write('rates.csv', 'day,won\n2026-03-01,1390\n2026-03-02,1392.5\n'))
    expect(await readRates()).toEqual({ '2026-03-01': 1390, '2026-03-02': 1392.5 })
    const [entry] = await queryRaw(
      db,
      `select actor, action from audit_log where subject_id = '2026-03-02' order by id desc limit 1`,
    )
    expect(entry).toEqual({ actor: 'background', action: 'rates update' })
  })

  test('is a folder, whose last file by name counts', async () => {
    await folder.write('2026-02.csv', '2026-03-01,1380\n2026-02-28,1379\n')
    await folder.write('2026-03.csv', '2026-03-01,1390\n')
    await folder.write('notes.txt', 'not rates')
    await update(folder.path)
    expect(await readRates()).toEqual({ '2026-02-28': 1379, '2026-03-01': 1390 })
  })

  describe('at an address', () => {
    let server: Server
    let answer: { status: number; body: string }
    beforeEach(async () => {
      server = createServer((_, response) => response.writeHead(answer.status).end(answer.body))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    })
    afterEach(() => server.close())
    const getUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates.csv`

    test('is downloaded', async () => {
      answer = { status: 200, body: '2026-03-01,1390\n' }
      await update(getUrl())
      expect(await readRates()).toEqual({ '2026-03-01': 1390 })
    })

    test('that does not answer changes nothing, and alerts nobody', async () => {
      answer = { status: 404, body: '2026-03-01,1390\n' }
      await update(getUrl())
      expect(await readRates()).toEqual({})
      expect(await countAlerts()).toBe(0)
    })

    test('with a web page changes nothing, and alerts the operator', async () => {
      answer = { status: 200, body: '<!doctype html>\n<p>Sign in</p>\n' }
      await update(getUrl())
      expect(await countAlerts()).toBe(1)
    })

    test('that never ends is refused', async () => {
      answer = { status: 200, body: '2026-03-01,1390\n'.repeat(400_000) }
      await update(getUrl())
      expect(await readRates()).toEqual({})
      expect(await countAlerts()).toBe(1)
    })
  })

  test.each([
    ['an invalid line', '2026-03-01,1390\n2026-03-02,free\n'],
    ['a day in the future', '2026-03-07,1390\n'],
    ['a rate a hundred times too low', '2026-03-03,13.9\n'],
  ])('with %s changes nothing until it is mended', async (_, text) => {
    await update(await folder.write('rates.csv', '2026-02-28,1380\n'))
    await update(await folder.write('rates.csv', text))
    expect(await readRates()).toEqual({ '2026-02-28': 1380 })
    await update(folder.path)
    expect(await countAlerts()).toBe(1)
    await update(await folder.write('rates.csv', '2026-03-01,1390\n'))
    expect(await readRates()).toEqual({ '2026-02-28': 1380, '2026-03-01': 1390 })
    expect(await countAlerts()).toBe(0)
  })

  test('that is refused is a warning of doctor', async () => {
    await createSite(db)
    await update(await folder.write('rates.csv', '2026-02-28,1380\n'))
    await update(await folder.write('rates.csv', '2026-03-01,none\n'))
    const findings = JSON.parse((await runOperator(db, 'doctor', '--json')).text)
    expect(findings).toContainEqual(
      expect.objectContaining({
        subject: 'exchange rates',
        status: 'warning',
        message: expect.stringContaining('refused'),
      }),
    )
  })

  test.each(['http://rates.example/r.csv', 'ftp://rates.example', 'https://user:secret@rates.example'])(
    '%s is none',
    (source) => {
      expect(() => readConfig({ RATES_SOURCE: source })).toThrow(ConfigError)
    },
  )
})
