import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addChannel,
  assignChannel,
  assignChannels,
  cancelChannelRequest,
  deleteChannel,
  requestReReview,
  unassignChannel,
  unassignChannels,
  verifyChannel,
} from '#contract/channels/channel-changes.ts'
import { setEarningDay } from '#contract/channels/earning-day.ts'
import { releaseRegistration } from '#contract/channels/release.ts'
import { assignReviews, decideReviews, undoReviews } from '#contract/channels/review-queue.ts'
import { endpoints } from '#contract/endpoints.ts'
import { retryJobs } from '#contract/operations/desk/health.ts'
import { retryMail, setSuppression } from '#contract/operations/desk/mail.ts'
import { assignWaiting, snoozeWaiting } from '#contract/operations/desk/today.ts'
import { endSessions, updateAccount, withdrawAccount } from '#contract/people/account.ts'
import { join, login } from '#contract/people/auth.ts'
import { changeEmail, followEmailLink, requestConfirmation } from '#contract/people/email-links.ts'
import { importFees, removeFee, setDefaultFee, setFees } from '#contract/people/fees.ts'
import { createFirstOperator } from '#contract/people/first-operator.ts'
import { endImpersonation, impersonateMember, impersonatePerson } from '#contract/people/impersonation.ts'
import {
  addMember,
  approveMember,
  deleteMember,
  inviteMember,
  updateMember,
} from '#contract/people/member-management.ts'
import { importMembers, undoMemberImport } from '#contract/people/membership/member-import.ts'
import { endMembership } from '#contract/people/membership/membership.ts'
import * as personHelp from '#contract/people/membership/person-help.ts'
import * as personNetwork from '#contract/people/membership/person-network.ts'
import {
  allowMemberAttempts,
  mailMemberConfirmation,
  resetMemberFactors,
} from '#contract/people/membership/sign-in-help.ts'
import * as staff from '#contract/people/membership/staff.ts'
import * as secondFactor from '#contract/people/second-factor.ts'
import { logout } from '#contract/people/session.ts'
import { createSignInCode, exchangeSignInCode } from '#contract/people/sign-in-codes.ts'
import {
  finishProviderSignIn,
  joinWithProvider,
  linkProvider,
  startProviderSignIn,
  unlinkProvider,
} from '#contract/people/sign-in-providers.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { editTrack, storeTrackMedia, withdrawTracks } from '#contract/portal/desk/music.ts'
import {
  changeNotices,
  editNotices,
  publishNotice,
  rescheduleNotices,
} from '#contract/portal/desk/notices.ts'
import { createSharedReport, openSharedReport, revokeSharedReport } from '#contract/portal/shared-reports.ts'
import { earliestDay } from '#contract/reports/calendar.ts'
import { acceptGap, askForReports, withdrawReport } from '#contract/reports/desk/changes.ts'
import { removeMonthTarget, setMonthTarget } from '#contract/reports/targets/month-targets.ts'
import { confirmSitePayee, readSitePayee } from '#contract/settlement/desk/waiting-payees.ts'
import { cancelBankFile, exportBankFile, importBankResults } from '#contract/settlement/filing/bank-files.ts'
import { createTaxFile } from '#contract/settlement/filing/tax-files.ts'
import { recordTaxInvoice, requestTaxInvoices } from '#contract/settlement/filing/tax-invoices.ts'
import { closeMonth, releaseMonth, reopenMonth } from '#contract/settlement/month-closing.ts'
import {
  confirmMemberPayee,
  enterPayeeOfGone,
  readMemberPayee,
  readMemberTaxId,
  rejectMemberPayee,
  updatePayee,
} from '#contract/settlement/payees.ts'
import {
  addManualEntries,
  endBalance,
  removeManualEntry,
  requestPayment,
  returnPayments,
} from '#contract/settlement/payments.ts'
import { importShares, setPayoutShares } from '#contract/settlement/payout-shares.ts'
import { addQuestionMessage, askQuestion, settleQuestion } from '#contract/settlement/questions/questions.ts'
import { importPayments, payStatements } from '#contract/settlement/statement-payments.ts'
import { settleRequest } from '#server/channels/lifecycle/registration.ts'
import { settleVerification } from '#server/channels/lifecycle/verification.ts'
import { hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { generatePartnerKey, insertPartnerKey } from '#server/platform/auth/partner-keys.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import {
  createAccount,
  createChannel,
  createSite,
  createStaff,
  findPerson,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { expectChange } from '#tests/support/audit.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
} from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { type FakeOidcProvider, startFakeOidcProvider } from '#tests/support/fake-oidc-provider.ts'
import { runOperator } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { addProvider } from '#tests/support/sign-in-providers.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
let site: Site
let key: string
let partnerId: number
let provider: FakeOidcProvider
let providerId: number
let memberCount = 0
const recordingJobs = createRecordingJobs()
const youtube = createInMemoryYoutube()
const ids: Record<'boss' | 'person' | 'member' | 'rival', number> = {
  boss: 0,
  person: 0,
  member: 0,
  rival: 0,
}
const tokens: Record<string, string> = {}
const one = buildYoutubeChannel(channelIdFor('one'))
const link = `https://www.youtube.com/channel/${one.channelId}`

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs, youtube: youtube.youtube })
  site = await createSite(api.db)
  key = generatePartnerKey()
  provider = await startFakeOidcProvider()
  provider.redirectUris.push('https://example.test/external/provider')
  providerId = await addProvider(api, provider)
  partnerId = await insertPartnerKey(api.db, site, { name: 'Shop', key, allowsManagers: true })
  ids.boss = await createAccount(api.db, site, 'boss@example.test')
  ids.person = await findPerson(api.db, 'boss@example.test')
  ids.member = await createAccount(api.db, site, 'member@example.test', ids.boss)
  ids.rival = await createAccount(api.db, site, 'rival@example.test')
  // Otherwise a partner's first code would end the member's sessions.
  await queryRaw(api.db, 'update accounts set email_confirmed_at = now()')
  for (const name of ['boss', 'member', 'rival']) tokens[name] = await signIn(api, `${name}@example.test`)
})
afterAll(async () => {
  await provider.close()
  await api.close()
})
beforeEach(async () => {
  await execAsOwner(
    api.db,
    `delete from fee_rates; update accounts set default_fee_permille = null;
    delete from channel_requests; delete from channel_reviews; delete from payout_shares; delete from assignments;
    delete from channels;
    delete from month_targets; delete from rate_limit_windows; delete from audit_log`,
  )
  Object.assign(youtube, { channels: [one], failure: null })
})

interface AuditRow {
  actor: string
  id: number | null
  network: number | null
  address: string | null
  action: string
  subject: string | null
  subjectId: string | null
  detail: object
}

const listAuditRows = () =>
  queryRaw<AuditRow>(
    api.db,
    `select actor,
      actor_id as id,
      network_id as network,
      address,
      action,
      subject,
      subject_id as "subjectId",
      detail
    from audit_log
    order by id`,
  )

const createAide = (name: string) =>
  createStaff(api.db, site, `${name}${++memberCount}@example.test`, ids.boss, ['finance'])

const createBossChannel = (overrides: Parameters<typeof createChannel>[3] = {}) =>
  createChannel(api.db, ids.boss, one.channelId, { verification: 'pending', approval: 0, ...overrides })

async function createPendingRequest(): Promise<number> {
  youtube.failure = 'quota'
  const { request } = await api.call(addChannel, { token: tokens.boss, body: { link, category: 'people' } })
  await clearAuditLog(api.db)
  return request?.id ?? 0
}

/** A call, and the one line that it writes. */
interface AuditedCall {
  body: object
  expected: Partial<AuditRow>
}

/** Prepares a call that succeeds, and one that is refused. */
interface Case {
  /** The caller; by default the network's manager. */
  caller?: 'nobody' | 'partner'
  prepareSuccess(): Promise<AuditedCall>
  prepareRefusal(): Promise<object>
}

async function insertProviderLink(accountId: number, subject: string): Promise<number> {
  await execRaw(api.db, 'delete from linked_sign_ins')
  const [row] = await queryRaw<{ id: number }>(
    api.db,
    `insert into linked_sign_ins (account_id, provider_id, subject, email, linked_at)
    values ($1, $2, $3, 'a@b.test', now())
    returning id`,
    [accountId, providerId, subject],
  )
  return row?.id ?? 0
}

/** Only the member is linked. @returns what the browser has once the provider has sent somebody back */
async function beginAtProvider(name: string): Promise<{ token: string; answer: string }> {
  await insertProviderLink(ids.member, 'member')
  provider.user = { sub: name, email: `${name}@example.test`, email_verified: true }
  const body = { provider: providerId, origin: 'https://example.test' }
  const { token, url } = await api.call(startProviderSignIn, { body })
  return { token, answer: await provider.visit(url) }
}

const channelSubject = (id: number) => ({ subject: 'channel', subjectId: String(id) })

const cases = new Map<Endpoint, Case>([
  [
    addChannel,
    {
      prepareSuccess: async () => ({
        body: { link, category: 'people' },
        expected: {
          subject: 'channel',
          detail: { before: null, after: { channel_id: one.channelId, category: 'people' } },
        },
      }),
      prepareRefusal: async () => {
        await createChannel(api.db, ids.rival, one.channelId)
        return { link, category: 'people' }
      },
    },
  ],
  [
    cancelChannelRequest,
    {
      prepareSuccess: async () => {
        const id = await createPendingRequest()
        return { body: { id }, expected: { subject: 'request', subjectId: String(id) } }
      },
      prepareRefusal: async () => ({ id: 999_999 }),
    },
  ],
  [
    verifyChannel,
    {
      prepareSuccess: async () => {
        const id = await createBossChannel()
        const detail = { before: { verification: 'pending' }, after: { verification: 'verifying' } }
        return { body: { id }, expected: { ...channelSubject(id), detail } }
      },
      prepareRefusal: async () => ({ id: await createBossChannel({ verification: 'verified' }) }),
    },
  ],
  [
    requestReReview,
    {
      prepareSuccess: async () => {
        const id = await createBossChannel({ verification: 'verified', approval: 1 })
        await queryRaw(api.db, `update channels set held_at = now() - interval '80 hours'`)
        return { body: { id }, expected: channelSubject(id) }
      },
      prepareRefusal: async () => {
        const id = await createBossChannel({ verification: 'verified', approval: 1 })
        await queryRaw(api.db, 'update channels set held_at = now()')
        return { id }
      },
    },
  ],
  [
    assignChannel,
    {
      prepareSuccess: async () => {
        const id = await createBossChannel()
        return {
          body: { id, members: [ids.member] },
          expected: {
            ...channelSubject(id),
            detail: { before: { members: [] }, after: { members: [ids.member] } },
          },
        }
      },
      prepareRefusal: async () => ({ id: await createBossChannel(), members: [ids.member, ids.rival] }),
    },
  ],
  [
    unassignChannel,
    {
      prepareSuccess: async () => {
        const id = await createBossChannel()
        await insertAssignment(api.db, id, ids.member)
        return {
          body: { id, member: ids.member },
          expected: {
            ...channelSubject(id),
            detail: { before: { members: [ids.member] }, after: { members: [] } },
          },
        }
      },
      prepareRefusal: async () => ({ id: await createBossChannel(), member: ids.member }),
    },
  ],
  [
    assignChannels,
    {
      prepareSuccess: async () => {
        const id = await createBossChannel()
        return {
          body: { ids: [id], members: [ids.member] },
          expected: {
            ...channelSubject(id),
            detail: { before: { members: [] }, after: { members: [ids.member] } },
          },
        }
      },
      prepareRefusal: async () => ({ ids: [await createBossChannel(), 999_999], members: [ids.member] }),
    },
  ],
  [
    unassignChannels,
    {
      prepareSuccess: async () => {
        const id = await createBossChannel()
        await insertAssignment(api.db, id, ids.member)
        return {
          body: { ids: [id], members: [ids.member] },
          expected: {
            ...channelSubject(id),
            detail: { before: { members: [ids.member] }, after: { members: [] } },
          },
        }
      },
      prepareRefusal: async () => {
        const id = await createBossChannel()
        await insertAssignment(api.db, id, ids.member)
        return { ids: [id, 999_999], members: [ids.member] }
      },
    },
  ],
  [
    setPayoutShares,
    {
      prepareSuccess: async () => {
        const id = await createBossChannel()
        const shares = [{ member: ids.member, permille: 625 }]
        return {
          body: { ids: [id], fromDay: '2026-03-01', shares },
          expected: {
            ...channelSubject(id),
            detail: { from: '2026-03-01', before: null, after: { shares: [`${ids.member}: 62.5 %`] } },
          },
        }
      },
      prepareRefusal: async () => ({
        ids: [await createBossChannel()],
        fromDay: '2026-03-01',
        shares: [{ member: ids.rival, permille: 500 }],
      }),
    },
  ],
  [
    importShares,
    {
      prepareSuccess: async () => {
        const id = await createBossChannel()
        return {
          body: { file: `channel,member\n${id},member@example.test`, check: false },
          expected: {
            ...channelSubject(id),
            detail: { before: { members: [] }, after: { members: [ids.member] } },
          },
        }
      },
      prepareRefusal: async () => ({
        file: `channel,member\n${await createBossChannel()},rival@example.test`,
        check: false,
      }),
    },
  ],
  [
    deleteChannel,
    {
      prepareSuccess: async () => {
        const id = await createBossChannel()
        await insertAssignment(api.db, id, ids.member)
        return {
          body: { id, password, acknowledged: 'on' },
          expected: {
            ...channelSubject(id),
            detail: {
              before: {
                channel_id: one.channelId,
                approval: 'pending',
                verification: 'pending',
                members: [ids.member],
              },
              after: null,
            },
          },
        }
      },
      prepareRefusal: async () => ({ id: await createBossChannel(), password: 'wrong', acknowledged: 'on' }),
    },
  ],
])

const getThisMonth = () => getPacificDay(api.clock.now).slice(0, 7)
const accountSubject = (id: number) => ({ subject: 'account', subjectId: String(id) })

/** Creates a member that a test can delete. */
const createMember = async (name: string) =>
  createAccount(api.db, site, `${name}${++memberCount}@example.test`, ids.boss)

async function requestSignInCode(): Promise<string> {
  const { code } = await (await callAsPartner(createSignInCode, { email: 'member@example.test' })).json()
  await clearAuditLog(api.db)
  return code
}

const fee = (from: string, before: number, after: number) => ({
  ...accountSubject(ids.member),
  detail: { from, before: { fee_rate: before }, after: { fee_rate: after } },
})

for (const [endpoint, one] of [
  [
    setFees,
    {
      prepareSuccess: async () => ({
        body: { fees: [{ member: ids.member, fee_rate: 20, from: '2026-03-01' }] },
        expected: fee('2026-03-01', 0, 20),
      }),
      prepareRefusal: async () => ({ fees: [{ member: ids.rival, fee_rate: 20 }] }),
    },
  ],
  [
    importFees,
    {
      prepareSuccess: async () => ({
        body: { file: 'member,fee,from\nmember@example.test,20,2026-03-01', check: false },
        expected: fee('2026-03-01', 0, 20),
      }),
      prepareRefusal: async () => ({ file: 'member,fee\nrival@example.test,20', check: false }),
    },
  ],
  [
    removeFee,
    {
      prepareSuccess: async () => {
        await queryRaw(
          api.db,
          `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-03-01', 200)`,
          [ids.member],
        )
        return { body: { target: ids.member, from: '2026-03-01' }, expected: fee('2026-03-01', 20, 0) }
      },
      prepareRefusal: async () => ({ target: ids.member, from: '2026-03-01' }),
    },
  ],
  [
    setMonthTarget,
    {
      prepareSuccess: async () => ({
        body: { month: getThisMonth(), onward: true, amount: 20_000_000, currency: 'USD' },
        expected: {
          ...accountSubject(ids.boss),
          detail: {
            ...{ month: getThisMonth(), currency: 'USD', onward: true },
            before: null,
            after: { amount: 20_000_000, onward: true },
          },
        },
      }),
      prepareRefusal: async () => ({ month: getThisMonth(), onward: true, amount: 1, currency: 'KRW' }),
    },
  ],
  [
    removeMonthTarget,
    {
      prepareSuccess: async () => {
        const month = getThisMonth()
        await queryRaw(
          api.db,
          `insert into month_targets (account_id, currency, month, is_onward, amount) values ($1, 'USD', $2, false, 10000)`,
          [ids.boss, `${month}-01`],
        )
        return {
          body: { month, onward: false },
          expected: {
            ...accountSubject(ids.boss),
            detail: {
              ...{ month, currency: 'USD', onward: false },
              before: { amount: 10_000, onward: false },
              after: null,
            },
          },
        }
      },
      prepareRefusal: async () => ({ month: '2005-01', onward: false }),
    },
  ],
  [
    setDefaultFee,
    {
      prepareSuccess: async () => ({
        body: { fee_rate: 12.5 },
        expected: {
          ...accountSubject(ids.boss),
          detail: { before: { default_fee: null }, after: { default_fee: 12.5 } },
        },
      }),
      prepareRefusal: async () => ({ fee_rate: 101 }),
    },
  ],
  [
    join,
    {
      caller: 'nobody',
      prepareSuccess: async () => ({
        body: { email: `new${++memberCount}@example.test`, password, nickname: 'New' },
        expected: { id: expect.any(Number), network: expect.any(Number), subject: 'account' },
      }),
      prepareRefusal: async () => ({ email: 'boss@example.test', password, nickname: 'New' }),
    },
  ],
  [
    login,
    {
      caller: 'nobody',
      prepareSuccess: async () => ({
        body: { id: 'boss@example.test', password },
        expected: accountSubject(ids.person),
      }),
      prepareRefusal: async () => ({ id: 'boss@example.test', password: 'wrong' }),
    },
  ],
  [
    createSignInCode,
    {
      caller: 'partner',
      prepareSuccess: async () => ({
        body: { email: 'member@example.test' },
        expected: { actor: 'partner', id: partnerId, network: null, ...accountSubject(ids.member) },
      }),
      prepareRefusal: async () => ({ email: 'nobody@example.test' }),
    },
  ],
  [
    exchangeSignInCode,
    {
      caller: 'nobody',
      prepareSuccess: async () => ({
        body: { code: await requestSignInCode() },
        expected: { id: ids.member, ...accountSubject(ids.member) },
      }),
      prepareRefusal: async () => ({ code: 'none' }),
    },
  ],
  [
    finishProviderSignIn,
    {
      caller: 'nobody',
      prepareSuccess: async () => {
        const { token, answer } = await beginAtProvider('member')
        return { body: { token, answer }, expected: { id: ids.member, ...accountSubject(ids.member) } }
      },
      prepareRefusal: async () => ({ token: 'A'.repeat(43), answer: '?code=none' }),
    },
  ],
  [
    joinWithProvider,
    {
      caller: 'nobody',
      prepareSuccess: async () => {
        const { token, answer } = await beginAtProvider(`new${++memberCount}`)
        await api.call(finishProviderSignIn, { body: { token, answer } })
        return {
          body: { token, nickname: 'New' },
          expected: { id: expect.any(Number), network: expect.any(Number), subject: 'account' },
        }
      },
      prepareRefusal: async () => ({ token: 'A'.repeat(43), nickname: 'New' }),
    },
  ],
  [
    linkProvider,
    {
      prepareSuccess: async () => {
        const { token, answer } = await beginAtProvider('boss')
        await api.call(finishProviderSignIn, { body: { token, answer } })
        return { body: { token }, expected: accountSubject(ids.person) }
      },
      prepareRefusal: async () => ({ token: 'A'.repeat(43) }),
    },
  ],
  [
    unlinkProvider,
    {
      prepareSuccess: async () => {
        const id = await insertProviderLink(ids.person, 'boss')
        return { body: { id, password }, expected: accountSubject(ids.person) }
      },
      prepareRefusal: async () => ({ id: 999_999, password }),
    },
  ],
  [
    updateAccount,
    {
      prepareSuccess: async () => ({
        body: { nickname: 'Boss' },
        expected: {
          ...accountSubject(ids.person),
          detail: { before: { nickname: '(hidden)' }, after: { nickname: '(hidden)' } },
        },
      }),
      prepareRefusal: async () => ({ password: 'wrong', new_password: 'a much better one' }),
    },
  ],
  [
    endSessions,
    {
      prepareSuccess: async () => {
        await signIn(api, 'boss@example.test')
        const [last] = await queryRaw<{ id: number }>(api.db, 'select max(id) as id from sessions')
        await clearAuditLog(api.db)
        const body = { id: last?.id, password }
        return { body, expected: { subject: 'session', subjectId: String(last?.id) } }
      },
      prepareRefusal: async () => ({ id: 999_999, password }),
    },
  ],
  [
    addMember,
    {
      prepareSuccess: async () => ({
        body: { user_id: `new${++memberCount}@example.test`, password, nickname: 'New' },
        expected: { subject: 'account' },
      }),
      prepareRefusal: async () => ({ user_id: 'rival@example.test', password, nickname: 'New' }),
    },
  ],
  [
    updateMember,
    {
      prepareSuccess: async () => {
        const target = await createMember('changed')
        return {
          body: { target, password: 'a much better one', own_password: password, fee_rate: 12.5 },
          expected: {
            ...accountSubject(target),
            detail: {
              from: earliestDay,
              before: { password: '(hidden)', fee_rate: 0 },
              after: { password: '(hidden)', fee_rate: 12.5 },
            },
          },
        }
      },
      prepareRefusal: async () => ({ target: ids.rival, fee_rate: 12.5 }),
    },
  ],
  [
    impersonateMember,
    {
      prepareSuccess: async () => ({ body: { target: ids.member }, expected: accountSubject(ids.member) }),
      prepareRefusal: async () => ({ target: 999_999 }),
    },
  ],
  [
    approveMember,
    {
      prepareSuccess: async () => {
        const target = await createMember('waiting')
        await queryRaw(api.db, 'update accounts set awaits_approval = true where id = $1', [target])
        return { body: { target }, expected: accountSubject(target) }
      },
      prepareRefusal: async () => ({ target: ids.member }),
    },
  ],
  [
    importMembers,
    {
      prepareSuccess: async () => ({
        body: { file: `email,nickname\nfile${++memberCount}@example.test,File`, check: false },
        expected: {
          subject: 'account',
          detail: {
            import: expect.any(Number),
            before: null,
            after: { network: ids.boss, roles: ['member'], link: '(hidden)' },
          },
        },
      }),
      prepareRefusal: async () => ({ file: 'email,nickname\nrival@example.test,Rival', check: false }),
    },
  ],
  [
    undoMemberImport,
    {
      prepareSuccess: async () => {
        const target = await createMember('imported')
        await queryRaw(api.db, 'update accounts set password_hash = null where id = $1', [target])
        const [row] = await queryRaw<{ id: number }>(
          api.db,
          'insert into member_imports (network_id, imported_at) values ($1, now()) returning id',
          [ids.boss],
        )
        await queryRaw(api.db, 'insert into imported_members (import_id, account_id) values ($1, $2)', [
          row?.id,
          target,
        ])
        return {
          body: { id: row?.id },
          expected: {
            ...accountSubject(target),
            detail: {
              import: row?.id,
              before: { network: ids.boss, registrations: [], fees: [] },
              after: null,
            },
          },
        }
      },
      prepareRefusal: async () => ({ id: 999 }),
    },
  ],
  [
    mailMemberConfirmation,
    {
      prepareSuccess: async () => {
        const target = await createMember('unconfirmed')
        return { body: { target }, expected: accountSubject(target) }
      },
      prepareRefusal: async () => ({ target: ids.rival }),
    },
  ],
  [
    allowMemberAttempts,
    {
      prepareSuccess: async () => {
        const target = await createMember('slow')
        const body = { id: `slow${memberCount}@example.test`, password: 'wrong' }
        for (let attempt = 0; attempt < 6; attempt++) await api.request(login, { body })
        return {
          body: { target, password },
          expected: {
            ...accountSubject(target),
            detail: { before: { refused: ['slowed'] }, after: { refused: [] } },
          },
        }
      },
      prepareRefusal: async () => ({ target: ids.member, password: 'wrong' }),
    },
  ],
  [
    resetMemberFactors,
    {
      prepareSuccess: async () => {
        const target = await createMember('factor')
        await queryRaw(
          api.db,
          `insert into totp_secrets (account_id, secret, last_step, created_at) values ($1, '\\x00', 0, now())`,
          [target],
        )
        return { body: { target, password }, expected: accountSubject(target) }
      },
      prepareRefusal: async () => ({ target: ids.member, password: 'wrong' }),
    },
  ],
  [
    endMembership,
    {
      prepareSuccess: async () => {
        const target = await createMember('ended')
        return {
          body: { target, password },
          expected: {
            ...accountSubject(target),
            detail: {
              until: getPacificDay(api.clock.now),
              before: { network: ids.boss, roles: ['member'], fee_rate: 0, registrations: [] },
              after: { network: target, roles: [], fee_rate: 0, registrations: [] },
            },
          },
        }
      },
      prepareRefusal: async () => ({ target: ids.member, password: 'wrong' }),
    },
  ],
  [
    inviteMember,
    {
      prepareSuccess: async () => {
        const target = await createMember('invited')
        await queryRaw(api.db, 'update accounts set password_hash = null where id = $1', [target])
        return { body: { target }, expected: accountSubject(target) }
      },
      prepareRefusal: async () => ({ target: ids.member }),
    },
  ],
  [
    staff.inviteStaff,
    {
      prepareSuccess: async () => ({
        body: { email: `aide${++memberCount}@example.test`, nickname: 'Aide', roles: ['finance'] },
        expected: {
          subject: 'account',
          detail: { before: null, after: { network: ids.boss, roles: ['finance'], link: '(hidden)' } },
        },
      }),
      prepareRefusal: async () => ({ email: 'rival@example.test', nickname: 'Aide', roles: ['finance'] }),
    },
  ],
  [
    staff.resendStaffInvitation,
    {
      prepareSuccess: async () => {
        const target = await createAide('asked')
        await queryRaw(api.db, 'update accounts set password_hash = null where id = $1', [target])
        return { body: { target }, expected: accountSubject(target) }
      },
      prepareRefusal: async () => ({ target: ids.person }),
    },
  ],
  [
    staff.changeStaffRoles,
    {
      prepareSuccess: async () => {
        const target = await createAide('changed')
        const detail = { before: { roles: ['finance'] }, after: { roles: ['manager', 'reader'] } }
        return {
          body: { target, roles: ['reader', 'manager'] },
          expected: { ...accountSubject(target), detail },
        }
      },
      prepareRefusal: async () => ({ target: ids.member, roles: ['finance'] }),
    },
  ],
  [
    staff.removeStaff,
    {
      prepareSuccess: async () => {
        const target = await createAide('removed')
        const detail = { before: { roles: ['finance'] }, after: { roles: [] } }
        return { body: { target }, expected: { ...accountSubject(target), detail } }
      },
      prepareRefusal: async () => ({ target: ids.member }),
    },
  ],
  [
    staff.handOverNetwork,
    {
      prepareSuccess: async () => {
        const target = await createAide('successor')
        await queryRaw(api.db, 'update accounts set email_confirmed_at = now() where id = $1', [target])
        const detail = {
          kept: ['manager'],
          before: { roles: ['finance'] },
          after: { roles: ['owner', 'finance'] },
        }
        return { body: { target, keep: ['manager'] }, expected: { ...accountSubject(target), detail } }
      },
      prepareRefusal: async () => ({ target: ids.member, keep: [] }),
    },
  ],
  [
    staff.updateNetwork,
    {
      prepareSuccess: async () => {
        // Handing over has taken it.
        await queryRaw(api.db, `update accounts set roles = '{owner,manager}' where id = $1`, [ids.person])
        const hidden = { nickname: '(hidden)', email: '(hidden)' }
        return {
          body: { name: 'Studio', contact: 'office@example.test' },
          expected: { ...accountSubject(ids.boss), detail: { before: hidden, after: hidden } },
        }
      },
      prepareRefusal: async () => ({ name: 'Admin', contact: 'office@example.test' }),
    },
  ],
  [
    changeEmail,
    {
      prepareSuccess: async () => ({
        body: { email: 'moved@example.test', password },
        expected: accountSubject(ids.person),
      }),
      prepareRefusal: async () => ({ email: 'rival@example.test', password }),
    },
  ],
  [
    deleteMember,
    {
      prepareSuccess: async () => {
        const target = await createMember('removed')
        return { body: { target, password }, expected: accountSubject(target) }
      },
      prepareRefusal: async () => ({ target: await createMember('kept'), password: 'wrong' }),
    },
  ],
] as [Endpoint, Case][])
  cases.set(endpoint, one)

const audited = endpoints.filter(({ traces }) => traces.includes('audit'))
const auditedMutations = audited
  .filter((endpoint) => cases.has(endpoint))
  .map((endpoint) => ({ ...endpoint, endpoint }))

const setRemoteAddress = (requestHeaders: Record<string, string>) => {
  requestHeaders['X-Forwarded-For'] = '203.0.113.5'
}

const callAsPartner = async ({ path }: Endpoint, body: object, authorization = `Bearer ${key}`) =>
  api.send(path, {
    method: 'POST',
    headers: { Authorization: authorization, 'X-Forwarded-For': '203.0.113.5' },
    body: JSON.stringify(body),
  })

/** @returns the status of the reply */
async function requestStatus(endpoint: Endpoint, by: Case['caller'], body: object): Promise<number> {
  if (by === 'partner') return (await callAsPartner(endpoint, body)).status
  return (await api.request(endpoint, { token: by ? '' : tokens.boss, body, tamper: setRemoteAddress }))
    .status
}

async function countTraces(): Promise<{ event: number; mail: number }> {
  const [counts] = await queryRaw<{ event: number; mail: number }>(
    api.db,
    `select (select count(*)::integer from security_events) as event, (select count(*)::integer from mails) as mail`,
  )
  return counts ?? { event: 0, mail: 0 }
}

describe('a change', () => {
  test('is each call that declares an entry: all are looked at here', () => {
    const elsewhere: Endpoint[] = [
      // tests/server/settlement/statements.test.ts and month-closings.test.ts
      payStatements,
      importPayments,
      closeMonth,
      releaseMonth,
      reopenMonth,
      // tests/server/settlement/bank-exchange.test.ts
      exportBankFile,
      cancelBankFile,
      importBankResults,
      // tests/server/settlement/payments.test.ts
      returnPayments,
      requestPayment,
      addManualEntries,
      removeManualEntry,
      endBalance,
      enterPayeeOfGone,
      // tests/server/channels/earning-day.test.ts
      setEarningDay,
      // tests/server/operations/desk-find.test.ts
      releaseRegistration,
      // tests/server/operations/desk-person.test.ts
      ...Object.values(personHelp),
      ...Object.values(personNetwork),
      // tests/server/settlement/payees.test.ts
      updatePayee,
      readMemberPayee,
      readMemberTaxId,
      confirmMemberPayee,
      rejectMemberPayee,
      // tests/server/settlement/tax-files.test.ts
      createTaxFile,
      // tests/server/settlement/tax-invoices.test.ts
      requestTaxInvoices,
      recordTaxInvoice,
      // tests/server/people/impersonation.test.ts
      impersonatePerson,
      endImpersonation,
      // tests/server/settlement/questions.test.ts
      askQuestion,
      addQuestionMessage,
      settleQuestion,
      // tests/server/portal/shared-reports.test.ts
      createSharedReport,
      revokeSharedReport,
      openSharedReport,
      logout,
      withdrawAccount,
      followEmailLink,
      requestConfirmation,
      // tests/server/channels/review-queue.test.ts
      decideReviews,
      undoReviews,
      assignReviews,
      // tests/server/settlement/desk-payees.test.ts
      readSitePayee,
      confirmSitePayee,
      // tests/server/reports/desk-reports.test.ts
      withdrawReport,
      acceptGap,
      askForReports,
      // tests/server/operations/desk-today.test.ts
      assignWaiting,
      snoozeWaiting,
      // tests/server/portal/desk-music.test.ts
      editTrack,
      withdrawTracks,
      storeTrackMedia,
      // tests/server/portal/desk-notices.test.ts
      publishNotice,
      editNotices,
      changeNotices,
      rescheduleNotices,
      // tests/server/operations/desk-mail.test.ts
      // tests/server/operations/desk-health.test.ts
      retryJobs,
      retryMail,
      setSuppression,
      // tests/server/people/first-operator.test.ts
      createFirstOperator,
    ]
    // tests/server/people/second-factor.test.ts
    const factors = Object.values(secondFactor).filter((value) => 'path' in value)
    const known = [...cases.keys(), ...elsewhere, ...factors]
    expect(audited.filter((endpoint) => !known.includes(endpoint))).toEqual([])
    // What a declaration says of a read or of a person’s own marks is looked at in tests/unit/gates.test.ts.
    expect([...cases.keys(), ...elsewhere].filter((endpoint) => !audited.includes(endpoint))).toEqual([])
  })

  test.each(auditedMutations)(
    '$name is recorded in one line with the old and the new values',
    async ({ endpoint }) => {
      const { caller, prepareSuccess } = cases.get(endpoint) as Case
      const { body, expected } = await prepareSuccess()
      const before = await countTraces()
      expect(await requestStatus(endpoint, caller, body)).toBe(200)
      const after = await countTraces()
      for (const trace of ['event', 'mail'] as const)
        if (after[trace] > before[trace]) expect(endpoint.traces).toContain(trace)
      const who = { actor: 'account', id: ids.person, network: ids.boss, address: '203.0.113.5' }
      const what = { action: endpoint.name, subjectId: expect.any(String), detail: expect.any(Object) }
      const rows = await listAuditRows()
      expect(rows).toEqual([{ ...who, ...what, ...expected }])
      expectChange(rows[0]?.detail)
    },
  )

  test.each(auditedMutations)('$name leaves no line when it is refused', async ({ endpoint }) => {
    const { caller, prepareRefusal } = cases.get(endpoint) as Case
    const body = await prepareRefusal()
    expect(await requestStatus(endpoint, caller, body)).toBeGreaterThanOrEqual(400)
    if (!caller) expect((await api.request(endpoint, { body })).status).toBe(401)
    expect(await listAuditRows()).toEqual([])
  })

  test('signing out and leaving are recorded, too, of whoever does it', async () => {
    const id = await createAccount(api.db, site, 'leaving@example.test', undefined, false)
    const token = await signIn(api, 'leaving@example.test')
    const again = await signIn(api, 'leaving@example.test')
    const channel = await createChannel(api.db, id, one.channelId)
    await clearAuditLog(api.db)
    expect((await api.request(withdrawAccount, { token, body: { password: 'wrong' } })).status).toBe(422)
    expect((await api.request(logout)).status).toBe(401)
    await api.call(logout, { token: again, body: {} })
    await api.call(withdrawAccount, { token, body: { password } })
    expect((await api.request(logout, { token })).status).toBe(401)
    const rows = await listAuditRows()
    for (const { detail } of rows) expectChange(detail)
    expect(rows).toMatchObject([
      { id, network: id, action: 'logout' },
      { id, network: id, action: 'withdrawAccount', ...channelSubject(channel) },
      { id, network: id, action: 'withdrawAccount', ...accountSubject(id) },
    ])
  })
})

describe('what completes by itself is recorded as the background’s', () => {
  const background = { actor: 'background', id: null, address: null }

  test.each(['verified', 'code_missing'] as const)('a verification that ends: %s', async (outcome) => {
    const id = await createBossChannel({ verification: 'verifying' })
    await settleVerification(api.db, id, outcome, recordingJobs.jobs, new Date())
    // A second call changes nothing.
    await settleVerification(api.db, id, outcome, recordingJobs.jobs, new Date())
    expect(await listAuditRows()).toEqual([
      {
        ...background,
        network: ids.boss,
        action: 'verifyChannel',
        ...channelSubject(id),
        detail: {
          before: { verification: 'verifying' },
          after: { verification: outcome === 'verified' ? outcome : `pending: ${outcome}` },
        },
      },
    ])
  })

  test('a registration that waited', async () => {
    const id = await createPendingRequest()
    await settleRequest(api.db, id, { found: one }, new Date())
    expect(await listAuditRows()).toMatchObject([
      {
        ...background,
        action: 'addChannel',
        detail: { request: id, before: null, after: { channel_id: one.channelId } },
      },
    ])
  })

  test('a registration that was given up', async () => {
    const id = await createPendingRequest()
    await settleRequest(api.db, id, { failure: 'channel_unknown' }, new Date())
    expect(await listAuditRows()).toMatchObject([
      {
        ...background,
        subject: 'request',
        subjectId: String(id),
        detail: { before: { state: 'waiting' }, after: { state: 'channel_unknown' } },
      },
    ])
  })
})

test('what changes nothing is not recorded', async () => {
  const id = await createBossChannel({ verification: 'verifying' })
  await insertAssignment(api.db, id, ids.member)
  await api.call(verifyChannel, { token: tokens.boss, body: { id } })
  await api.call(assignChannel, { token: tokens.boss, body: { id, members: [ids.member] } })
  expect(await listAuditRows()).toEqual([])
})

describe('the operator’s command', () => {
  const audit = async (...words: string[]) => (await runOperator(api.db, 'audit', ...words)).lines
  let id: number

  beforeEach(async () => {
    id = await createPendingRequest()
    await settleRequest(api.db, id, { found: one }, new Date())
    const [channel] = await queryRaw<{ id: number }>(api.db, 'select registration_id as id from channels')
    id = channel?.id ?? 0
    await api.call(assignChannel, { token: tokens.boss, body: { id, members: [ids.member] } })
    await api.call(verifyChannel, { token: tokens.member, body: { id } })
  })

  test('prints who did what to whom, the newest first', async () => {
    const at = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`
    const lines = await audit()
    expect(lines).toHaveLength(3)
    const [verified, assigned, added] = lines.map((line) => line.replace(new RegExp(`^${at}  `), ''))
    expect(verified).toBe(
      `member@example.test of example.test (unknown)  channel verify  channel ${id} ${one.name}  verification: pending → verifying`,
    )
    expect(assigned).toContain(`channel assign  channel ${id} ${one.name}  members: – → ${ids.member}`)
    expect(added).toMatch(
      new RegExp(
        `^background of example.test  channel add  channel ${id} ${one.name}  .*category: – → people, channel_id: – → ${one.channelId}`,
      ),
    )
  })

  const actions = async (...words: string[]) =>
    JSON.parse((await audit(...words, '--json')).join('\n')).map(({ action }: { action: string }) => action)

  test('chooses by site, network, person, channel, action and day', async () => {
    const all = ['channel verify', 'channel assign', 'channel add']
    expect(await actions('--site', 'www.example.test')).toEqual(all)
    expect(await actions('--network', 'BOSS@example.test')).toEqual(all)
    expect(await actions('--network', 'rival@example.test')).toEqual([])
    expect(await actions('--by', 'member@example.test')).toEqual(['channel verify'])
    expect(await actions('--by', `account:${ids.person}`, '--site', 'example.test')).toEqual([
      'channel assign',
    ])
    expect(await actions('--by', 'background')).toEqual(['channel add'])
    expect(await actions('--by', 'operator')).toEqual([])
    expect(await actions('--by', '1')).toEqual([])
    expect(await actions('--channel', one.channelId)).toEqual(all)
    expect(await actions('--channel', String(id))).toEqual(all)
    expect(await actions('--channel', channelIdFor('none'))).toEqual([])
    for (const name of ['channel assign', 'assignChannel'])
      expect(await actions('--action', name)).toEqual(['channel assign'])
    await expect(audit('--action', 'channel asign')).rejects.toThrow(
      'Recorded so far: channel add, channel assign, channel verify',
    )
    expect(await actions('--limit', '2')).toEqual(all.slice(0, 2))
    await execAsOwner(
      api.db,
      `update audit_log set created_at = '2026-03-02T23:59:59.9Z' where action = 'assignChannel'`,
    )
    expect(await actions('--from', '2026-03-02', '--to', '2026-03-02')).toEqual(['channel assign'])
    expect(await actions('--to', '2026-03-01')).toEqual([])
    expect(await actions('--from', '2026-03-03')).toEqual(['channel verify', 'channel add'])
  })

  test('follows a channel back to when it waited', async () => {
    await clearAuditLog(api.db)
    await execRaw(api.db, 'delete from assignments; delete from channels')
    youtube.failure = 'quota'
    const { request } = await api.call(addChannel, {
      token: tokens.member,
      body: { link, category: 'people' },
    })
    await settleRequest(api.db, request?.id ?? 0, { found: one }, new Date())
    expect(await actions('--channel', one.channelId)).toEqual(['channel add', 'channel add'])
  })

  test('keeps what somebody did who has been removed, without their name', async () => {
    const gone = await createMember('gone')
    await recordAuditEntry(
      api.db,
      { kind: 'account', id: gone, siteId: site.id },
      { action: 'updateAccount', before: { nickname: hidden }, after: { nickname: hidden } },
    )
    expect((await audit())[0]).toContain(`  gone${memberCount}@example.test of example.test  account update`)
    await api.call(deleteMember, { token: tokens.boss, body: { target: gone, password } })
    expect((await audit())[1]).toContain(`  account ${gone} of example.test  account update`)
    await expect(audit('--by', `gone${memberCount}@example.test`)).rejects.toThrow('There is no account gone')
  })

  test.each([
    [['--from', 'yesterday'], "argument 'yesterday' is invalid"],
    [['--limit', '0'], "argument '0' is invalid"],
    [['--channel', 'mine'], "argument 'mine' is invalid"],
    [['--site', 'nowhere.test'], 'There is no site nowhere.test.'],
    [['--network', 'nobody@example.test'], 'There is no network nobody@example.test.'],
    [['everything'], "Too many arguments for 'audit'"],
  ])('says what is wrong with %j', async (words, why) => {
    await expect(audit(...words)).rejects.toThrow(why)
  })
})
