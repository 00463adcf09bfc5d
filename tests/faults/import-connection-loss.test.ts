// @module-tag adapter
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { selectTotals } from '#server/reports/commands/reported-totals.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { interceptStatements } from '#tests/support/intercept-statements.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  reportFileName,
} from '#tests/support/report-files.ts'
import {
  deleteReports,
  findBrokenReportInvariants,
  findBrokenRollupInvariants,
} from '#tests/support/report-invariants.ts'

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>
let olderFile: string
let newerFile: string
beforeAll(async () => {
  db = await createOwnDatabase()
  folder = await createReportFolder()
  await createChannel(
    db,
    await createAccount(db, await createSite(db), 'boss@example.test'),
    channelIdFor('one'),
  )
  olderFile = await folder.write(`older-${reportFileName('basic', day)}`, formatActivity([activityRow(day)]))
  newerFile = await folder.write(
    `newer-${reportFileName('basic', day)}`,
    formatActivity([activityRow(day, { views: 5000 })]),
  )
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})
afterEach(() => deleteReports(db))

const day = '2026-03-02'

/** Intercepts each statement and each commit. */
interface ConnectionFault {
  statement?(text: string): void
  /** Runs after a transaction's work, before it is committed. */
  beforeCommit?(last: string): void
  afterCommit?(last: string): void
}

/** Creates a database that loses its connection. */
function createFaultyDatabase(fault: ConnectionFault): Database {
  let last = ''
  const instrument = (queries: Queryable): Queryable =>
    interceptStatements(queries, async (text, run) => {
      fault.statement?.(text)
      if (!text.startsWith('copy ')) last = text
      return run()
    })
  return {
    ...db,
    ...instrument(db),
    async transaction(work) {
      fault.statement?.('begin')
      const result = await db.transaction(async (tx) => {
        const result = await work(instrument(tx))
        fault.beforeCommit?.(last)
        return result
      })
      fault.afterCommit?.(last)
      return result
    },
  }
}

const throwConnectionClosed = () => {
  throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })
}
const isPublish = (last: string) => last.includes('figures_revision')

const importOlder = () => importFiles(db, [olderFile], { created: new Date('2026-04-01T00:00:00Z') })
const importNewer = (database: Database = db) =>
  importFiles(database, [newerFile], { created: new Date('2026-05-01T00:00:00Z') })

async function expectViews(views: number): Promise<void> {
  expect(await selectTotals(db, 'day')).toMatchObject({ [day]: { views } })
  expect(await queryRaw(db, 'select views from network_daily')).toEqual([{ views }])
  expect(await findBrokenRollupInvariants(db)).toEqual([])
}

test('what the new load replaces cannot be removed: the new one counts, and the next import clears up', async () => {
  await importOlder()
  const { outcomes } = await importNewer(
    createFaultyDatabase({
      statement: (text) => text.startsWith('delete from activity_facts') && throwConnectionClosed(),
    }),
  )
  expect(outcomes).toMatchObject([{ result: 'loaded', rows: 1 }])
  await expectViews(5000)
  expect(await findBrokenReportInvariants(db)).toEqual(['activity facts of no current load'])
  expect((await importNewer()).outcomes).toMatchObject([{ result: 'unchanged' }])
  await expectViews(5000)
  expect(await findBrokenReportInvariants(db)).toEqual([])
})

test('the commit is done but its answer is lost: the load counts and is told so', async () => {
  await importOlder()
  const { outcomes } = await importNewer(
    createFaultyDatabase({ afterCommit: (last) => isPublish(last) && throwConnectionClosed() }),
  )
  expect(outcomes).toMatchObject([{ result: 'loaded', rows: 1 }])
  await expectViews(5000)
  expect((await importNewer()).outcomes).toMatchObject([{ result: 'unchanged', rows: 1 }])
  await expectViews(5000)
  expect(await findBrokenReportInvariants(db)).toEqual([])
})

test('the database is gone from the commit on: the next import finds the load there', async () => {
  await importOlder()
  let gone = false
  const broken = createFaultyDatabase({
    statement: () => gone && throwConnectionClosed(),
    afterCommit(last) {
      if (!isPublish(last)) return
      gone = true
      throwConnectionClosed()
    },
  })
  await expect(importNewer(broken)).rejects.toThrow('CONNECTION_CLOSED')
  await expectViews(5000)
  expect((await importNewer()).outcomes).toMatchObject([{ result: 'unchanged', rows: 1 }])
  await expectViews(5000)
  expect(await findBrokenReportInvariants(db)).toEqual([])
})

test('the connection is lost before the commit: nothing of the file is kept', async () => {
  await importOlder()
  const before = await queryRaw(db, 'select id from report_loads')
  await expect(
    importNewer(createFaultyDatabase({ beforeCommit: (last) => isPublish(last) && throwConnectionClosed() })),
  ).rejects.toThrow('CONNECTION_CLOSED')
  expect(await queryRaw(db, 'select id from report_loads')).toEqual(before)
  await expectViews(1000)
  expect(await findBrokenReportInvariants(db)).toEqual([])
})
