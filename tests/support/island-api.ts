import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { TestProject } from 'vitest/node'
import { createApp } from '#server/app.ts'
import { type YoutubeClient, YoutubeError } from '#server/channels/youtube/types.ts'
import { demoRoutes } from '#server/demo/media/routes.ts'
import { ensureDemoData } from '#server/demo/seed/seed.ts'
import { createEncryption } from '#server/platform/auth/encryption.ts'
import { createSession } from '#server/platform/auth/sessions.ts'
import { openInMemory } from '#server/platform/db/adapters/pglite.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import { createLog } from '#server/platform/log.ts'
import { queryRaw } from './raw-sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of a real API with the demonstration network. */
    apiUrl: string
    /**
     * Responds with a new token for `?email=`: if each test signed in by itself, the address would exceed its limit. With
     * `&unconfirmed`, the session has to confirm who the person is before it acts on money.
     */
    tokenUrl: string
  }
}

/** YouTube has a channel for every link except two: it does not know `@nobody`, and does not answer for `@silent`. */
const youtube: YoutubeClient = {
  findChannel: async ({ value }) => {
    if (value === '@silent') throw new YoutubeError('no_answer')
    if (value === '@nobody') return null
    const id = createHash('sha256').update(value).digest('base64url').slice(0, 22)
    return {
      channelId: `UC${id}`,
      name: value.replace('@', ''),
      handle: value,
      thumbnail: null,
      subscribers: 12_300,
      videoCount: null,
      descriptions: [],
    }
  },
  getChannel: async () => null,
  listLatestVideos: async () => [],
  getChannelUrl: (channelId) => `https://www.youtube.com/channel/${channelId}`,
}

/** Waiting jobs never run. */
const jobs: JobQueue = { enqueue: async () => {}, wake: () => {}, registerHandler: async () => {} }

const tokenPath = '/test/token'

async function respondWithToken(db: Queryable, { searchParams }: URL): Promise<Response> {
  const email = searchParams.get('email')
  const [account] = await queryRaw<{ id: number }>(
    db,
    `select id from accounts where email = $1 and kind = 'person'`,
    [email],
  )
  if (!account) throw new Error(`There is no account ${email}.`)
  const confirmation = searchParams.has('unconfirmed') ? { confirmedAt: null } : {}
  const { token } = await createSession(db, account.id, new Date(), '', confirmation)
  return new Response(token, { headers: { 'Access-Control-Allow-Origin': '*' } })
}

/** Starts the API behind the islands: the real one, in memory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const db = await openInMemory()
  const trackFilesDir = await mkdtemp(join(tmpdir(), 'hookline-islands-'))
  await migrate(db)
  await ensureDemoData(
    db,
    new Date(),
    createEncryption(async () => new Uint8Array(32).fill(7)),
    () => {},
    trackFilesDir,
  )
  const app = createApp({
    db,
    log: createLog('error'),
    now: () => new Date(),
    behindProxy: false,
    trackFilesDir,
    youtube,
    jobs,
    encryption: createEncryption(async () => new Uint8Array(32).fill(7)),
    registerDemoRoutes: demoRoutes,
    readsPerMinute: Number.POSITIVE_INFINITY,
  })
  const respond = async (request: Request, env: object) => {
    const url = new URL(request.url)
    return url.pathname === tokenPath ? respondWithToken(db, url) : app.fetch(request, env)
  }
  const server = serve({ fetch: respond, hostname: 'localhost', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  project.provide('apiUrl', `${origin}/api`)
  project.provide('tokenUrl', origin + tokenPath)
  return async () => {
    server.close()
    await db.close()
    await rm(trackFilesDir, { recursive: true })
  }
}
