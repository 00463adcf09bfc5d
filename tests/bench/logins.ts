import { login } from '#contract/people/auth.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { demoPassword, demoSites } from '#server/demo/data/sites.ts'
import { callRemote, signInToDemo } from '#tests/support/remote-api.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'
import type { BenchRequest } from './latency.ts'
import { createScreenRequests } from './screen-requests.ts'

const clients = 200
const readers = 4
const quietSeconds = 5
const floodSeconds = 20
const targetP95 = 250

interface FloodState {
  isOn: boolean
  statuses: Map<number, number>
}

/**
 * Measures people's reads while 200 others sign in, each from a different network, with right and wrong passwords.
 * Those who get a 503 try again later. @returns whether the target is met
 */
export async function measureLogins(engine: string, origin: string): Promise<boolean> {
  const token = await signInToDemo(origin)
  const requests = await createScreenRequests(origin, token)
  const quiet = await readFor(quietSeconds, origin, requests)
  const flood: FloodState = { isOn: true, statuses: new Map() }
  const people = Array.from({ length: clients }, (_, at) => signInAgainAndAgain(origin, at, flood))
  const busy = await readFor(floodSeconds, origin, requests)
  flood.isOn = false
  await Promise.all(people)
  const statuses = [...flood.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
  const isMet = busy.p95 < targetP95
  console.log(`${engine}: before: ${formatReads(quiet)}`)
  console.log(`${engine}: during ${clients} sign-ins at once (${statuses.join(', ')}): ${formatReads(busy)}`)
  console.log(`${engine}: target p95 below ${targetP95} ms: ${isMet ? 'met' : 'MISSED'}`)
  return isMet
}

/** Reads screens as several people would: half of the responses come from the cache, half are new. */
export async function readFor(seconds: number, origin: string, requests: readonly BenchRequest[]) {
  const deadline = performance.now() + seconds * 1_000
  const times: number[] = []
  let count = 0
  const reader = async () => {
    while (performance.now() < deadline) {
      count += 1
      const known = requests[count % requests.length] as BenchRequest
      const [endpoint, query] =
        count % 2
          ? [known.endpoint, known.query]
          : count % 4
            ? [listVideos, { search: `${count} ${performance.now()}`.slice(0, 20) }]
            : [readDashboard, known.query]
      const started = performance.now()
      await callRemote(origin, endpoint, { query, token: known.token })
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: readers }, reader))
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { count: times.length, p50: at(0.5), p95: at(0.95), max: at(1) }
}

export const formatReads = ({ count, p50, p95, max }: Awaited<ReturnType<typeof readFor>>) =>
  `${count} reads, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, slowest ${max.toFixed(0)} ms`

/** Excludes the reader, because an account may only have a limited number of sessions. */
const emails = demoSites
  .filter(({ domain }) => domain === 'localhost')
  .flatMap(({ members }) => members.map(({ email }) => email))

async function signInAgainAndAgain(origin: string, client: number, flood: FloodState): Promise<void> {
  for (let attempt = 0; flood.isOn; attempt++) {
    const id = emails[(client + attempt) % emails.length] ?? ''
    const password = (client + attempt) % 2 ? demoPassword : `wrong ${attempt}`
    const body = JSON.stringify({ id, password })
    const response = await fetch(`${origin}/api/${login.path}`, {
      method: 'POST',
      body,
      headers: {
        ...signHeaders('POST', `/${login.path}`, body, { domain: 'localhost' }),
        // Each attempt comes from a different 24-bit network.
        'X-Forwarded-For': `10.${client}.${attempt % 256}.7`,
      },
    })
    await response.arrayBuffer()
    flood.statuses.set(response.status, (flood.statuses.get(response.status) ?? 0) + 1)
    const waitSeconds = Number(response.headers.get('Retry-After') ?? 0)
    for (let waited = 0; waited < waitSeconds * 10 && flood.isOn; waited++)
      await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
