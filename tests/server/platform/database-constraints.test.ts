// @module-tag adapter
import { expect, test } from 'vitest'
import { copyRows } from '#server/platform/db/copy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

test('only people in a network have roles, and only people can sign in', async () => {
  const db = await createTestDatabase()
  const site = await createSite(db)
  const network = await createAccount(db, site, 'boss@example.test')
  const member = await createAccount(db, site, 'member@example.test', network)
  for (const [id, change] of [
    [member, `roles = '{}'`],
    [member, `roles = '{boss}'`],
    [member, 'roles = array[null]::text[]'],
    [member, 'network_id = id'],
    [network, `roles = '{owner}'`],
    [network, `password_hash = 'x'`],
    [network, `network_id = ${member}`],
  ] as const)
    await expect(queryRaw(db, `update accounts set ${change} where id = $1`, [id])).rejects.toMatchObject({
      code: '23514',
    })
  await queryRaw(db, `update accounts set roles = '{}', network_id = id where id = $1`, [member])
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
