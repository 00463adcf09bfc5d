import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHealth, retryJobs } from '#contract/operations/desk/health.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { syncAlerts } from '#server/platform/alerts/alerts.ts'
import { createSite, listAuditEntries } from '#tests/support/accounts.ts'
import { createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { startJobs } from '#tests/support/jobs.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

const recording = createRecordingJobs()

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let auditor: Person
let ofOneSite: Person
let manager: Person

beforeAll(async () => {
  on = await startFactorApi(undefined, recording.jobs)
  await on.reset()
  await createSite(on.api.db, 'desk.test')
  operator = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofOneSite = await on.createOperator('--for-site', 'example.test')
  manager = await on.createPerson('manager')
})
afterAll(() => on.api.close())

const read = ({ token }: Person) => on.api.call(readHealth, { token })
const status = async ({ token }: Person, endpoint: Endpoint, body?: object) =>
  (await on.api.request(endpoint, { token, body })).status

test('says what doctor says, and checks once for many who ask within seconds', async () => {
  const { db, clock } = on.api
  const [one, other] = await Promise.all([read(operator), read(auditor)])
  expect(one.checkedAt).toBe(other.checkedAt)
  const doctor = JSON.parse((await runOperator(db, 'doctor', '--json')).text) as { subject: string }[]
  // The command of the tests has a data folder of its own.
  const subjects = doctor.map(({ subject }) => subject).filter((subject) => subject !== 'private files')
  expect(one.findings.map(({ subject }) => subject).filter((subject) => subject !== 'private files')).toEqual(
    subjects,
  )
  expect(one.findings.find(({ subject }) => subject === 'schema')?.status).toBe('ok')
  expect(one).toMatchObject({ missingMigrations: [], node: process.versions.node })
  expect(one.databaseBytes).toBeGreaterThan(0)
  clock.now = new Date(clock.now.getTime() + 10_000)
  expect((await read(operator)).checkedAt).not.toBe(one.checkedAt)
})

test('has alerts that are open, and those that ended in the last 90 days', async () => {
  const { db, clock } = on.api
  const daysAgo = (days: number) => new Date(clock.now.getTime() - days * 86_400_000)
  await syncAlerts(db, 'main', [{ kind: 'storage' }], [], daysAgo(120))
  await syncAlerts(db, 'main', [], [], daysAgo(100))
  await syncAlerts(db, 'main', [{ kind: 'reports-late', day: '2026-03-01' }], [], daysAgo(9))
  await syncAlerts(db, 'main', [{ kind: 'client-rejected' }], [], daysAgo(8))
  const { alerts } = await read(operator)
  expect(alerts.map(({ kind, endedAt }) => [kind, endedAt])).toEqual([
    ['client-rejected', null],
    ['reports-late', daysAgo(8).toISOString()],
  ])
})

test('failed jobs are shown with their error, and run again once, with a trace', async () => {
  const { db } = on.api
  const jobs = await startJobs(db)
  await queryRaw(
    db,
    `insert into jobs.job (name, data, state, singleton_key, created_on, completed_on, output)
    select 'find-channel', jsonb_build_object('id', n), 'failed', n::text, now() - interval '2 hours',
      now() - interval '1 hour', '{"message": "YouTube does not answer"}'
    from generate_series(1, 2) n`,
  )
  const find = async () => (await read(operator)).jobs.find(({ name }) => name === 'find-channel')
  expect(await find()).toMatchObject({ failed: 2, error: 'YouTube does not answer' })
  const { count } = await on.api.call(retryJobs, { token: operator.token, body: { name: 'find-channel' } })
  expect(count).toBe(2)
  expect((await listAuditEntries(db)).at(-1)).toMatchObject({
    action: 'retryJobs',
    detail: { job: 'find-channel', before: { failed: 2 }, after: { failed: 0 } },
  })
  for (const id of [1, 2]) await db.transaction((tx) => jobs.enqueue(tx, 'find-channel', id))
  expect(await find()).toMatchObject({ failed: 0, waiting: 2 })
  await jobs.close()
})

test('is about the whole installation: only for roles for everything', async () => {
  expect(await status(ofOneSite, readHealth)).toBe(403)
  expect(await status(manager, readHealth)).toBe(403)
  expect(await status(auditor, retryJobs, { name: 'send-mail' })).toBe(403)
  expect(await status(ofOneSite, retryJobs, { name: 'send-mail' })).toBe(403)
  expect(await status(operator, retryJobs, { name: 'no-job' })).toBe(422)
  const before = (await listAuditEntries(on.api.db)).length
  expect(await status(operator, retryJobs, { name: 'send-mail' })).toBe(200)
  expect(await listAuditEntries(on.api.db)).toHaveLength(before)
})
