import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assignWaiting, readToday, snoozeWaiting } from '#contract/operations/desk/today.ts'
import { readMe } from '#contract/people/session.ts'
import { syncAlerts } from '#server/platform/alerts/alerts.ts'
import { createChannel, createSite, listAuditEntries } from '#tests/support/accounts.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let colleague: Person
let ofOtherSite: Person
let auditor: Person
let manager: Person

beforeAll(async () => {
  on = await startFactorApi()
  await on.reset()
  await createSite(on.api.db, 'desk.test')
  operator = await on.createOperator()
  colleague = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofOtherSite = await on.createOperator('--for-site', 'desk.test')
  manager = await on.createPerson('manager')
})
afterAll(() => on.api.close())
beforeEach(async () => {
  await queryRaw(on.api.db, 'delete from operator_alerts')
  await queryRaw(on.api.db, 'delete from waiting_marks')
  await queryRaw(on.api.db, 'delete from mails')
  await queryRaw(on.api.db, 'delete from channels')
})

const hoursAgo = (hours: number) => new Date(on.api.clock.now.getTime() - hours * 3_600_000)

async function addWaitingChannel(name: string, hours: number): Promise<void> {
  const id = await createChannel(on.api.db, manager.networkId, channelIdFor(name), { approval: 0 })
  await queryRaw(on.api.db, 'update channels set name = $2, verified_at = $3 where registration_id = $1', [
    id,
    name,
    hoursAgo(hours),
  ])
}

const read = ({ token }: Person) => on.api.call(readToday, { token })
const readKeys = async (person: Person) => (await read(person)).items.map(({ key }) => key)

describe('today', () => {
  test('lists what waits, worst harm first, with its limit and the oldest', async () => {
    const { db, clock } = on.api
    await addWaitingChannel('young', 1)
    await addWaitingChannel('old', 49)
    await syncAlerts(db, 'main', [{ kind: 'consent-ends', day: '2026-12-01' }], [], clock.now)
    await syncAlerts(db, 'second', [{ kind: 'reports-refused', day: '2026-11-01', count: 2 }], [], clock.now)
    const { items, snoozed } = await read(operator)
    expect(
      items.map(({ kind, harm, count, overdue, oldest }) => [kind, harm, count, overdue, oldest]),
    ).toEqual([
      ['alert', 'figures', 1, 0, null],
      ['reviews', 'people', 2, 1, 'old'],
      ['alert', 'soon', 1, 0, null],
    ])
    expect(snoozed).toBe(0)
    expect(items[1]).toMatchObject({
      since: hoursAgo(49).toISOString(),
      dueAt: hoursAgo(1).toISOString(),
      assignee: null,
    })
  })

  test('counts mail that did not arrive in the last week, and people whose sign-ins were blocked', async () => {
    const { db } = on.api
    const addMail = (state: string, hours: number) =>
      queryRaw(
        db,
        `insert into mails (event_key, site_id, account_id, kind, recipient, locale, data, state, created_at, changed_at)
        select $1, a.site_id, a.id, 'new-device', a.email, 'ko', '{}', $2, $3, $3
        from accounts a
        where a.id = $4`,
        [`${state} ${hours}`, state, hoursAgo(hours), manager.id],
      )
    await addMail('failed', 2)
    await addMail('uncertain', 30)
    await addMail('failed', 200)
    await addMail('sent', 1)
    const { items } = await read(operator)
    expect(items).toMatchObject([{ kind: 'mails', harm: 'people', count: 2, overdue: 1 }])
  })

  test('is what the role reaches: nothing of another site', async () => {
    await addWaitingChannel('elsewhere', 3)
    await syncAlerts(on.api.db, 'main', [{ kind: 'storage' }], [], on.api.clock.now)
    expect(await readKeys(ofOtherSite)).toEqual([])
    expect((await readKeys(auditor)).length).toBe(2)
  })

  test('is only for people with a role on the installation, in a session with a second factor', async () => {
    const { status, body } = await on.api.request(readToday, { token: manager.token })
    expect([status, body.code]).toEqual([403, 'forbidden'])
    const locked = await on.createPerson()
    await runOperator(on.api.db, ...['account', 'grant-operator', locked.email, '--site', 'example.test'])
    expect((await on.api.request(readToday, { token: locked.token })).status).toBe(403)
    const isLocked = async ({ token }: Person) =>
      (await on.api.call(readMe, { token })).user.settings.desk_locked
    expect([await isLocked(locked), await isLocked(operator), await isLocked(manager)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('what waits', () => {
  const change = async (
    person: Person,
    endpoint: typeof assignWaiting | typeof snoozeWaiting,
    body: object,
  ) => (await on.api.request(endpoint, { token: person.token, body: body as never })).status

  test('can be taken by one and let go of, with a trace', async () => {
    await addWaitingChannel('mine', 3)
    expect(await change(operator, assignWaiting, { key: 'reviews', mine: true })).toBe(200)
    const assignee = async (person: Person) => (await read(person)).items[0]?.assignee?.id
    expect(await assignee(colleague)).toBe(operator.id)
    expect(await change(colleague, assignWaiting, { key: 'reviews', mine: true })).toBe(200)
    expect(await assignee(operator)).toBe(colleague.id)
    expect(await change(operator, assignWaiting, { key: 'reviews', mine: false })).toBe(200)
    expect(await assignee(operator)).toBe(undefined)
    expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({
      action: 'assignWaiting',
      detail: { waiting: 'reviews', after: { assignee: null } },
    })
  })

  test('can be put off for everybody, and is back in time or at once', async () => {
    await addWaitingChannel('later', 3)
    expect(await change(operator, snoozeWaiting, { key: 'reviews', hours: 4 })).toBe(200)
    expect(await read(colleague)).toMatchObject({ items: [], snoozed: 1 })
    const { clock } = on.api
    const start = clock.now
    clock.now = new Date(start.getTime() + 4 * 3_600_000 + 1)
    expect(await readKeys(colleague)).toEqual(['reviews'])
    clock.now = start
    expect(await change(operator, snoozeWaiting, { key: 'reviews', hours: null })).toBe(200)
    expect(await readKeys(colleague)).toEqual(['reviews'])
    expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({
      action: 'snoozeWaiting',
      detail: { after: { snoozed_until: null } },
    })
  })

  test('is put off for those whose roles reach the same only', async () => {
    const ofSite = await on.createOperator('--for-site', 'example.test')
    await addWaitingChannel('shared', 3)
    expect(await change(ofSite, snoozeWaiting, { key: 'reviews', hours: 24 })).toBe(200)
    expect(await readKeys(ofSite)).toEqual([])
    expect(await readKeys(operator)).toEqual(['reviews'])
    expect(await change(operator, assignWaiting, { key: 'reviews', mine: true })).toBe(200)
    expect(await change(ofSite, snoozeWaiting, { key: 'reviews', hours: null })).toBe(200)
    expect((await read(ofSite)).items[0]?.assignee).toBeNull()
  })

  test('is found only where the role reaches, and changed by operators only', async () => {
    await addWaitingChannel('seen', 3)
    expect(await change(ofOtherSite, assignWaiting, { key: 'reviews', mine: true })).toBe(404)
    expect(await change(operator, assignWaiting, { key: 'mails', mine: true })).toBe(404)
    expect(await change(auditor, assignWaiting, { key: 'reviews', mine: true })).toBe(403)
    expect(await change(auditor, snoozeWaiting, { key: 'reviews', hours: 4 })).toBe(403)
    expect(await change(operator, snoozeWaiting, { key: 'reviews', hours: 5 })).toBe(422)
    expect(await queryRaw(on.api.db, 'select * from waiting_marks')).toEqual([])
  })
})
