import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { TestProject } from 'vitest/node'
import { createApp } from '#server/app.ts'
import { type Youtube, YoutubeError } from '#server/channels/youtube.ts'
import type { Queries } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openInMemory } from '#server/db/pglite.ts'
import { ensureDemo } from '#server/demo/network.ts'
import type { Jobs } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import { startSession } from '#server/session.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of a real API with the demonstration network. */
    apiUrl: string
    /** By email. Each test signing in by itself would be more than an address may; each has a token of its own. */
    tokens: Record<string, string[]>
  }
}

/** YouTube has a channel for every link but two: it knows nothing of `@nobody` and does not answer about `@silent`. */
const youtube: Youtube = {
  find: async ({ value }) => {
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
  read: async () => null,
  pageOf: (channelId) => `https://www.youtube.com/channel/${channelId}`,
}

/** What waits goes on waiting. */
const jobs: Jobs = { send: async () => {}, nudge: () => {}, work: async () => {} }

const people = ['manager@hookline.example', 'hanip@hookline.example']
const testsOfFile = 60

async function signIn(db: Queries): Promise<Record<string, string[]>> {
  const accounts = await db.query<{ id: number; email: string }>(
    'select id, email from accounts where email = any($1)',
    [people],
  )
  const tokens: Record<string, string[]> = {}
  for (const { id, email } of accounts) {
    tokens[email] = []
    for (let at = 0; at < testsOfFile; at += 1) tokens[email].push(await startSession(db, id, new Date()))
  }
  return tokens
}

/** The API that the islands are driven against: the real one, in memory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const db = await openInMemory()
  await migrate(db)
  await ensureDemo(db, new Date(), () => {})
  const app = createApp({
    db,
    log: createLog('error'),
    now: () => new Date(),
    behindProxy: false,
    youtube,
    jobs,
  })
  const server = serve({ fetch: app.fetch, hostname: 'localhost', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  project.provide('apiUrl', `http://localhost:${(server.address() as AddressInfo).port}/api`)
  project.provide('tokens', await signIn(db))
  return async () => {
    server.close()
    await db.close()
  }
}
