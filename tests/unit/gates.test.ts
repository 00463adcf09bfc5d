import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as earningDay from '#contract/channels/earning-day.ts'
import { endpoints } from '#contract/endpoints.ts'
import { updateAccount } from '#contract/people/account.ts'
import { login } from '#contract/people/auth.ts'
import { requestPasswordReset } from '#contract/people/email-links.ts'
import * as staff from '#contract/people/membership/staff.ts'
import { defineEndpoint, type Endpoint } from '#contract/platform/endpoint.ts'
import { exportBankFile } from '#contract/settlement/filing/bank-files.ts'
import { exportPayments, payStatements } from '#contract/settlement/statement-payments.ts'

/** Why a call that changes something asks for nothing beyond a session. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'Ends the session, or begins a proof.': ['logout', 'startConfirmation', 'startStepUp'],
  'Answers the challenge that the password or a passkey gave.': ['addPasskey', 'addTotp'],
  'Comes right after a sign-in by password or passkey, which it tests.': ['linkProvider'],
  'Renames, and gives nothing.': ['renamePasskey'],
  'Confirms by a mail that goes to the address itself.': ['requestConfirmation', 'mailMemberConfirmation'],
  'Makes an account that has nothing yet, or lets a person in whose network it is; both are audited, and mailed.':
    ['addMember', 'approveMember', 'inviteMember'],
  'Changes nothing that is booked: dated, audited and shown to members.': [
    'importFees',
    'removeFee',
    'setDefaultFee',
    'setFees',
    'importShares',
    'setPayoutShares',
  ],
  'Books nothing: notes about what is booked.': [
    'requestTaxInvoices',
    'recordTaxInvoice',
    'askQuestion',
    'addQuestionMessage',
    'settleQuestion',
  ],
  'Looking at the portal as somebody: read only, audited, and mailed.': [
    'impersonateMember',
    'impersonatePerson',
    'endImpersonation',
  ],
  'Notices: audited, and can be withdrawn, restored and edited again.': [
    'publishNotice',
    'editNotices',
    'changeNotices',
    'rescheduleNotices',
  ],
  'Work at the desk: audited, and can be taken back.': [
    'assignWaiting',
    'acceptGap',
    'askForReports',
    'snoozeWaiting',
    'setSuppression',
    'decideReviews',
    'undoReviews',
    'assignReviews',
  ],
  'The catalog: audited, and can be changed back.': ['editTrack', 'withdrawTracks', 'storeTrackMedia'],
  'Does again what was meant to happen; audited.': ['retryJobs', 'retryMail'],
  'Work on channels and figures: audited, and can be taken back.': [
    'addChannel',
    'assignChannel',
    'assignChannels',
    'unassignChannel',
    'unassignChannels',
    'cancelChannelRequest',
    'requestReReview',
    'verifyChannel',
    'setMonthTarget',
    'removeMonthTarget',
    'createSharedReport',
    'revokeSharedReport',
  ],
}

/** A person's own marks, which nobody else sees. */
const ownMarks = [
  'createTag',
  'deleteTag',
  'renameTag',
  'tagChannels',
  'dismissClosedChannel',
  'reorderFavorites',
  'setFavorite',
  'markNoticesRead',
  'deleteView',
  'renameView',
  'reorderViews',
  'replaceView',
  'saveView',
  'markStatementsSeen',
  'markQuestionSeen',
]

/** Calls that use POST because their input must not be in an address, or that give a challenge. */
const reads = [
  'checkPassword',
  'previewNotice',
  'readEmailLink',
  'startConfirmation',
  'startStepUp',
  'startTotp',
  'startPasskey',
  'startPasskeySignIn',
  'startProviderLink',
  'startProviderSignIn',
]

/** Whatever signs in; the person must learn of a change. */
const credentialChanges = [
  'addPasskey',
  'addTotp',
  'changeEmail',
  'finishProviderSignIn',
  'followEmailLink',
  'linkProvider',
  'removePasskey',
  'removeTotp',
  'resetMemberFactors',
  'resetPersonFactors',
  'renewRecoveryCodes',
  'unlinkProvider',
  'updateAccount',
  'updateMember',
  'updatePayee',
]

/** Account numbers and numbers of tax offices leave by these. */
const readings: Readonly<Record<string, string>> = {
  readMemberPayee: 'payee-reading',
  readSitePayee: 'payee-reading',
  exportPayments: 'payee-reading',
  exportBankFile: 'payee-reading',
  readMemberTaxId: 'tax-id-reading',
  createTaxFile: 'tax-id-reading',
}

const settlement = Object.values(
  import.meta.glob<Record<string, unknown>>('../../contract/settlement/**/*.ts', { eager: true }),
)
const moneyNames = new Set(
  [...settlement, earningDay].flatMap((module) =>
    Object.values(module).map((value) => (value as Partial<Endpoint> | undefined)?.name),
  ),
)

/** They give many people accounts, fees and roles at once. */
const people = ['importMembers', 'undoMemberImport']
/** They end for good what others have. */
const endings = ['releaseRegistration', 'movePerson', 'endPersonMembership', 'withdrawReport']
/** They decide how somebody else signs in. */
const signIns = ['mailPersonLink', 'allowPersonAttempts', 'resetPersonFactors', 'endPersonSessions']
const roleNames = new Set(Object.values(staff).map((value) => (value as Partial<Endpoint>).name))

const exempt = new Set([...Object.values(reasons).flat(), ...ownMarks])

/** @returns what is missing, as “name: what” */
function listHoles(tested: readonly Endpoint[]): string[] {
  return tested.flatMap((endpoint) => {
    const { name, method, access, confirmation, limits, traces } = endpoint
    const changes = method === 'POST' && !reads.includes(name) && !ownMarks.includes(name)
    const isAnonymous = access === 'public' || access === 'partner'
    const holes = [
      changes && !isAnonymous && confirmation === 'none' && !exempt.has(name) && 'asks for nothing',
      confirmation !== 'none' && exempt.has(name) && 'asks, and has a reason not to',
      confirmation !== 'none' && isAnonymous && 'asks whom it does not know',
      (isAnonymous || confirmation !== 'none') && method === 'POST' && limits.length === 0 && 'has no limit',
      changes && !traces.includes('audit') && name !== requestPasswordReset.name && 'leaves no audit entry',
      credentialChanges.includes(name) &&
        !(traces.includes('event') && traces.includes('mail')) &&
        'tells nobody',
      name in readings && !limits.some((limit) => limit.name === readings[name]) && 'is no counted reading',
      access === 'public' &&
        limits.some((limit) => 'by' in limit && (limit.by === 'account' || limit.by === 'partner')) &&
        'counts nobody',
    ]
    return holes.filter((hole) => hole !== false).map((hole) => `${name}: ${hole}`)
  })
}

describe('the gate', () => {
  test('stands before each call that changes credentials, roles or money', () => {
    expect(listHoles(endpoints)).toEqual([])
  })

  test('asks for a recent confirmation before decisions about money, account numbers, roles, endings and sign-ins only', () => {
    const recent = endpoints.filter(({ confirmation }) => confirmation === 'recent')
    const isKnown = (name: string) =>
      moneyNames.has(name) ||
      roleNames.has(name) ||
      people.includes(name) ||
      [...endings, ...signIns].includes(name)
    expect(recent.filter(({ name }) => !isKnown(name))).toEqual([])
    expect(recent.filter(({ method }) => method === 'GET').map(({ name }) => name)).toEqual([
      exportPayments.name,
    ])
    expect(recent.length).toBe(37)
    const others = endpoints.filter(
      ({ name, method, confirmation }) =>
        moneyNames.has(name) && method === 'POST' && confirmation === 'password',
    )
    // They take the password or a passkey for each call.
    expect(others.map(({ name }) => name).sort()).toEqual(['createTaxFile', 'readMemberTaxId', 'updatePayee'])
  })

  test('has no reason for calls that are gone', () => {
    const names = new Set(endpoints.map(({ name }) => name))
    const known = [...exempt, ...reads, ...credentialChanges, ...Object.keys(readings)]
    expect(known.filter((name) => !names.has(name))).toEqual([])
  })

  test('finds holes', () => {
    const role = defineEndpoint({
      name: 'giveRole',
      summary: 'Gives a role.',
      method: 'POST',
      path: 'member/mcn/role',
      access: 'members.change',
    })
    const doctored: Endpoint[] = [
      role,
      { ...payStatements, confirmation: 'none' },
      { ...login, limits: [] },
      { ...updateAccount, confirmation: 'none', traces: ['audit'] },
      { ...exportBankFile, limits: [{ name: 'ledger', by: 'account' }] },
      { ...login, limits: [{ name: 'ip', by: 'account' }] },
    ]
    expect(listHoles(doctored)).toEqual([
      'giveRole: asks for nothing',
      'giveRole: leaves no audit entry',
      'payStatements: asks for nothing',
      'login: has no limit',
      'updateAccount: asks for nothing',
      'updateAccount: tells nobody',
      'exportBankFile: is no counted reading',
      'login: counts nobody',
    ])
  })

  test('is the only one that counts what it can count', () => {
    const counted = new Set(
      endpoints.flatMap(({ limits }) => limits.flatMap((limit) => ('by' in limit ? [] : [limit.name]))),
    )
    const folder = join(import.meta.dirname, '../../server')
    const byHandlers = globSync('**/*.ts', { cwd: folder }).flatMap((path) =>
      path.startsWith(join('platform', 'http', 'request'))
        ? []
        : [...readFileSync(join(folder, path), 'utf8').matchAll(/enforceRateLimit\(\w+, '([\w-]+)'/g)].map(
            ([, name]) => name,
          ),
    )
    expect(byHandlers.filter((name) => !counted.has(name as never))).toEqual([])
  })
})
