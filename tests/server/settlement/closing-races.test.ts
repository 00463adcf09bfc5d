// @module-tag extended
// @module-tag adapter
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { type Closer, closeMonth } from '#server/settlement/closing/closing.ts'
import { getObstacleKey } from '#server/settlement/closing/closing-obstacles.ts'
import { draftMonth } from '#server/settlement/closing/drafts.ts'
import { releaseMonth, reopenMonth } from '#server/settlement/closing/releases.ts'
import { changeShares } from '#server/settlement/payout-shares/channel-shares.ts'
import { createAccount, createChannel, createSite, insertAssignment } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

// Several people close, release, reopen and decide at once: each month is always as one of them left it.

const month = '2026-03-01'
const now = new Date('2026-11-20T12:00:00Z')
const krwMicros = 1_400_000_000

let db: Database
let registration = 0
const ids = { boss: 0, ann: 0 }

beforeAll(async () => {
  db = await createTestDatabase()
  const site = await createSite(db)
  ids.boss = await createAccount(db, site, 'boss@example.test')
  ids.ann = await createAccount(db, site, 'ann@example.test', ids.boss)
  registration = await createChannel(db, ids.boss, channelIdFor('a'))
  await insertAssignment(db, registration, ids.ann)
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
  await putFile('10')
})
afterAll(() => db.close())

const putFile = (amount: string) =>
  insertMonthFile(db, { month, source: 'ads', amounts: { [channelIdFor('a')]: amount } })

const closer = (accountId: number): Closer => ({
  actor: { kind: 'account', id: accountId },
  action: 'closeMonth',
  accountId,
})

const preview = () => db.readSnapshot((view) => draftMonth(view, { month, krwMicros, now }))

/** Closes the given draft. @returns what came of it */
async function close({ fingerprint, obstacles }: Awaited<ReturnType<typeof preview>>, by: number) {
  const explanations = obstacles.map((obstacle) => ({
    obstacle: getObstacleKey(obstacle),
    text: 'It is right.',
  }))
  const options = {
    month,
    krwMicros,
    krwMicrosAgain: krwMicros,
    rateReason: 'x',
    now,
    fingerprint,
    explanations,
  }
  return settle(() => closeMonth(db, options, closer(by)))
}

async function settle(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    const { problem, code } = error as { problem?: string; code?: string }
    return problem ?? code ?? String(error)
  }
}

const readState = async () =>
  (
    await queryRaw<{ state: string; statements: number; micros: number }>(
      db,
      `select state,
        (select count(*) from statements)::integer as statements,
        (select coalesce(sum(micros), 0) from ledger_entries)::bigint as micros
      from months`,
    )
  )[0]

test('one of several closings of the same draft wins', async () => {
  const draft = await preview()
  const outcomes = await Promise.all([ids.boss, ids.ann, ids.boss].map((by) => close(draft, by)))
  expect(outcomes.toSorted()).toEqual(['closed', 'closed', 'done'])
  expect(await readState()).toMatchObject({ state: 'closed', micros: 10_000_000 })
})

test('of releasing and reopening at once, one is done and the other refused', async () => {
  for (let round = 0; round < 5; round++) {
    const change = { month, now }
    const [released, reopened] = await Promise.all([
      settle(() => releaseMonth(db, change, closer(ids.boss))),
      settle(() => reopenMonth(db, { month, reason: 'A slip.' }, closer(ids.ann))),
    ])
    const state = await readState()
    if (released === 'done') {
      expect([reopened, state?.state]).toEqual(['month_released', 'released'])
      return
    }
    expect([released, reopened]).toEqual(['month_not_closed', 'done'])
    expect(state).toEqual({ state: 'open', statements: 0, micros: 0 })
    expect(await close(await preview(), ids.boss)).toBe('done')
  }
})

test('a file or a decision that comes between looking and closing is not closed unseen', async () => {
  const later = '2026-04-01'
  const put = (amount: string) =>
    insertMonthFile(db, { month: later, source: 'ads', amounts: { [channelIdFor('a')]: amount } })
  await put('1')
  const options = { month: later, krwMicros, now }
  for (const change of [
    () => put('2'),
    () =>
      changeShares(
        db,
        { account: { networkId: ids.boss }, actor: { kind: 'operator' } },
        { ids: [registration], fromDay: later, shares: [{ member: ids.ann, permille: 500 }] },
        now,
      ),
    () => queryRaw(db, `update sites set payout_minimum = 7`),
  ]) {
    const { fingerprint, obstacles } = await db.readSnapshot((view) => draftMonth(view, options))
    const explanations = obstacles.map((obstacle) => ({ obstacle: getObstacleKey(obstacle), text: 'x' }))
    await change()
    const given = { ...options, krwMicrosAgain: krwMicros, rateReason: 'x', fingerprint, explanations }
    expect(await settle(() => closeMonth(db, given, closer(ids.boss)))).toBe('changed')
  }
})
