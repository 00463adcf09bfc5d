import type { Database } from '#server/db/connect.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { type Attempt, Later, type OpenJobs } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import { selectRequest, settleRequest } from './registration.ts'
import { deleteAbandoned } from './requests.ts'
import { selectVerifying, settleVerification } from './verification.ts'
import { type Youtube, YoutubeError } from './youtube.ts'

interface Surroundings {
  db: Database
  log: Log
  youtube: Youtube
  jobs: OpenJobs
}

const searchEveryMs = 60_000
const mostAtOnce = 1_000
const hour = 3_600

/** Does the work of channels in the background, and finds such as has been lost. @returns how to stop the search */
export async function channelWork(surroundings: Surroundings): Promise<() => Promise<void>> {
  const { db, jobs, log } = surroundings
  await jobs.work(
    'verify-channel',
    (id, attempt) => verify(surroundings, id, attempt),
    (id) => isVerifying(db, id),
  )
  await jobs.work('find-channel', (id, attempt) => find(surroundings, id, attempt))
  await jobs.work('refresh-lists', () => refreshLists(db))
  const restoreLists = listsLeftBehind(db, jobs)
  const search = () =>
    restoreLost(db, jobs)
      .then(restoreLists)
      .catch((err: unknown) => log.warn({ err }, 'lost work could not be looked for'))
  await search()
  const timer = setInterval(() => void search(), searchEveryMs)
  timer.unref()
  return async () => clearInterval(timer)
}

/** Work for what waits for some and has none, as after a crash in between. */
export async function restoreLost(db: Database, jobs: Pick<OpenJobs, 'restore'>): Promise<void> {
  const waiting = await db.query<{ name: 'verify-channel' | 'find-channel'; id: number }>(
    `(
      select 'verify-channel' as name,
        registration_id as id
      from channels
      where verification_status = 'verifying'
        and removed_at is null
      limit $1
    )
    union all
    (
      select 'find-channel' as name,
        id
      from channel_requests
      where failure is null
      limit $1
    )`,
    [mostAtOnce],
  )
  for (const name of ['verify-channel', 'find-channel'] as const) {
    await jobs.restore(
      name,
      waiting.filter((one) => one.name === name).map(({ id }) => id),
    )
  }
}

/**
 * Asks for lists that were behind their figures at the last look, too: whoever was to make them has ended. An import
 * that goes on changes the figures, and makes the lists itself.
 */
export function listsLeftBehind(db: Database, jobs: Pick<OpenJobs, 'restore'>): () => Promise<void> {
  let last: number | undefined
  return async () => {
    const [state] = await db.query<{ revision: number }>(
      'select data_revision as revision from report_state where lists_revision <> data_revision',
    )
    if (state && state.revision === last) await jobs.restore('refresh-lists', [0])
    last = state?.revision
  }
}

async function verify({ db, youtube, jobs, log }: Surroundings, id: number, attempt: Attempt): Promise<void> {
  const wanted = await selectVerifying(db, id)
  if (!wanted) return
  await trying(
    attempt,
    log,
    async () => {
      const channel = await youtube.read(wanted.channelId, attempt.signal)
      attempt.signal.throwIfAborted()
      const seen = channel?.descriptions.some((text) => showsCode(text, wanted.code))
      await settleVerification(db, id, seen ? 'verified' : channel ? 'code_missing' : 'channel_gone', jobs)
    },
    (trouble) => settleVerification(db, id, trouble, jobs),
  )
}

async function find({ db, youtube, log }: Surroundings, id: number, attempt: Attempt): Promise<void> {
  const request = await selectRequest(db, id)
  if (!request) return deleteAbandoned(db, id)
  await trying(
    attempt,
    log,
    async () => {
      const found = await youtube.find(request.link, attempt.signal)
      attempt.signal.throwIfAborted()
      await settleRequest(db, id, found ? { found } : { failure: 'channel_unknown' })
    },
    (failure) => settleRequest(db, id, { failure }),
    // Nobody looks on, and five pauses reach into the platform's next day.
    6 * hour,
  )
}

/** Puts off what cannot be done now; when no other attempt is left, it is given up, so that nothing waits for ever. */
async function trying(
  attempt: Attempt,
  log: Log,
  work: () => Promise<void>,
  giveUp: (trouble: YoutubeError['trouble']) => Promise<void>,
  secondsWithoutQuota?: number,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    // The process ends: the attempt did not fail, it was given back.
    if (attempt.signal.reason instanceof Later) throw error
    const trouble = error instanceof YoutubeError ? error.trouble : 'no_answer'
    if (!attempt.last) {
      if (!isExpected(error, attempt)) throw error
      throw new Later(trouble === 'quota' ? secondsWithoutQuota : undefined, error)
    }
    if (!isExpected(error, attempt)) log.error({ err: error }, 'the last attempt has failed')
    await giveUp(trouble)
  }
}

const isExpected = (error: unknown, { signal }: Attempt) =>
  error instanceof YoutubeError || (signal.aborted && error === signal.reason)

/** Waits for whoever is changing it: what they ask for while an attempt still counts as running would be lost. */
async function isVerifying(db: Database, id: number): Promise<boolean> {
  const [channel] = await db.query<{ verifying: boolean }>(
    `select verification_status = 'verifying' and removed_at is null as verifying
    from channels
    where registration_id = $1
    for update`,
    [id],
  )
  return channel?.verifying ?? false
}

/** Korean and Chinese words stand beside a code without a space. */
const part = '[\\p{Script=Latin}\\p{N}]'

/**
 * Whether a description shows a code: with its hyphen or without, in any case or width, and not as a part of something
 * longer.
 */
export function showsCode(description: string, code: string): boolean {
  const [first, second] = [code.slice(0, 4), code.slice(4)]
  const alone = new RegExp(`(?<!${part})${first}[\\p{Pd}\\u2212]?${second}(?!${part})`, 'iu')
  return alone.test(description.normalize('NFKC'))
}
