import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChannelLink } from '#contract/channel-link.ts'
import { channelWork, listsLeftBehind, restoreLost } from '#server/channels/work.ts'
import { type Youtube, type YoutubeChannel, YoutubeError } from '#server/channels/youtube.ts'
import type { Database } from '#server/db/connect.ts'
import type { JobName, OpenJobs } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import { noYoutube } from '#tests/support/api.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelNamed } from '#tests/support/facts.ts'
import { makeAccount, makeChannel, makeSite } from '#tests/support/people.ts'
import { hurry, startJobs, statesOf } from '#tests/support/working.ts'

let db: Database
let jobs: OpenJobs
let stop: () => Promise<void>
let manager: number
let calls = 0
let tell: (asked: string | ChannelLink) => Promise<YoutubeChannel | null>
const errors: string[] = []

const youtube: Youtube = {
  ...noYoutube,
  find: (link) => tell(link),
  read: (channelId) => {
    calls++
    return tell(channelId)
  },
}

const shown = (...descriptions: string[]): YoutubeChannel => ({
  channelId: channelNamed('found'),
  name: 'Found',
  handle: '@found',
  thumbnail: null,
  subscribers: null,
  descriptions,
})

beforeAll(async () => {
  db = await freshDatabase()
  manager = await makeAccount(db, await makeSite(db), 'boss@example.test')
})
afterAll(() => db.close())
beforeEach(async () => {
  calls = 0
  errors.length = 0
  const log = createLog('error', { write: (line: string) => void errors.push(line) })
  jobs = await startJobs(db, log)
  stop = await channelWork({ db, youtube, jobs, log })
})
afterEach(async () => {
  await stop()
  await jobs.close()
  await db.query('delete from jobs.job')
  await db.query('delete from channel_requests')
  await db.query('update channels set removed_at = now()')
})

let made = 0
const verifying = async () => {
  const id = await makeChannel(db, manager, channelNamed(`c${made++}`), {
    verification: 'verifying',
    approval: 0,
  })
  return id
}
const request = async () =>
  (
    await db.query<{ id: number }>(
      `insert into channel_requests (network_id, account_id, link, category)
      values ($1, $1, 'youtube.com/@found', 'music')
      returning id`,
      [manager],
    )
  )[0]?.id ?? 0
const send = async (name: JobName, id: number) => {
  await db.transaction((tx) => jobs.send(tx, name, id))
  jobs.nudge(name)
}
const stateOf = async (id: number) => {
  const [row] = await db.query<{ status: string; failure: string | null }>(
    `select verification_status as status,
      verification_failure as failure
    from channels
    where registration_id = $1`,
    [id],
  )
  return [row?.status, row?.failure]
}
/** Attempts until nothing waits any more. */
const exhaust = (name: JobName) =>
  expect
    .poll(
      async () => {
        await hurry(db, jobs, name)
        return (await statesOf(db, name)).every((state) => state === 'completed')
      },
      { timeout: 10_000 },
    )
    .toBe(true)

test.each([
  ['verified', null, shown('nothing', 'Code: abcd-1234')],
  ['pending', 'code_missing', shown('nothing', 'ABCD12345')],
  ['pending', 'channel_gone', null],
] as const)('a verification ends as %s, %s', async (status, failure, told) => {
  tell = async () => told
  const id = await verifying()
  await send('verify-channel', id)
  await expect.poll(() => stateOf(id)).toEqual([status, failure])
  await expect.poll(() => statesOf(db, 'verify-channel')).toEqual(['completed'])
  expect([calls, errors]).toEqual([1, []])
})

test.each(['quota', 'no_answer'] as const)(
  '%s is tried again a few times before it is the result',
  async (trouble) => {
    tell = async () => {
      throw new YoutubeError(trouble)
    }
    const id = await verifying()
    await send('verify-channel', id)
    await expect.poll(() => statesOf(db, 'verify-channel')).toEqual(['retry'])
    expect(await stateOf(id)).toEqual(['verifying', null])
    await exhaust('verify-channel')
    expect(await stateOf(id)).toEqual(['pending', trouble])
    expect([calls, errors]).toEqual([4, []])
  },
)

test('what the platform tells at the second attempt counts', async () => {
  tell = async () => {
    if (calls === 1) throw new YoutubeError('no_answer')
    return shown('ABCD1234')
  }
  const id = await verifying()
  await send('verify-channel', id)
  await expect.poll(() => calls).toBe(1)
  await exhaust('verify-channel')
  expect(await stateOf(id)).toEqual(['verified', null])
})

test('a bug is logged, and leaves nothing verifying for ever', async () => {
  tell = async () => {
    throw new TypeError('a bug')
  }
  const id = await verifying()
  await send('verify-channel', id)
  await exhaust('verify-channel')
  expect(await stateOf(id)).toEqual(['pending', 'no_answer'])
  expect([calls, errors.length]).toEqual([4, 4])
})

test('a channel that was removed meanwhile is not asked for', async () => {
  const id = await verifying()
  await db.query('update channels set removed_at = now() where registration_id = $1', [id])
  await send('verify-channel', id)
  await expect.poll(() => statesOf(db, 'verify-channel')).toEqual(['completed'])
  expect(calls).toBe(0)
})

test('work that was lost is found again', async () => {
  tell = async (asked) => (typeof asked === 'string' ? shown('ABCD1234') : shown())
  const [id, waiting] = [await verifying(), await request()]
  await restoreLost(db, jobs)
  await expect.poll(() => stateOf(id)).toEqual(['verified', null])
  await expect.poll(() => db.query('select id from channel_requests where id = $1', [waiting])).toEqual([])
  await restoreLost(db, jobs)
  expect(await statesOf(db, 'verify-channel')).toEqual(['completed'])
})

test('lists that stay behind their figures are made, not those that somebody is about to make', async () => {
  const revisions = async () =>
    (
      await db.query<{ data: number; lists: number }>(
        'select data_revision as data, lists_revision as lists from report_state',
      )
    )[0]
  const change = () => db.query('update report_state set data_revision = data_revision + 1')
  const look = listsLeftBehind(db, jobs)
  for (let at = 0; at < 3; at++) {
    await change()
    await look()
  }
  expect(await statesOf(db, 'refresh-lists')).toEqual([])
  await look()
  await expect.poll(() => statesOf(db, 'refresh-lists')).toEqual(['completed'])
  const { data, lists } = (await revisions()) ?? {}
  expect(lists).toBe(data)
  await look()
  expect(await statesOf(db, 'refresh-lists')).toEqual(['completed'])
})

test('a verification that is asked for as the last one ends is begun', async () => {
  const id = await verifying()
  tell = async () => {
    // Settled, and wanted again, before the first attempt counts as done.
    if (calls > 1) return shown('ABCD1234')
    setTimeout(() => void again(), 0)
    return shown('nothing')
  }
  const again = async (): Promise<void> => {
    await expect.poll(() => stateOf(id)).toEqual(['pending', 'code_missing'])
    await db.query(`update channels set verification_status = 'verifying' where registration_id = $1`, [id])
    await send('verify-channel', id)
  }
  await send('verify-channel', id)
  await expect.poll(() => stateOf(id)).toEqual(['verified', null])
})

const noQuota = async (): Promise<null> => {
  throw new YoutubeError('quota')
}

async function expectGivenUp(failure: string): Promise<void> {
  const id = await request()
  await send('find-channel', id)
  await exhaust('find-channel')
  expect(await db.query('select failure from channel_requests')).toEqual([{ failure }])
}

test('a registration that waited is given up when there is no such channel, or never an answer', async () => {
  tell = async () => null
  await expectGivenUp('channel_unknown')
  await db.query('delete from channel_requests')
  tell = noQuota
  await expectGivenUp('quota')
})

test('a registration that waited for somebody who has left is no longer there', async () => {
  const id = await request()
  await db.query('update accounts set removed_at = now() where id = $1', [manager])
  await send('find-channel', id)
  await expect.poll(() => db.query('select id from channel_requests')).toEqual([])
  await db.query('update accounts set removed_at = null where id = $1', [manager])
  expect(errors).toEqual([])
})

test('without quota a registration waits for hours', async () => {
  tell = noQuota
  await send('find-channel', await request())
  await expect.poll(() => statesOf(db, 'find-channel')).toEqual(['retry'])
  const [job] = await db.query<{ hours: number }>(
    `select round(extract(epoch from start_after - now()) / 3600)::integer as hours from jobs.job`,
  )
  expect(job?.hours).toBe(6)
})

test('a registration that waited completes by itself', async () => {
  tell = async () => shown()
  const id = await request()
  await send('find-channel', id)
  await expect.poll(() => db.query('select id from channel_requests')).toEqual([])
  expect(
    await db.query(
      `select name, handle, verification_status as status from channels where removed_at is null`,
    ),
  ).toEqual([{ name: 'Found', handle: '@found', status: 'pending' }])
})
