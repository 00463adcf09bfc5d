// @module-tag extended
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChannelLink } from '#contract/channels/channel-link.ts'
import { recoverLostJobs, startChannelWorkers } from '#server/channels/workers.ts'
import { type YoutubeChannel, type YoutubeClient, YoutubeError } from '#server/channels/youtube/types.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { JobName, ManagedJobQueue } from '#server/platform/jobs/queue.ts'
import { createLog } from '#server/platform/log.ts'
import { createListRecovery, startListWorker } from '#server/reports/lists/list-worker.ts'
import { createAccount, createChannel, createSite, findPerson } from '#tests/support/accounts.ts'
import { unavailableYoutube } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { listJobStates, runRetriesNow, startJobs } from '#tests/support/jobs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let db: Database
let jobs: ManagedJobQueue
let stop: () => Promise<void>
let managerId: number
let calls = 0
let respond: (asked: string | ChannelLink) => Promise<YoutubeChannel | null>
const errors: string[] = []
const clock = { now: new Date() }

const youtube: YoutubeClient = {
  ...unavailableYoutube,
  findChannel: (link) => respond(link),
  getChannel: (channelId) => {
    calls++
    return respond(channelId)
  },
}

const buildChannel = (...descriptions: string[]): YoutubeChannel => ({
  channelId: channelIdFor('found'),
  name: 'Found',
  handle: '@found',
  thumbnail: null,
  subscribers: 12_300,
  videoCount: 42,
  descriptions,
})

beforeAll(async () => {
  db = await createOwnDatabase()
  managerId = await createAccount(db, await createSite(db), 'boss@example.test')
})
afterAll(() => db.close())
beforeEach(async () => {
  calls = 0
  errors.length = 0
  const log = createLog('error', { write: (line: string) => void errors.push(line) })
  jobs = await startJobs(db, log)
  const stopChannelWorkers = await startChannelWorkers({ db, youtube, jobs, log, now: () => clock.now })
  const stopListWorker = await startListWorker({ db, jobs, log })
  stop = async () => {
    await stopChannelWorkers()
    await stopListWorker()
  }
})
afterEach(async () => {
  await stop()
  await jobs.close()
  await queryRaw(db, 'delete from jobs.job')
  await queryRaw(db, 'delete from channel_requests')
  await queryRaw(db, 'update channels set removed_at = now()')
})

let channelCount = 0
const createVerifyingChannel = async () => {
  const id = await createChannel(db, managerId, channelIdFor(`c${channelCount++}`), {
    verification: 'verifying',
    approval: 0,
  })
  return id
}
const createRequest = async () =>
  (
    await queryRaw<{ id: number }>(
      db,
      `insert into channel_requests (network_id, account_id, link, category)
      values ($1, $2, 'youtube.com/@found', 'music')
      returning id`,
      [managerId, await findPerson(db, 'boss@example.test')],
    )
  )[0]?.id ?? 0
const sendJob = async (name: JobName, id: number) => {
  await db.transaction((tx) => jobs.enqueue(tx, name, id))
  jobs.wake(name)
}
const readVerification = async (id: number) => {
  const [row] = await queryRaw<{ status: string; failure: string | null }>(
    db,
    `select verification_status as status,
      verification_failure as failure
    from channels
    where registration_id = $1`,
    [id],
  )
  return [row?.status, row?.failure]
}
/** Runs attempts until none is waiting. */
const runUntilDone = (name: JobName) =>
  expect
    .poll(
      async () => {
        await runRetriesNow(db, jobs, name)
        return (await listJobStates(db, name)).every((state) => state === 'completed')
      },
      { timeout: 10_000 },
    )
    .toBe(true)

test.each([
  ['verified', null, buildChannel('nothing', 'Code: abcd-1234')],
  ['pending', 'code_missing', buildChannel('nothing', 'ABCD12345')],
  ['pending', 'channel_gone', null],
] as const)('a verification ends as %s, %s', async (status, failure, reply) => {
  respond = async () => reply
  const id = await createVerifyingChannel()
  await sendJob('verify-channel', id)
  await expect.poll(() => readVerification(id)).toEqual([status, failure])
  await expect.poll(() => listJobStates(db, 'verify-channel')).toEqual(['completed'])
  expect([calls, errors]).toEqual([1, []])
  const statistics = 'select subscribers, video_count as videos from channels where registration_id = $1'
  const counted = reply ? { subscribers: 12_300, videos: 42 } : { subscribers: null, videos: null }
  expect(await queryRaw(db, statistics, [id])).toEqual([counted])
})

test.each(['quota', 'no_answer'] as const)(
  '%s is tried again a few times before it is the result',
  async (trouble) => {
    respond = async () => {
      throw new YoutubeError(trouble)
    }
    const id = await createVerifyingChannel()
    await sendJob('verify-channel', id)
    await expect.poll(() => listJobStates(db, 'verify-channel')).toEqual(['retry'])
    expect(await readVerification(id)).toEqual(['verifying', null])
    await runUntilDone('verify-channel')
    expect(await readVerification(id)).toEqual(['pending', trouble])
    expect([calls, errors]).toEqual([4, []])
  },
)

test('what the platform tells at the second attempt counts', async () => {
  respond = async () => {
    if (calls === 1) throw new YoutubeError('no_answer')
    return buildChannel('ABCD1234')
  }
  const id = await createVerifyingChannel()
  await sendJob('verify-channel', id)
  await expect.poll(() => calls).toBe(1)
  await runUntilDone('verify-channel')
  expect(await readVerification(id)).toEqual(['verified', null])
})

test('a bug is logged, and leaves nothing verifying for ever', async () => {
  respond = async () => {
    throw new TypeError('a bug')
  }
  const id = await createVerifyingChannel()
  await sendJob('verify-channel', id)
  await runUntilDone('verify-channel')
  expect(await readVerification(id)).toEqual(['pending', 'no_answer'])
  expect([calls, errors.length]).toEqual([4, 4])
})

test('a channel that was removed meanwhile is not asked for', async () => {
  const id = await createVerifyingChannel()
  await queryRaw(db, 'update channels set removed_at = now() where registration_id = $1', [id])
  await sendJob('verify-channel', id)
  await expect.poll(() => listJobStates(db, 'verify-channel')).toEqual(['completed'])
  expect(calls).toBe(0)
})

test('work that was lost is found again', async () => {
  respond = async (asked) => (typeof asked === 'string' ? buildChannel('ABCD1234') : buildChannel())
  const [id, waiting] = [await createVerifyingChannel(), await createRequest()]
  await recoverLostJobs(db, jobs)
  await expect.poll(() => readVerification(id)).toEqual(['verified', null])
  await expect
    .poll(() => queryRaw(db, 'select id from channel_requests where id = $1', [waiting]))
    .toEqual([])
  await recoverLostJobs(db, jobs)
  expect(await listJobStates(db, 'verify-channel')).toEqual(['completed'])
})

test('lists that stay behind their figures are made, not those that somebody is about to make', async () => {
  const revisions = async () =>
    (
      await queryRaw<{ data: number; lists: number }>(
        db,
        'select data_revision as data, lists_revision as lists from report_state',
      )
    )[0]
  const change = () => queryRaw(db, 'update report_state set data_revision = data_revision + 1')
  const look = createListRecovery(db, jobs)
  for (let at = 0; at < 3; at++) {
    await change()
    await look()
  }
  expect(await listJobStates(db, 'refresh-lists')).toEqual([])
  await look()
  await expect.poll(() => listJobStates(db, 'refresh-lists')).toEqual(['completed'])
  const { data, lists } = (await revisions()) ?? {}
  expect(lists).toBe(data)
  await look()
  expect(await listJobStates(db, 'refresh-lists')).toEqual(['completed'])
})

test('a verification that is asked for as the last one ends is begun', async () => {
  const id = await createVerifyingChannel()
  respond = async () => {
    // The channel was settled, and requested again, before the first attempt counts as done.
    if (calls > 1) return buildChannel('ABCD1234')
    setTimeout(() => void again(), 0)
    return buildChannel('nothing')
  }
  const again = async (): Promise<void> => {
    await expect.poll(() => readVerification(id)).toEqual(['pending', 'code_missing'])
    await queryRaw(db, `update channels set verification_status = 'verifying' where registration_id = $1`, [
      id,
    ])
    await sendJob('verify-channel', id)
  }
  await sendJob('verify-channel', id)
  await expect.poll(() => readVerification(id)).toEqual(['verified', null])
})

const throwQuotaError = async (): Promise<null> => {
  throw new YoutubeError('quota')
}

async function expectFailure(failure: string): Promise<void> {
  const id = await createRequest()
  await sendJob('find-channel', id)
  await runUntilDone('find-channel')
  expect(await queryRaw(db, 'select failure from channel_requests')).toEqual([{ failure }])
}

test('a registration that waited is given up when there is no such channel, or never an answer', async () => {
  respond = async () => null
  await expectFailure('channel_unknown')
  await queryRaw(db, 'delete from channel_requests')
  respond = throwQuotaError
  await expectFailure('quota')
})

test('a registration that waited for somebody who has left is no longer there', async () => {
  const id = await createRequest()
  const person = await findPerson(db, 'boss@example.test')
  await queryRaw(db, 'update accounts set removed_at = now() where id = $1', [person])
  await sendJob('find-channel', id)
  await expect.poll(() => queryRaw(db, 'select id from channel_requests')).toEqual([])
  await queryRaw(db, 'update accounts set removed_at = null where id = $1', [person])
  expect(errors).toEqual([])
})

test('without quota a registration waits for hours', async () => {
  respond = throwQuotaError
  await sendJob('find-channel', await createRequest())
  await expect.poll(() => listJobStates(db, 'find-channel')).toEqual(['retry'])
  const [job] = await queryRaw<{ hours: number }>(
    db,
    `select round(extract(epoch from start_after - now()) / 3600)::integer as hours from jobs.job`,
  )
  expect(job?.hours).toBe(6)
})

test('a registration that waited completes by itself', async () => {
  respond = async () => buildChannel()
  const id = await createRequest()
  await sendJob('find-channel', id)
  await expect.poll(() => queryRaw(db, 'select id from channel_requests')).toEqual([])
  expect(
    await queryRaw(
      db,
      `select name, handle, verification_status as status from channels where removed_at is null`,
    ),
  ).toEqual([{ name: 'Found', handle: '@found', status: 'pending' }])
})
