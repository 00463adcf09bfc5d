import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '#contract/people/auth.ts'
import { demoPassword, demoSites } from '#server/demo/data/sites.ts'
import { signInToDemo } from '#tests/support/remote-api.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'
import { formatReads, readFor } from './logins.ts'
import { createScreenRequests } from './screen-requests.ts'

const attackerCounts = [1, 10, 100]
const wrongPerSecond = 50
const rightPerSecond = 1
const attackSeconds = 30
const limitMs = 5_000
const targets = { knownDevice: 0.95, newDevice: 0.8, readP95: 250 }

interface Attempt {
  id: string
  password: string
  address: string
  device?: string | undefined
}

interface Outcome {
  status: number
  ms: number
  device: string | undefined
}

async function attemptSignIn(origin: string, { address, ...form }: Attempt): Promise<Outcome> {
  const body = JSON.stringify(form)
  const started = performance.now()
  const response = await fetch(`${origin}/api/${login.path}`, {
    method: 'POST',
    body,
    headers: {
      ...signHeaders('POST', `/${login.path}`, body, { domain: 'localhost' }),
      'X-Forwarded-For': address,
    },
  })
  const { device } = (await response.json()) as { device?: string }
  return { status: response.status, ms: performance.now() - started, device }
}

/** Calls at a rate, whatever becomes of the calls before: who attacks does not wait. */
async function callAtRate(perSecond: number, seconds: number, call: (at: number) => Promise<Outcome>) {
  const started = performance.now()
  const calls: Promise<Outcome>[] = []
  for (let at = 0; at < perSecond * seconds; at++) {
    await sleep(Math.max(0, started + (at * 1_000) / perSecond - performance.now()))
    calls.push(call(at))
  }
  return Promise.all(calls)
}

/** Excludes the reader, because an account may only have a limited number of sessions. */
const victims = demoSites
  .filter(({ domain }) => domain === 'localhost')
  .flatMap(({ members }) => members.map(({ email }) => email))

/**
 * People with the right password, from devices that the server knows and from new ones, and readers, while addresses of as
 * many networks try passwords. Nobody tries again. @returns whether the targets are met
 */
export async function measureAttacks(engine: string, origin: string): Promise<boolean> {
  const requests = await createScreenRequests(origin, await signInToDemo(origin))
  const devices = new Map<string, string>()
  for (const [at, id] of victims.entries()) {
    const { device } = await attemptSignIn(origin, { id, password: demoPassword, address: `10.200.${at}.1` })
    if (device) devices.set(id, device)
  }
  let areMet = true
  for (const [round, attackers] of attackerCounts.entries()) {
    const signIn = (kind: number, at: number, isKnown: boolean) => {
      const id = victims[at % victims.length] ?? ''
      const address = `10.${201 + kind}.${round * attackSeconds + at}.7`
      const device = isKnown ? devices.get(id) : undefined
      return attemptSignIn(origin, { id, password: demoPassword, address, device })
    }
    const [wrong, known, unknown, reads] = await Promise.all([
      callAtRate(wrongPerSecond, attackSeconds, (at) =>
        attemptSignIn(origin, {
          id: `nobody${at}@example.test`,
          password: `wrong ${at}`,
          address: `10.${100 + round}.${at % attackers}.9`,
        }),
      ),
      callAtRate(rightPerSecond, attackSeconds, (at) => signIn(0, at, true)),
      callAtRate(rightPerSecond, attackSeconds, (at) => signIn(1, at, false)),
      readFor(attackSeconds, origin, requests),
    ])
    const share = (outcomes: readonly Outcome[]) =>
      outcomes.filter(({ status, ms }) => status === 200 && ms <= limitMs).length / outcomes.length
    const isMet =
      share(known) >= targets.knownDevice &&
      share(unknown) >= targets.newDevice &&
      reads.p95 <= targets.readP95
    areMet &&= isMet
    console.log(
      `${engine}, ${attackers} addresses with ${wrongPerSecond} wrong sign-ins a second (${countStatuses(wrong)}): ` +
        `${describe('known devices', known, share)}, ${describe('new devices', unknown, share)}, ` +
        `reads ${formatReads(reads)}: ${isMet ? 'met' : 'MISSED'}`,
    )
  }
  return areMet
}

function describe(name: string, outcomes: Outcome[], share: (outcomes: Outcome[]) => number): string {
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b)
  const slowest = times.at(-1) ?? Number.NaN
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN
  return `${name} ${Math.round(share(outcomes) * 100)} % of ${outcomes.length} in time (p50 ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms)`
}

function countStatuses(outcomes: readonly Outcome[]): string {
  const counts = new Map<number, number>()
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, times]) => `${status}: ${times}`).join(', ')
}
