import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createMailTokens } from '#server/platform/mail/mail-tokens.ts'
import { findMail, renderStoredMail } from '#server/platform/mail/stored-mail.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const now = new Date('2026-04-15T09:00:00Z')
const march = '2026-03-01'
const names = ['ann', 'ben', 'unconfirmed', 'gone']
const ids: Record<string, number> = {}

let db: Database

beforeAll(async () => {
  db = await createTestDatabase()
  const site = await createSite(db, 'studio.example')
  ids.boss = await createAccount(db, site, 'boss@studio.example')
  for (const name of names) {
    const member = await createAccount(db, site, `${name}@studio.example`, ids.boss)
    const registration = await createChannel(db, ids.boss, channelIdFor(name))
    await queryRaw(
      db,
      `insert into assignments (registration_id, account_id, from_day) values ($1, $2, '2026-01-01')`,
      [registration, member],
    )
    ids[name] = member
  }
  await queryRaw(db, 'update accounts set email_confirmed_at = created_at where id <> $1', [ids.unconfirmed])
  await queryRaw(db, `update accounts set locale = 'en' where id = $1`, [ids.ben])
  await queryRaw(db, `update accounts set removed_at = now(), email = null, nickname = '' where id = $1`, [
    ids.gone,
  ])
})
afterAll(() => db.close())

interface MailRow {
  id: number
  account: number
  recipient: string
  locale: string
  event: string
  data: object
}

const listMails = (kind: string) =>
  queryRaw<MailRow>(
    db,
    `select id, account_id as account, recipient, locale, event_key as event, data
    from mails where kind = $1 and created_at = $2 order by id`,
    [kind, now],
  )

const close = (explanation: string | undefined) =>
  closeAndRelease(db, { month: march, krwMicros: 1_400_000_000, now, explanation })

test('everybody with a confirmed address hears of the statement, once the month is closed', async () => {
  const amounts = { ann: '5', ben: '50', unconfirmed: '50', gone: '50' }
  await insertMonthFile(db, {
    month: march,
    source: 'ads',
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [channelIdFor(name), amount]),
    ),
  })
  await expect(close(undefined)).rejects.toThrow('there is no payment summary')
  expect(await queryRaw(db, 'select from mails')).toEqual([])
  await close('No summary.')
  await expect(close('No summary.')).rejects.toThrow('already closed')
  const statements = await selectStatements(db, { month: march })
  expect(statements.map(({ accountId }) => accountId).sort()).toEqual(names.map((name) => ids[name]).sort())
  const find = (name: string) => statements.find(({ accountId }) => accountId === ids[name])?.id ?? 0
  const expected = (name: string, locale: string, amount: number, needsDetails: boolean) => ({
    id: expect.any(Number),
    account: ids[name],
    recipient: `${name}@studio.example`,
    locale,
    event: `statement ${find(name)} ${ids[name]}`,
    data: { id: find(name), month: '2026-03', amount, currency: 'KRW', needsDetails },
  })
  expect(await listMails('statement')).toEqual([
    expected('ann', 'ko', 0, false),
    expected('ben', 'en', 70_000_000, true),
  ])
})

test('and of its payment, in the language of the account', async () => {
  await queryRaw(
    db,
    `insert into payees (account_id, kind, details, masked_account, entered_at, confirmed_at, confirmed_network_id)
    values ($1, 'individual', '', '•••• 1234', now(), now(), $2)`,
    [ids.ben, ids.boss],
  )
  const [, ben] = await selectStatements(db, { month: march })
  const number = formatStatementNumber(march, ben?.id ?? 0)
  await runOperator(db, 'statement', 'pay', number, '--date', '2026-05-04', '--reference', 'Bank 4711')
  const [mail, ...others] = await queryRaw<{ id: number }>(
    db,
    `select id from mails where kind = 'statement-paid'`,
  )
  expect(others).toEqual([])
  const stored = await findMail(db, mail?.id ?? 0)
  expect(stored).toMatchObject({
    recipient: 'ben@studio.example',
    eventKey: expect.stringMatching(/^statement-paid /),
  })
  const content = stored && renderStoredMail(stored, readConfig({}), createMailTokens())
  expect(content?.subject).toBe('Your Example statement for March 2026 was paid')
  expect(content?.text).toContain('₩70,000 was paid on May 4, 2026. Payment reference: Bank 4711')
  expect(content?.text).toContain(`https://studio.example/en/statements/${ben?.id}\n`)
  // The mail is news, which people may refuse.
  expect(content?.unsubscribeUrl).toContain('https://studio.example/api/mail/unsubscribe?token=')
})
