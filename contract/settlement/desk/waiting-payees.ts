import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Payee } from '#contract/settlement/payees.ts'

export const maxWaitingPayees = 200

export const WaitingPayee = z.object({
  accountId: z.int(),
  nickname: z.string(),
  /** What the person signs in with. */
  email: z.string(),
  site: z.string(),
  /** Nickname of the network that confirms it, too; null: nobody but operators does. */
  network: z.nullable(z.string()),
  /** The masked number. */
  account: z.string(),
  version: z.int(),
  enteredAt: z.iso.datetime(),
  /** The holder’s name is the nickname, without spaces and case. Null: it cannot be read any more. */
  isNameMatch: z.nullable(z.boolean()),
  /** They are the caller’s own, which somebody else confirms. */
  isOwn: z.boolean(),
})
export type WaitingPayee = z.infer<typeof WaitingPayee>

export const readWaitingPayees = defineEndpoint({
  name: 'readWaitingPayees',
  summary:
    'Payout accounts that nobody has confirmed, on the sites that the caller’s role is for; without whole numbers.',
  method: 'GET',
  path: 'v2/mcn/desk/payees',
  access: 'desk.read',
  output: z.object({
    total: z.int(),
    /** Those who wait longest first, at most `maxWaitingPayees`. */
    payees: z.array(WaitingPayee),
  }),
})

export const readSitePayee = defineEndpoint({
  name: 'readSitePayee',
  summary:
    'A payout account with the whole number; each call leaves an entry in the audit log and is mailed to its person once a day.',
  method: 'POST',
  path: 'v2/mcn/desk/payees/read',
  access: 'payees.confirm',
  confirmation: 'recent',
  limits: [{ name: 'payee-reading', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ target: z.int() }),
  output: z.object({ payee: Payee }),
  refusals: ['not_found', 'too_many'],
})

export const confirmSitePayee = defineEndpoint({
  name: 'confirmSitePayee',
  summary:
    'Confirms the version of a payout account that the caller has read; one’s own is somebody else’s to confirm.',
  method: 'POST',
  path: 'v2/mcn/desk/payees/confirm',
  access: 'payees.confirm',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ target: z.int(), version: z.int() }),
  refusals: ['not_found', 'outdated', 'too_many'],
})
