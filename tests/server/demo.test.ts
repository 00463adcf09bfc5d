import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { ensureDemoData } from '#server/demo/seed.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { prepareProcessDatabase } from '#tests/support/process-database.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

const now = new Date('2026-11-20T09:00:00Z')

test('several that make the demonstration at once make one, and each has it when it goes on', async () => {
  const place = await prepareProcessDatabase(async () => {})
  const instance = await place.copy()
  const first = await instance.open()
  const url = instance.environment.DATABASE_URL
  const second = url ? await openDatabase({ databaseUrl: url, dataDir: '' }) : first
  const said: string[] = []
  const ready = async (db: typeof first) => {
    await ensureDemoData(db, now, (line) => said.push(line))
    return db.query<{ domain: string }>('select domain from sites')
  }
  const [one, two] = await Promise.all([ready(first), ready(second)])
  expect(one.length).toBeGreaterThan(2)
  expect(two).toEqual(one)
  expect(said).toHaveLength(2)
  expect(await findBrokenReportInvariants(first)).toEqual([])
  await first.close()
  if (postgresUrl) await second.close()
  await instance.remove()
  await place.remove()
}, 120_000)
