import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deskMailKinds,
  listMails,
  listSuppressions,
  readMail,
  retryMail,
  setSuppression,
} from '#contract/operations/desk/mail.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { mailData } from '#server/platform/mail/mail-data.ts'
import { createSite, listAuditEntries } from '#tests/support/accounts.ts'
import { queueTestMail } from '#tests/support/mails.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let ofOtherSite: Person
let ofThisSite: Person
let auditor: Person
let manager: Person
let owner: { siteId: number; accountId: number }

beforeAll(async () => {
  on = await startFactorApi()
  await on.reset()
  await createSite(on.api.db, 'desk.test')
  operator = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofOtherSite = await on.createOperator('--for-site', 'desk.test')
  ofThisSite = await on.createOperator('--for-site', 'example.test')
  manager = await on.createPerson('manager')
  const [site] = await queryRaw<{ id: number }>(
    on.api.db,
    `select id from sites where domain = 'example.test'`,
  )
  owner = { siteId: site?.id ?? 0, accountId: manager.id }
})
afterAll(() => on.api.close())
beforeEach(async () => {
  await queryRaw(on.api.db, 'delete from mails')
  await queryRaw(on.api.db, 'delete from mail_suppressions')
})

async function addMail(recipient: string, state: string, failure: string | null = null): Promise<number> {
  const id = await queueTestMail(on.api.db, owner, recipient)
  await queryRaw(on.api.db, 'update mails set state = $1, failure = $2 where id = $3', [state, failure, id])
  return id
}

const read = ({ token }: Person, query: Record<string, string | number> = {}) =>
  on.api.call(listMails, { token, query })
const readRecipients = async (person: Person, query?: Record<string, string | number>) =>
  (await read(person, query)).mails.map(({ recipient }) => recipient)
const status = async ({ token }: Person, endpoint: Endpoint, options: object) => {
  const reply = await on.api.request(endpoint, { token, ...options })
  return [reply.status, reply.body.code]
}

describe('mail at the desk', () => {
  test('knows every kind by name', () => {
    expect([...deskMailKinds].sort()).toEqual(Object.keys(mailData).sort())
  })

  test('is listed by state, address, kind and site, with counts, and without what it says', async () => {
    await addMail('kim@example.test', 'failed', '550 No')
    await addMail('lee@example.test', 'uncertain')
    await addMail('ann@example.test', 'sent')
    expect(await readRecipients(operator)).toEqual([
      'ann@example.test',
      'lee@example.test',
      'kim@example.test',
    ])
    expect(await readRecipients(operator, { state: 'undelivered' })).toEqual([
      'lee@example.test',
      'kim@example.test',
    ])
    expect(await readRecipients(operator, { state: 'sent' })).toEqual(['ann@example.test'])
    expect(await readRecipients(operator, { search: 'KIM@' })).toEqual(['kim@example.test'])
    expect(await readRecipients(operator, { kind: 'invitation' })).toEqual([])
    expect(await readRecipients(operator, { site: 'desk.test' })).toEqual([])
    const { counts, mails } = await read(operator)
    expect(counts).toEqual({ queued: 0, sending: 0, sent: 1, failed: 1, uncertain: 1, suppressed: 0 })
    expect(mails[2]).not.toHaveProperty('data')
    expect(mails[2]).toMatchObject({ failure: '550 No', site: 'example.test', kind: 'confirm-email' })
  })

  test('has details with the subject, and never its link or a token', async () => {
    const id = await addMail('kim@example.test', 'failed', '550 No')
    const { body } = await on.api.request(readMail, { token: auditor.token, query: { id } })
    expect(body).toMatchObject({ obstacle: null, isSuppressed: false, mail: { id, state: 'failed' } })
    expect(body.subject).toMatch(/^\[Example\] /)
    expect(JSON.stringify(body)).not.toMatch(/https?:|email-link|[\w-]{43}/)
    const [{ count } = { count: 0 }] = await queryRaw<{ count: number }>(
      on.api.db,
      'select count(*)::integer as count from email_link_tokens t join email_links l on l.id = t.link_id where l.email = $1',
      ['kim@example.test'],
    )
    expect(count).toBe(0)
  })

  test('is sent again by an operator, with a trace, unless something is in the way', async () => {
    const id = await addMail('kim@example.test', 'failed', '550 No')
    expect(await status(operator, retryMail, { body: { id } })).toEqual([200, undefined])
    expect(await read(operator)).toMatchObject({ mails: [{ state: 'queued', failure: null }] })
    expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({
      action: 'retryMail',
      detail: { kind: 'confirm-email', before: { state: 'failed' }, after: { state: 'queued' } },
    })
    expect(await status(operator, retryMail, { body: { id } })).toEqual([409, 'mail_not_sendable'])
    expect((await on.api.call(readMail, { token: operator.token, query: { id } })).obstacle).toBe(
      'on-its-way',
    )
    const suppressed = await addMail('gone@example.test', 'suppressed')
    await on.api.call(setSuppression, {
      token: operator.token,
      body: { address: 'gone@example.test', suppressed: true },
    })
    const details = await on.api.call(readMail, { token: operator.token, query: { id: suppressed } })
    expect(details).toMatchObject({ obstacle: 'suppressed', isSuppressed: true })
    expect(await status(operator, retryMail, { body: { id: suppressed } })).toEqual([
      409,
      'mail_not_sendable',
    ])
  })

  test('is what the role reaches', async () => {
    const id = await addMail('kim@example.test', 'failed')
    expect(await readRecipients(ofOtherSite)).toEqual([])
    expect((await read(ofOtherSite)).counts.failed).toBe(0)
    expect(await status(ofOtherSite, readMail, { query: { id } })).toEqual([404, 'not_found'])
    expect(await status(ofOtherSite, retryMail, { body: { id } })).toEqual([404, 'not_found'])
    expect(await status(auditor, retryMail, { body: { id } })).toEqual([403, 'forbidden'])
    expect(await status(manager, listMails, {})).toEqual([403, 'forbidden'])
    expect(await status(ofThisSite, retryMail, { body: { id } })).toEqual([200, undefined])
  })
})

describe('addresses that get no mail', () => {
  const set = (person: Person, address: string, suppressed: boolean) =>
    status(person, setSuppression, { body: { address, suppressed } })

  test('are everybody’s, so that only roles for everything see and change them', async () => {
    expect(await set(operator, ' Gone@Example.test ', true)).toEqual([200, undefined])
    const { suppressions, total } = await on.api.call(listSuppressions, { token: auditor.token })
    expect([suppressions, total]).toEqual([
      [{ address: 'gone@example.test', reason: 'operator', at: expect.any(String) }],
      1,
    ])
    for (const person of [ofThisSite, manager]) {
      expect(await set(person, 'gone@example.test', false)).toEqual([403, 'forbidden'])
      expect(await status(person, listSuppressions, {})).toEqual([403, 'forbidden'])
    }
    expect(await set(auditor, 'gone@example.test', false)).toEqual([403, 'forbidden'])
  })

  test('get mail again; a repetition changes nothing and leaves no trace', async () => {
    await set(operator, 'gone@example.test', true)
    const count = (await listAuditEntries(on.api.db)).length
    await set(operator, 'gone@example.test', true)
    expect(await listAuditEntries(on.api.db)).toHaveLength(count)
    await set(operator, 'gone@example.test', false)
    const entries = await listAuditEntries(on.api.db)
    expect(entries.at(-1)).toMatchObject({
      action: 'setSuppression',
      detail: { address: '(hidden)', before: { suppressed: true }, after: { suppressed: false } },
    })
    expect(await queryRaw(on.api.db, 'select * from mail_suppressions')).toEqual([])
  })
})
