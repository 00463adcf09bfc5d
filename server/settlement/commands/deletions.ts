import { requireUniqueRegistration } from '#server/channels/commands/names.ts'
import { endRegistrations, removeRegistration } from '#server/channels/lifecycle/removal.ts'
import { lockRegistration } from '#server/channels/registrations/registration-record.ts'
import { isLastOwner } from '#server/people/account/queries.ts'
import { type EndRegistrations, endAccount } from '#server/people/account/withdrawal.ts'
import { requireAccount } from '#server/people/lookups.ts'
import { formatAmount } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { selectPaymentSite } from '#server/settlement/calendar/payday.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { findForfeit } from '#server/settlement/payments/forfeits/balance-forfeits.ts'
import {
  forfeitAccount,
  forfeitChannel,
  selectRule,
  selectUnpaidShares,
  sumShares,
} from '#server/settlement/payments/forfeits/deletions.ts'
import { parseMoney, toAmount } from './statement-parameter.ts'

const forfeit = cli.option(
  '--forfeit <amount>',
  'the amount that ends with it, as the command prints it',
  parseMoney,
)

interface Ending {
  what: string
  siteId: number
  /** Ends with it if the site's rule says so, and what stays because it was asked for. */
  amount: number
  requested: number
  forfeits: boolean
}

/** @throws {OperatorError} unless the amount that ends was named; money may have moved since it was printed */
async function requireNamed(db: Queryable, ending: Ending, named: string | undefined): Promise<void> {
  const { currency } = await selectPaymentSite(db, ending.siteId, new Date())
  const lost = ending.forfeits ? ending.amount : 0
  if (lost === (named === undefined ? 0 : toAmount(named, currency))) return
  const amount = formatAmount(lost, currency)
  const stays =
    ending.requested > 0 ? ` ${formatAmount(ending.requested, currency)} on request stays to be paid.` : ''
  throw new cli.OperatorError(
    lost === 0
      ? `Nothing ends with ${ending.what}: leave out --forfeit.${stays}`
      : `${amount} that is not paid ends with ${ending.what}.${stays} To go on, add --forfeit with that amount.`,
  )
}

export const commands = [
  cli.defineCommand('account remove', {
    summary: 'delete an account for its person: personal data and sign-in at once, accounting stays',
    help: `A member's channels stay with the network; those of somebody without a network are removed. A manager has to be without
members and channels. What is not paid ends with the account where the site says so (site set --forfeit-on-deletion): the command
names the amount first, and changes nothing until --forfeit repeats it.`,
    examples: [
      'account remove kim@studio.example --site studio.example',
      'account remove kim@studio.example --site studio.example --forfeit 96700',
    ],
    parameters: {
      email: cli.argument('<email>', 'email of the account', cli.parseEmail),
      site: cli.siteOf('the account'),
      forfeit,
    },
    async run({ db, print }, { email, site, forfeit: named }) {
      const now = new Date()
      const haveFiguresChanged = await db
        .transaction(async (tx) => {
          await lockLedger(tx)
          const account = { ...(await requireAccount(tx, site, email)), siteId: site.id }
          const { forfeits } = await selectRule(tx, account.id)
          const endsNetwork = await isLastOwner(tx, account)
          const found = await findForfeit(tx, endsNetwork ? account.networkId : account.id)
          await requireNamed(tx, { what: email, siteId: site.id, forfeits, ...found }, named)
          const endings = {
            endRegistrations: (...[within, ...ended]: Parameters<EndRegistrations>) =>
              endRegistrations({ jobs: null, now: () => now }, within, ...ended),
            money: { lock: lockLedger, end: forfeitAccount },
          }
          const actor = { kind: 'operator', siteId: site.id, networkId: account.networkId } as const
          return endAccount(
            tx,
            endings,
            { account, actor },
            { action: 'account remove', now, lock: () => requireAccount(tx, site, email, 'lock') },
          )
        })
        .catch((error) => {
          if (error instanceof Refusal && error.code === 'not_empty')
            throw new cli.OperatorError(`The network of ${email} has members or channels: remove them first.`)
          if (error instanceof Refusal && error.code === 'last_owner')
            throw new cli.OperatorError(
              `${email} is the last owner of a network that others run: make one of them an owner first.`,
            )
          throw error
        })
      if (haveFiguresChanged) await refreshLists(db)
      print(`${email} is deleted.`)
    },
  }),
  cli.defineCommand('channel remove', {
    summary: 'delete a registration for its network',
    help: `The channel can be registered again, and earns from its next approval. What members have not been paid of it ends where the
site says so: the command names the amount first, and changes nothing until --forfeit repeats it. For a channel that the wrong network
has verified: channel release.`,
    examples: ['channel remove 12', 'channel remove 12 --forfeit 38680'],
    parameters: { name: cli.channelName, forfeit },
    async run({ db, print }, { name, forfeit: named }) {
      const now = new Date()
      const listed = await requireUniqueRegistration(db, name)
      const wasEarning = await db.transaction(async (tx) => {
        await lockLedger(tx)
        const registration = await lockRegistration(tx, listed.id)
        if (!registration) throw new cli.OperatorError(`${listed.name} has already ended.`)
        const { networkId } = registration
        const { siteId, forfeits } = await selectRule(tx, networkId)
        const { amount } = sumShares(await selectUnpaidShares(tx, registration.id, null))
        await requireNamed(tx, { what: listed.name, siteId, forfeits, amount, requested: 0 }, named)
        return removeRegistration(tx, registration, {
          actor: { kind: 'operator', siteId, networkId },
          action: 'channel remove',
          endMoney: forfeitChannel,
          jobs: null,
          now,
        })
      })
      if (wasEarning) await refreshLists(db)
      print(`${listed.id}  ${listed.name} is deleted.`)
    },
  }),
]
