// @module-tag adapter
import { expect, test } from 'vitest'
import { copyRows } from '#server/platform/db/copy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

test('a manager can only be of the network of its own id', async () => {
  const db = await createTestDatabase()
  const site = await createSite(db)
  const manager = await createAccount(db, site, 'boss@example.test')
  const member = await createAccount(db, site, 'member@example.test', manager)
  const promote = (id: number, networkId: number) =>
    queryRaw(db, 'update accounts set is_manager = true, network_id = $2 where id = $1', [id, networkId])
  await expect(promote(member, manager)).rejects.toMatchObject({ code: '23514' })
  await promote(member, member)
  await db.close()
})

test('rows that a copy may not store fail it, and leave the connection usable', async () => {
  const db = await createTestDatabase()
  const insert = (keys: readonly string[]) =>
    db.transaction((tx) =>
      copyRows(
        tx,
        sql`moods (key, name)`,
        keys.map((key) => [key, '{}']),
      ),
    )
  await expect(insert(['twice', 'twice'])).rejects.toThrow(/duplicate key/)
  await insert(['once'])
  expect(await queryRaw(db, `select key from moods where key in ('once', 'twice')`)).toEqual([
    { key: 'once' },
  ])
  await db.close()
})
