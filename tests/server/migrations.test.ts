import { expect, test } from 'vitest'
import { isMigrated, migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'

test('migrating again changes nothing', async () => {
  const db = await createTestDatabase()
  expect(await migrate(db)).toEqual([])
  expect(await isMigrated(db)).toBe(true)
  await db.close()
})

test('a script that was changed after it had been applied, or is not known, stops the process', async () => {
  const db = await createTestDatabase()
  await db.query(`update migrations set sha256 = 'other' where name = '0001_core.sql'`)
  await expect(migrate(db)).rejects.toThrow('0001_core.sql was changed')
  await db.query(`insert into migrations (name, sha256) values ('0000_unknown.sql', '')`)
  await expect(migrate(db)).rejects.toThrow('0000_unknown.sql')
  await db.close()
})

test.runIf(postgresUrl)(
  'several instances that start at once on an empty database migrate it once',
  async () => {
    const db = await createTestDatabase()
    for (let round = 0; round < 3; round++) {
      await db.exec('drop schema public cascade; create schema public')
      const [row] = await db.query<{ name: string }>('select current_database() as name')
      const url = new URL(postgresUrl ?? '')
      url.pathname = `/${row?.name}`
      const instances = await Promise.all(
        Array.from({ length: 5 }, () => openDatabase({ databaseUrl: url.href, dataDir: '' })),
      )
      const applied = await Promise.all(instances.map(migrate)).finally(() =>
        Promise.all(instances.map((instance) => instance.close())),
      )
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
    }
    await db.close()
  },
)
