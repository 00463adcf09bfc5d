import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/connect.ts'
import { ensureDemo } from '#server/demo/network.ts'
import { prepare } from '#tests/support/killable.ts'
import { selectFlaws } from '#tests/support/reports.ts'
import { serverUrl } from '#tests/support/server-database.ts'

const now = new Date('2026-11-20T09:00:00Z')

test('several that make the demonstration at once make one, and each has it when it goes on', async () => {
  const place = await prepare(async () => {})
  const instance = await place.copy()
  const first = await instance.open()
  const url = instance.environment.DATABASE_URL
  const second = url ? await openDatabase({ databaseUrl: url, dataDir: '' }) : first
  const said: string[] = []
  const ready = async (db: typeof first) => {
    await ensureDemo(db, now, (line) => said.push(line))
    return db.query<{ domain: string }>('select domain from sites')
  }
  const [one, two] = await Promise.all([ready(first), ready(second)])
  expect(one.length).toBeGreaterThan(2)
  expect(two).toEqual(one)
  expect(said).toHaveLength(2)
  expect(await selectFlaws(first)).toEqual([])
  await first.close()
  if (serverUrl) await second.close()
  await instance.remove()
  await place.remove()
}, 120_000)
