import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { TestProject } from 'vitest/node'
import { createApp } from '#server/app.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { createSession } from '#server/auth/sessions.ts'
import type { Queryable } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openInMemory } from '#server/db/pglite.ts'
import { ensureDemoData } from '#server/demo/seed.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/log.ts'
import { type YoutubeClient, YoutubeError } from '#server/youtube/types.ts'
import { queryRaw } from './raw-sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of a real API with the demonstration network. */
    apiUrl: string
    /** By email. Each test signing in by itself would be more than an address may; each has a token of its own. */
    tokens: Record<string, string[]>
  }
}

/** YouTube has a channel for every link but two: it knows nothing of `@nobody` and does not answer about `@silent`. */
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
      descriptions: [],
    }
  },
  getChannel: async () => null,
  getChannelUrl: (channelId) => `https://www.youtube.com/channel/${channelId}`,
}

/** What waits goes on waiting. */
const jobs: JobQueue = { enqueue: async () => {}, wake: () => {}, registerHandler: async () => {} }

const emails = ['manager@hookline.example', 'hanip@hookline.example']
const tokensPerAccount = 60

async function createTokens(db: Queryable): Promise<Record<string, string[]>> {
  const accounts = await queryRaw<{ id: number; email: string }>(
    db,
    'select id, email from accounts where email = any($1)',
    [emails],
  )
  const tokens: Record<string, string[]> = {}
  for (const { id, email } of accounts) {
    tokens[email] = []
    for (let index = 0; index < tokensPerAccount; index += 1)
      tokens[email].push((await createSession(db, id, new Date())).token)
  }
  return tokens
}

/** The API that the islands are driven against: the real one, in memory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const db = await openInMemory()
  await migrate(db)
  await ensureDemoData(db, new Date(), () => {})
  const app = createApp({
    db,
    log: createLog('error'),
    now: () => new Date(),
    behindProxy: false,
    youtube,
    jobs,
    encryption: createEncryption(async () => new Uint8Array(32).fill(7)),
  })
  const server = serve({ fetch: app.fetch, hostname: 'localhost', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  project.provide('apiUrl', `http://localhost:${(server.address() as AddressInfo).port}/api`)
  project.provide('tokens', await createTokens(db))
  return async () => {
    server.close()
    await db.close()
  }
}
