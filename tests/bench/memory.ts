import { setTimeout as sleep } from 'node:timers/promises'
import { streamChannelChanges } from '#contract/channels/channel-changes.ts'
import { join } from '#contract/people/auth.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { callRemote, signInToDemo } from '#tests/support/remote-api.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'
import type { startServer } from './processes.ts'

type Server = Awaited<ReturnType<typeof startServer>>

const publicRequests = 20_000
const reads = 20_000
const streams = 500
const streamsPerAccount = 5
const clients = 20
const idleSeconds = 60

/** Prints the server's resident memory after each kind of load; it ends with open streams closed again. */
export async function measureMemory(engine: string, server: Server): Promise<void> {
  const { origin } = server
  const report = (state: string) =>
    console.log(`${engine}: ${Math.round(server.readMemory() ?? Number.NaN)} MB ${state}`)
  report('when ready')
  await sleep(idleSeconds * 1_000)
  report(`after ${idleSeconds} idle seconds`)
  await repeat(publicRequests, (at) =>
    fetch(`${origin}/${['', 'guides', 'en', 'login'][at % 4]}`).then(drain),
  )
  report(`after ${publicRequests} public requests`)
  const token = await signInToDemo(origin)
  await repeat(reads, async (at) => {
    if (at % 2) await callRemote(origin, readDashboard, { token, query: { period: 'latest' } })
    else await callRemote(origin, listVideos, { token, query: { search: String(at) } })
  })
  report(`after ${reads} reads`)
  const abort = new AbortController()
  const opened = await openStreams(origin, abort.signal)
  report(`with ${opened} event streams`)
  abort.abort()
  await sleep(idleSeconds * 1_000)
  report(`${idleSeconds} seconds after they have ended`)
}

const drain = async (response: Response): Promise<void> => void (await response.arrayBuffer())

async function repeat(times: number, call: (at: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    for (let at = next++; at < times; at = next++) await call(at)
  }
  await Promise.all(Array.from({ length: clients }, work))
}

/** Each account from a network of its own: both have limits. @returns how many have been opened */
async function openStreams(origin: string, signal: AbortSignal): Promise<number> {
  let opened = 0
  for (let account = 0; account < streams / streamsPerAccount; account++) {
    const address = `10.50.${account}.1`
    const { token } = await callRemote(origin, join, {
      body: { email: `streamer${account}@example.test`, password: 'long enough', nickname: `s${account}` },
      headers: { 'X-Forwarded-For': address },
    })
    for (let at = 0; at < streamsPerAccount; at++) {
      const path = `/${streamChannelChanges.path}`
      const headers = signHeaders('GET', path, undefined, { domain: 'localhost', token })
      const response = await fetch(`${origin}/api${path}`, {
        signal,
        headers: { ...headers, 'X-Forwarded-For': address },
      })
      if (response.ok) opened += 1
    }
  }
  return opened
}
