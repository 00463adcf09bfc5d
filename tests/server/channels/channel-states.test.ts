// @module-tag extended
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  assignChannel,
  deleteChannel,
  requestReReview,
  unassignChannel,
  verifyChannel,
} from '#contract/channels/channel-changes.ts'
import {
  type ApprovalStatus,
  approvalStatus,
  type VerificationStatus,
} from '#contract/channels/channel-states.ts'
import { readChannel } from '#contract/channels/channels.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { settleVerification } from '#server/channels/lifecycle/verification.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs, findBrokenChannelInvariants } from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const people = ['manager', 'member', 'stranger', 'rival', 'alone'] as const
type Person = (typeof people)[number]
const actions = ['read', 'verify', 're-review', 'assign', 'unassign', 'delete'] as const
type Action = (typeof actions)[number]

let api: Api
const recordingJobs = createRecordingJobs()
const ids = {} as Record<Person, number>
const tokens = {} as Record<Person, string>

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs })
  const site = await createSite(api.db)
  ids.manager = await createAccount(api.db, site, 'manager@example.test')
  ids.member = await createAccount(api.db, site, 'member@example.test', ids.manager)
  ids.stranger = await createAccount(api.db, site, 'stranger@example.test', ids.manager)
  ids.rival = await createAccount(api.db, site, 'rival@example.test')
  ids.alone = await createAccount(api.db, site, 'alone@example.test', undefined, false)
  for (const person of people) tokens[person] = await signIn(api, `${person}@example.test`)
})
afterAll(() => api.close())
beforeEach(() => {
  recordingJobs.sent.length = 0
})

interface State {
  approval: ApprovalStatus
  verification: VerificationStatus
  removed: boolean
  /** True if an independent account has it; otherwise the manager's network has it, assigned to the member. */
  alone: boolean
}

const states: State[] = Object.values(approvalStatus).flatMap((approval) =>
  (['pending', 'verifying', 'verified'] as const)
    // No operator can approve an unverified channel.
    .filter((verification) => approval !== 2 || verification === 'verified')
    .flatMap((verification) =>
      [false, true].flatMap((removed) =>
        [false, true].map((alone) => ({ approval, verification, removed, alone })),
      ),
    ),
)

let channelCount = 0
/** Creates a registration in a state, on hold for long enough. */
async function createInState({ approval, verification, removed, alone }: State): Promise<number> {
  const channelId = channelIdFor(`state${channelCount++}`)
  const owner = alone ? ids.alone : ids.manager
  const earnsFrom = approval === 2 ? { earnsFrom: '2026-01-01' } : {}
  const id = await createChannel(api.db, owner, channelId, { approval, verification, ...earnsFrom })
  await insertAssignment(api.db, id, alone ? ids.alone : ids.member)
  await queryRaw(
    api.db,
    `update channels
    set held_at = case when approval_status = 1 then now() - interval '100 hours' end,
      approved_at = case when approval_status = 2 then now() end,
      earns_from = case when approval_status = 2 then earns_from end,
      removed_at = case when $2 then now() end
    where registration_id = $1`,
    [id, removed],
  )
  if (removed)
    await queryRaw(
      api.db,
      'update assignments set unassigned_at = now(), until_day = from_day where registration_id = $1',
      [id],
    )
  return id
}

/** Reads everything that is stored about a registration. */
const snapshotRegistration = async (id: number) =>
  (
    await queryRaw<Record<string, unknown>>(
      api.db,
      `select to_jsonb(c) as channel,
        (select jsonb_agg(to_jsonb(s) order by s.account_id) from assignments s where s.registration_id = $1) as assignments,
        (select jsonb_agg(to_jsonb(r) order by r.id) from channel_reviews r where r.registration_id = $1) as reviews
      from channels c
      where c.registration_id = $1`,
      [id],
    )
  )[0]

const readState = async (id: number) =>
  (
    await queryRaw<{
      approval: ApprovalStatus
      verification: VerificationStatus
      removed: boolean
      members: number[]
    }>(
      api.db,
      `select approval_status as approval,
        verification_status as verification,
        removed_at is not null as removed,
        array(
          select account_id
          from assignments s
          where s.registration_id = $1
            and s.unassigned_at is null
          order by account_id
        ) as members
      from channels
      where registration_id = $1`,
      [id],
    )
  )[0]

const requestByAction: Record<Action, (id: number) => [Endpoint, object]> = {
  read: (id) => [readChannel, { query: { id } }],
  verify: (id) => [verifyChannel, { body: { id } }],
  're-review': (id) => [requestReReview, { body: { id } }],
  assign: (id) => [assignChannel, { body: { id, members: [ids.stranger, ids.member] } }],
  unassign: (id) => [unassignChannel, { body: { id, member: ids.member } }],
  delete: (id) => [deleteChannel, { body: { id, acknowledged: 'on', password } }],
}

/** Applies the rules: `ok`, or the refusal. */
function expectedOutcome(state: State, person: Person, action: Action): string {
  const manages = person === 'manager' || person === 'rival'
  if ((action === 'assign' || action === 'unassign') && !manages) return 'forbidden'
  if (action === 'delete' && !manages && person !== 'alone') return 'forbidden'
  const isOwner = state.alone ? person === 'alone' : person === 'manager' || person === 'member'
  if (state.removed || !isOwner) return 'not_found'
  if (action === 'verify') return state.verification === 'verified' || state.approval === 3 ? 'changed' : 'ok'
  if (action === 're-review') {
    if (state.approval !== 1) return 'changed'
    return state.verification === 'verified' ? 'ok' : 'unverified'
  }
  return 'ok'
}

function expectedState(state: State, action: Action) {
  const members = state.alone ? [ids.alone] : [ids.member]
  const same = { approval: state.approval, verification: state.verification, removed: false, members }
  const changed: Record<Action, object> = {
    read: {},
    verify: { verification: 'verifying' },
    're-review': { approval: 0 },
    assign: { members: [ids.member, ids.stranger].sort((a, b) => a - b) },
    unassign: { members: [] },
    delete: { removed: true, members: [] },
  }
  return { ...same, ...changed[action] }
}

const describeState = (state: State) =>
  `${state.alone ? 'a person’s own' : 'a network’s'} ${state.removed ? 'removed' : 'live'} channel: approval ${state.approval}, ${state.verification}`

describe('what each person can do', () => {
  test.each(states.map((state) => [describeState(state), state] as const))('with %s', async (_, state) => {
    let id = await createInState(state)
    const untouched = await snapshotRegistration(id)
    for (const action of actions) {
      for (const person of people) {
        const [endpoint, call] = requestByAction[action](id)
        recordingJobs.sent.length = 0
        const { status, body } = await api.request(endpoint, { token: tokens[person], ...call })
        const said = status === 200 ? 'ok' : body.code
        expect([person, action, said]).toEqual([person, action, expectedOutcome(state, person, action)])
        if (said !== 'ok') expect(await snapshotRegistration(id)).toEqual(untouched)
        else {
          expect([action, await readState(id)]).toEqual([action, expectedState(state, action)])
          const begins = action === 'verify' && state.verification === 'pending'
          expect(recordingJobs.sent.filter(([name]) => name === 'verify-channel')).toEqual(
            begins ? [['verify-channel', id]] : [],
          )
          // The next person must find the channel unchanged.
          if (action !== 'read') {
            await queryRaw(api.db, 'delete from channel_reviews where registration_id = $1', [id])
            await queryRaw(api.db, 'update channels set removed_at = now() where registration_id = $1', [id])
            await queryRaw(api.db, 'delete from assignments where registration_id = $1', [id])
            id = await createInState(state)
            Object.assign(untouched ?? {}, await snapshotRegistration(id))
          }
        }
      }
    }
    expect(await findBrokenChannelInvariants(api.db)).toEqual([])
  })
})

describe('the operator’s word', () => {
  const words = {
    approve: approvalStatus.approved,
    hold: approvalStatus.held,
    reject: approvalStatus.rejected,
  } as const

  test.each(states.filter(({ alone }) => !alone).map((state) => [describeState(state), state] as const))(
    'about %s',
    async (_, state) => {
      for (const [word, decided] of Object.entries(words)) {
        const id = await createInState(state)
        const before = await snapshotRegistration(id)
        const said = runOperator(api.db, 'channel', 'review', String(id), word, '--reason', 'Because.')
        const refusal = state.removed
          ? /it was removed/
          : state.approval === decided
            ? /already decided/
            : word === 'approve' && state.verification !== 'verified'
              ? /is not verified/
              : null
        if (refusal) {
          await expect(said).rejects.toThrow(refusal)
          expect(await snapshotRegistration(id)).toEqual(before)
        } else {
          expect((await said).status).toBe(0)
          expect(await readState(id)).toEqual({
            ...state,
            alone: undefined,
            approval: decided,
            members: [ids.member],
          })
        }
      }
      expect(await findBrokenChannelInvariants(api.db)).toEqual([])
    },
  )
})

describe('the end of a verification', () => {
  test.each(states.filter(({ alone }) => !alone).map((state) => [describeState(state), state] as const))(
    'of %s',
    async (_, state) => {
      for (const outcome of ['verified', 'code_missing', 'channel_gone', 'quota', 'no_answer'] as const) {
        const id = await createInState(state)
        const before = await snapshotRegistration(id)
        await settleVerification(api.db, id, outcome, recordingJobs.jobs, new Date())
        if (state.removed || state.verification !== 'verifying')
          expect(await snapshotRegistration(id)).toEqual(before)
        else {
          const verification = outcome === 'verified' ? outcome : 'pending'
          expect(await readState(id)).toMatchObject({ approval: state.approval, verification })
          const { channel } = await api.call(readChannel, { token: tokens.member, query: { id } })
          expect(channel).toMatchObject({
            verification,
            verificationFailure: outcome === 'verified' ? null : outcome,
            verificationCode: outcome === 'verified' ? null : 'ABCD-1234',
          })
        }
      }
      expect(await findBrokenChannelInvariants(api.db)).toEqual([])
    },
  )
})
