import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMe } from '#contract/people/session.ts'
import { markStatementsSeen } from '#contract/settlement/new-statements.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const names = ['ann', 'ben']
const tokens: Record<string, string> = {}
let api: Api

beforeAll(async () => {
  api = await startApi()
  api.clock.now = new Date('2026-11-20T09:00:00Z')
  const site = await createSite(api.db)
  const boss = await createAccount(api.db, site, 'boss@example.test')
  for (const name of names) {
    const member = await createAccount(api.db, site, `${name}@example.test`, boss)
    const registration = await createChannel(api.db, boss, channelIdFor(name))
    await queryRaw(
      api.db,
      `insert into assignments (registration_id, account_id, from_day) values ($1, $2, '2026-01-01')`,
      [registration, member],
    )
  }
  for (const name of ['boss', ...names]) tokens[name] = await signIn(api, `${name}@example.test`)
})
afterAll(() => api.close())

async function close(month: string): Promise<number[]> {
  const amounts = Object.fromEntries(names.map((name) => [channelIdFor(name), '30']))
  await insertMonthFile(api.db, { month, source: 'ads', amounts })
  const explanation = 'There is no payment summary.'
  await closeAndRelease(api.db, { month, krwMicros: 1_400_000_000, now: api.clock.now, explanation })
  return (await selectStatements(api.db, { month })).map(({ id }) => id)
}

const readCount = async (who: string) =>
  (await api.call(readMe, { token: tokens[who] ?? '' })).user.new_statements
const see = async (who: string, id: number) =>
  (await api.call(markStatementsSeen, { token: tokens[who] ?? '', body: { id } })).newStatements

test('statements are new until their account has looked, each for itself', async () => {
  expect(await readCount('ann')).toBe(0)
  const [annsMarch = 0, bensMarch = 0] = await close('2026-03-01')
  const [annsApril = 0, bensApril = 0] = await close('2026-04-01')
  expect([await readCount('boss'), await readCount('ann'), await readCount('ben')]).toEqual([0, 2, 2])
  expect(await see('ann', annsMarch)).toBe(1)
  expect(await see('ann', annsMarch)).toBe(1)
  expect([await readCount('ann'), await readCount('ben')]).toEqual([1, 2])
  expect(await see('ann', annsApril)).toBe(0)
  // This list was loaded earlier.
  expect(await see('ann', annsMarch)).toBe(0)
  await close('2026-05-01')
  expect(await readCount('ann')).toBe(1)
  // Ids may belong to others' statements, or to none.
  expect(await see('ben', bensMarch - 1)).toBe(3)
  expect(await see('boss', 2 ** 31 - 1)).toBe(0)
  expect(await see('ben', bensApril)).toBe(1)
  expect(await see('ben', 2 ** 31 - 1)).toBe(0)
  await close('2026-06-01')
  expect(await readCount('ben')).toBe(1)
})

test('an id beyond all statements is that of the latest one', async () => {
  expect(await see('ben', Number.MAX_SAFE_INTEGER)).toBe(0)
})

test('ids that no statement can have are refused', async () => {
  for (const id of [0, -1, 1.5, '1', null])
    expect((await api.request(markStatementsSeen, { token: tokens.ann ?? '', body: { id } })).status).toBe(
      422,
    )
})
