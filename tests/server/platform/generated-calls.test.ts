// @module-tag extended
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import type { GeneratedCall } from '#tests/support/generated-calls/call-generator.ts'
import { decodeText, type Reply } from '#tests/support/generated-calls/reply-checks.ts'
import { type CallCounts, createRound, formatCounts, type Round } from '#tests/support/generated-calls/run.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { resetDatabase, type SeedState, snapshotSeeds } from '#tests/support/reset-database.ts'

const calls = Number(process.env.CALLS) || propertyRuns(3_000)
const firstSeed = Number(process.env.SEED) || Math.floor(Math.random() * 2 ** 31)
/** Each round starts a new world, so that deleted accounts and channels are soon replaced. */
const callsPerRound = 10_000

let db: Database
let seeds: SeedState
let round: Round

beforeAll(async () => {
  db = await createOwnDatabase()
  seeds = await snapshotSeeds(db)
  round = await createRound(db, firstSeed)
})
afterAll(async () => {
  await round.close()
  await db.close()
})

async function startNextRound(seed: number): Promise<void> {
  await round.close()
  await resetDatabase(db, seeds)
  round = await createRound(db, seed)
}

test('whatever is sent, no reply is a crash, outside the contract, or with another tenant’s data', async () => {
  const counts: CallCounts = new Map()
  const started = performance.now()
  for (let sent = 0; sent < calls; sent += callsPerRound) {
    if (sent > 0) await startNextRound(firstSeed + sent / callsPerRound)
    await round.run({ calls: Math.min(callsPerRound, calls - sent), counts })
    const done = Math.min(sent + callsPerRound, calls)
    const perSecond = (done / (performance.now() - started)) * 1_000
    if (process.env.CALLS) console.log(`${done} calls, ${perSecond.toFixed(0)} a second`)
  }
  if (process.env.CALLS) console.log(`${calls} calls from seed ${firstSeed}\n${formatCounts(counts)}`)
}, 86_400_000)

const isSuccess = (name: string, { endpoint }: GeneratedCall, { status }: Reply) =>
  endpoint?.name === name && status === 200

// biome-ignore lint/suspicious/noExplicitAny: it breaks replies of every shape
const edit = (reply: Reply, change: (body: any) => void): Reply => {
  const body = JSON.parse(decodeText(reply))
  change(body)
  const headers = new Headers(reply.headers)
  headers.delete('Content-Encoding')
  return { ...reply, headers, bytes: Buffer.from(JSON.stringify(body)) }
}

const allCanaries = ['s', 'i', 'n', 'p'].flatMap((kind) =>
  Array.from({ length: 99 }, (_, at) => `qxj${kind}${String(at).padStart(3, '0')}`),
)

test.each<[string, RegExp, (call: GeneratedCall, reply: Reply) => Reply]>([
  ['a crash', /status 500/, (_, reply) => (reply.status === 422 ? { ...reply, status: 500 } : reply)],
  [
    'a refusal that the endpoint does not declare',
    /favorites_full, which the endpoint does not declare/,
    (_, reply) =>
      reply.status === 409 ? edit(reply, (body) => Object.assign(body, { code: 'favorites_full' })) : reply,
  ],
  [
    'a field that the contract does not have',
    /more than the contract says/,
    (call, reply) =>
      isSuccess('readMe', call, reply) ? edit(reply, ({ user }) => (user.passwordHash = 'x')) : reply,
  ],
  [
    'a word of another tenant',
    /contains what others own: .*qxjn/,
    (call, reply) =>
      isSuccess('listNotices', call, reply)
        ? edit(reply, ({ notices }) => (notices[0] = { ...notices[0], title: allCanaries.join(' ') }))
        : reply,
  ],
  [
    'a figure of another tenant',
    /figure \d+ is not of the network/,
    (call, reply) =>
      isSuccess('readMe', call, reply) ? edit(reply, ({ user }) => (user.views = 1_009 * 1_013 + 1)) : reply,
  ],
  [
    'an id of another tenant',
    /event 1 of account \d+ was read by account \d+/,
    (call, reply) =>
      isSuccess('listSecurityEvents', call, reply)
        ? edit(reply, ({ events }) => Object.assign(events[0] ?? {}, { id: 1 }))
        : reply,
  ],
  [
    'an answer to nobody',
    /answers nobody/,
    (call, reply) =>
      call.endpoint?.access === 'account' && call.viewer === null && reply.status === 401
        ? { ...reply, status: 200 }
        : reply,
  ],
])('the checks find %s', async (_, message, distort) => {
  await expect(round.run({ calls: 3_000, distort })).rejects.toThrow(message)
})
