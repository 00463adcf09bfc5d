import { getIpNetwork, getWideNetwork } from '#server/platform/ip-network.ts'

/**
 * Who comes first. `person`: somebody who is signed in. `known`: a browser that has signed in to the account before, or
 * the holder of a link that was mailed to it. `stranger`: all others, who may be trying passwords.
 */
export const ranks = ['person', 'known', 'stranger'] as const
type Rank = (typeof ranks)[number]

interface Payer {
  subject: string
  /** How much of what the subject has used lately delays the work. */
  share: number
}

/** When somebody's turn comes for work that takes much of the processor. */
export interface Precedence {
  rank: Rank
  payers: readonly Payer[]
}

/** What the neighbors of an address have used delays it little: a whole provider may stand behind one network. */
const neighborShare = 1 / 16

export const precedenceOfStranger = (address: string): Precedence => ({
  rank: 'stranger',
  payers: [
    { subject: `address ${getIpNetwork(address)}`, share: 1 },
    { subject: `network ${getWideNetwork(address)}`, share: neighborShare },
  ],
})

export const precedenceOfKnown = (accountId: number): Precedence => ({
  rank: 'known',
  payers: [{ subject: `account ${accountId}`, share: 1 }],
})

export const precedenceOfPerson = ({ id, networkId }: { id: number; networkId: number }): Precedence => ({
  rank: 'person',
  payers: [
    { subject: `account ${id}`, share: 1 },
    { subject: `members ${networkId}`, share: neighborShare },
  ],
})
