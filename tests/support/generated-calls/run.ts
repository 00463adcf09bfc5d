import { headerNames } from '#contract/platform/headers.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { needsSession } from '#tests/support/access.ts'
import { password } from '#tests/support/accounts.ts'
import { startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
} from '#tests/support/channel-fixtures.ts'
import { issueMailLink } from '#tests/support/mails.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createCallGenerator, freeChannels, type GeneratedCall } from './call-generator.ts'
import { createCredentials } from './credentials.ts'
import { createInputValues } from './input-values.ts'
import { createMemory } from './memory.ts'
import { createRandom } from './random.ts'
import {
  abortedStatus,
  checkReply,
  decodeText,
  getRequestText,
  type Reply,
  readOperations,
} from './reply-checks.ts'
import { createWorld } from './world.ts'

const callsAtOnce = 24
const maxOpenStreams = 12

/** Number of calls, by endpoint and status. */
export type CallCounts = Map<string, Map<number, number>>

export interface RoundOptions {
  calls: number
  counts?: CallCounts
  /** Changes a reply before it is checked, to prove that the checks notice. */
  distort?: (call: GeneratedCall, reply: Reply) => Reply
}

/** Makes generated calls on a world of their own, in an empty database. Equal seeds make equal calls. */
export async function createRound(db: Database, seed: number) {
  const random = createRandom(seed)
  const unsubscribers: (() => void)[] = []
  const roundDb: Database = {
    ...db,
    listen(listener) {
      const unsubscribe = db.listen(listener)
      unsubscribers.push(unsubscribe)
      return unsubscribe
    },
  }
  let lastError: unknown
  const log: Log = Object.assign(Object.create(createLog('silent')), {
    error: ({ err }: { err: unknown }) => {
      lastError = err
    },
  })
  const youtube = createInMemoryYoutube(...freeChannels.map((id) => buildYoutubeChannel(id)))
  const api = await startApi(roundDb, log, { youtube: youtube.youtube, jobs: createRecordingJobs().jobs })
  const { clock } = api
  const world = await createWorld(db, clock.now)
  const operations = readOperations(await (await api.send('openapi.json')).json())
  const memory = createMemory(random)
  const values = createInputValues(random, seed)
  const credentials = createCredentials(world, random, () => clock.now)
  const generator = createCallGenerator(world, { random, values, memory, operations, credentials })
  const context = { world, memory, operations, findLinkSite: credentials.findLinkSite }
  const streams: ReadableStreamDefaultReader[] = []

  async function send({ endpoint, url, method, headers, body }: GeneratedCall): Promise<Reply> {
    const init = { method, headers, ...(body !== undefined && { body }) }
    const response = await api.send(url.slice('http://localhost/api/'.length), init)
    const reply = { status: response.status, headers: response.headers }
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream'))
      try {
        return { ...reply, bytes: new Uint8Array(await response.arrayBuffer()) }
      } catch (error) {
        // An export breaks off if the caller's session ends or the figures change in the meantime.
        if (endpoint?.media === 'csv') return { ...reply, status: abortedStatus, bytes: new Uint8Array() }
        throw error
      }
    const reader = response.body?.getReader()
    if (reader) streams.push(reader)
    return { ...reply, bytes: new Uint8Array() }
  }

  async function learn(call: GeneratedCall, { status, headers, bytes }: Reply): Promise<void> {
    const etag = headers.get('ETag')
    if (etag) generator.learnEtag(etag)
    // The session has ended. A wrong password does not end it, so calls continue with it.
    const isOver = status === 401 && call.endpoint && needsSession(call.endpoint.access)
    if (isOver && call.viewer) world.sessions.delete(call.headers[headerNames.token] ?? '')
    const isJson = headers.get('Content-Type')?.startsWith('application/json')
    if (status !== 200 || !isJson || call.method !== 'POST') return
    const body = JSON.parse(decodeText({ headers, bytes })) as Record<string, unknown>
    if (typeof body.device === 'string') generator.learnDevice(body.device)
    await credentials.learn(call, body)
  }

  let lastMail = 0
  async function learnLinks(): Promise<void> {
    const mails = await queryRaw<{ id: number; siteId: number; accountId: number; domain: string }>(
      db,
      `select m.id,
        m.site_id as "siteId",
        m.account_id as "accountId",
        s.domain
      from mails m
      join sites s on s.id = m.site_id
      where m.data ? 'link'
        and m.id > $1
      order by m.id desc
      limit 20`,
      [lastMail],
    )
    lastMail = mails[0]?.id ?? lastMail
    for (const { id, siteId, domain, accountId } of mails) {
      const token = await issueMailLink(db, id)
      const person = world.people.find((one) => one.accountId === accountId)
      credentials.learnLink(token, siteId, domain, person?.password ?? password)
    }
  }

  /** Gives people without a session a new one. */
  async function replaceEndedSessions(): Promise<void> {
    const withoutSession = await queryRaw<{ id: number }>(
      db,
      `select a.id
      from accounts a
      where a.removed_at is null
        and not exists (select from sessions s where s.account_id = a.id and s.expires_at > now())
      order by a.id`,
    )
    for (const { id } of withoutSession) {
      const person = world.people.find(({ accountId }) => accountId === id)
      if (person) await world.startSession(person, random.chance(0.5), clock.now)
    }
  }

  /** Some minutes pass per thousand calls, so that rate limits are reached and expire. */
  async function passTime(): Promise<void> {
    clock.now = new Date(clock.now.getTime() + random.below(random.chance(0.02) ? 600_000 : 4_000))
    youtube.failure = random.chance(0.1) ? random.pick(['quota', 'no_answer']) : null
    if (random.chance(0.2)) await learnLinks()
    if (random.chance(0.2)) await replaceEndedSessions()
    for (const reader of streams.splice(0, Math.max(0, streams.length - maxOpenStreams))) void reader.cancel()
  }

  return {
    /** @throws with the seed, the call and the reply if a reply is wrong */
    async run({ calls, counts = new Map(), distort = (_, reply) => reply }: RoundOptions): Promise<void> {
      for (let sent = 0; sent < calls; sent += callsAtOnce) {
        const batch = Array.from({ length: Math.min(callsAtOnce, calls - sent) }, generator.next)
        const replies = await Promise.all(batch.map(send))
        for (const [at, call] of batch.entries())
          if (call.method !== 'GET' && replies[at]?.status === 200) world.forgetPeople(getRequestText(call))
        const changed = await world.readChangedPeople()
        for (const { accountId, hasMoved } of changed.values()) if (hasMoved) memory.shareAccount(accountId)
        for (const [at, call] of batch.entries()) {
          const reply = distort(call, replies[at] as Reply)
          countReply(counts, call, reply)
          const changedViewer = changed.get(call.viewer?.accountId)
          let problems = checkReply(call, reply, context)
          // Calls of one batch run at once: this one may have been answered before the roles changed, or after.
          if (problems.length > 0 && changedViewer)
            problems = checkReply({ ...call, viewer: changedViewer }, reply, context)
          if (problems.length > 0)
            throw new Error(describeFailure({ seed, at: sent + at }, call, reply, problems), {
              cause: lastError,
            })
          await learn(call, reply)
        }
        world.updatePeople(changed)
        await passTime()
      }
    },
    async close(): Promise<void> {
      await Promise.all(streams.map((reader) => reader.cancel()))
      for (const unsubscribe of unsubscribers) unsubscribe()
    },
  }
}

export type Round = Awaited<ReturnType<typeof createRound>>

function countReply(counts: CallCounts, { endpoint }: GeneratedCall, { status }: Reply): void {
  const name = endpoint?.name ?? '(no endpoint)'
  const byStatus = counts.get(name) ?? new Map<number, number>()
  counts.set(name, byStatus.set(status, (byStatus.get(status) ?? 0) + 1))
}

function describeFailure(
  { seed, at }: { seed: number; at: number },
  { endpoint, method, url, headers, body, viewer }: GeneratedCall,
  { status, bytes }: Reply,
  problems: readonly string[],
): string {
  const shorten = (value: unknown) => String(value).slice(0, 2_000)
  return [
    `${endpoint?.name ?? 'no endpoint'}: ${problems.join('; ')}`,
    `Call ${at} of the round; repeat it with SEED=${seed} CALLS=${at + callsAtOnce}`,
    `${method} ${shorten(url)}`,
    `by ${JSON.stringify(viewer)}`,
    `headers ${shorten(JSON.stringify(headers))}`,
    `body ${shorten(typeof body === 'object' ? Buffer.from(body).toString('hex') : body)}`,
    `reply ${status} ${shorten(new TextDecoder().decode(bytes))}`,
  ].join('\n')
}

export function formatCounts(counts: CallCounts): string {
  const rows = [...counts].sort(([a], [b]) => a.localeCompare(b))
  return rows
    .map(([name, byStatus]) => {
      const cells = [...byStatus].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
      return `${name.padEnd(24)} ${cells.join(', ')}`
    })
    .join('\n')
}
