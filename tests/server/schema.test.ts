import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { makeAccount, makeSite } from '#tests/support/people.ts'

test('a manager can only be of the network of its own id', async () => {
  const db = await freshDatabase()
  const site = await makeSite(db)
  const manager = await makeAccount(db, site, 'boss@example.test')
  const member = await makeAccount(db, site, 'member@example.test', manager)
  const promote = (id: number, networkId: number) =>
    db.query('update accounts set permission_flag = 1, network_id = $2 where id = $1', [id, networkId])
  await expect(promote(member, manager)).rejects.toMatchObject({ code: '23514' })
  await promote(member, member)
  await db.close()
})
