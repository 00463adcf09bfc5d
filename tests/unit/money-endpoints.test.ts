import { expect, test } from 'vitest'
import * as earningDay from '#contract/channels/earning-day.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'

const settlement = Object.values(
  import.meta.glob<Record<string, unknown>>('../../contract/settlement/**/*.ts', { eager: true }),
)
const names = new Set(
  [...settlement, earningDay].flatMap((module) =>
    Object.values(module).map((value) => (value as Partial<Endpoint> | undefined)?.name),
  ),
)
const moneyEndpoints = endpoints.filter(({ name }) => names.has(name))

/** Why an endpoint of the settlement that uses POST does not ask for a confirmation. */
const reasons: Record<string, string> = {
  updatePayee: 'Takes the password or a passkey itself, and waits for somebody else to confirm it.',
  readMemberTaxId: 'Takes the password or a passkey itself, for each number.',
  createTaxFile: 'Takes the password or a passkey itself, for each file.',
  requestTaxInvoices: 'Books nothing: notes that documents were asked for.',
  recordTaxInvoice: 'Books nothing: notes what a document says.',
  setPayoutShares: 'Changes nothing that is booked: shares are dated, audited and shown to members.',
  importShares: 'Changes nothing that is booked: shares are dated, audited and shown to members.',
  markStatementsSeen: 'A person’s own mark.',
  askQuestion: 'Books nothing: asks about what is booked.',
  addQuestionMessage: 'Books nothing: asks about what is booked, or explains it.',
  settleQuestion: 'Books nothing: a person’s own mark.',
  markQuestionSeen: 'A person’s own mark.',
}

/** Reads that reveal whole account numbers. */
const revealing = ['exportPayments']

test('each action on money asks for a recent confirmation, or has a reason not to', () => {
  const unconfirmed = moneyEndpoints.filter(
    ({ method, confirmation }) => method === 'POST' && confirmation === 'none',
  )
  expect(unconfirmed.map(({ name }) => name).sort()).toEqual(Object.keys(reasons).sort())
})

test('whatever asks for a confirmation is an action on money, or reveals account numbers', () => {
  const confirmed = endpoints.filter(({ confirmation }) => confirmation === 'recent')
  expect(confirmed.filter((endpoint) => !moneyEndpoints.includes(endpoint))).toEqual([])
  expect(confirmed.filter(({ method }) => method === 'GET').map(({ name }) => name)).toEqual(revealing)
  expect(confirmed.filter(({ access }) => access === 'public' || access === 'partner')).toEqual([])
  expect(confirmed.length).toBe(19)
})
