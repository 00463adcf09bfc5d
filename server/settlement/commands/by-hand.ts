import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import { manualKinds } from '#contract/settlement/statement-detail.ts'
import { requireAccount } from '#server/people/lookups.ts'
import { formatAmount, money } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { siteCurrency } from '#server/portal/site/payout-minimum.ts'
import { describeRefusal, parseMoney, toAmount } from './statement-parameter.ts'

const maxReasonLength = 200
const actor = { kind: 'operator' } as const
const site = cli.siteOf('the account')
const email = cli.argument('<email>', 'email of the member', cli.parseEmail)
const reason = cli.required('--reason <text>', 'why; the person sees it', cli.parseLine(maxReasonLength))

const PersonRow = z.object({ networkId: Id, currency: z.enum(currencies) })

const selectPerson = (db: Pick<Queryable, 'query'>, id: number) =>
  queryOne(
    db,
    PersonRow,
    sql`select a.network_id as "networkId", ${siteCurrency} as currency
    from accounts a
    join sites s on s.id = a.site_id
    where a.id = ${id}`,
  )

export const commands = [
  cli.defineCommand('entry add', {
    summary: 'book an amount by hand for a member: the next closing puts it on the statement',
    help: `An advance or a deduction reduces what the person gets, a bonus or income from elsewhere adds to it. The network gets the
opposite. Mail tells the person.`,
    examples: [
      'entry add kim@studio.example --site studio.example --kind advance --amount 300000 --reason "Camera"',
    ],
    parameters: {
      email,
      site,
      kind: cli.required('--kind <kind>', 'what it is', manualKinds),
      amount: cli.required('--amount <amount>', 'in whole won, or dollars and cents', parseMoney),
      reason,
    },
    async run({ db, print }, { email: given, site: where, kind, amount: text, reason: why }) {
      const { addManualEntries } = await import('#server/settlement/payments/by-hand/manual-entries.ts')
      const { id } = await requireAccount(db, where, given)
      const { networkId, currency } = await selectPerson(db, id)
      if (networkId === id) throw new cli.OperatorError(`${given} is not a member of a network.`)
      const amount = toAmount(text, currency)
      const booker = { networkId, accountId: null, actor }
      const options = { action: 'entry add', now: new Date() }
      await addManualEntries(db, booker, [{ member: id, kind, amount, reason: why }], options).catch(
        describeRefusal,
      )
      print(`${given}: ${kind} of ${formatAmount(amount, currency)} on the next statement`)
    },
  }),
  cli.defineList('entry list', {
    summary: 'list what was booked by hand for the members of a network',
    examples: ['entry list boss@studio.example --site studio.example'],
    parameters: { email: cli.argument('<email>', 'email of the manager', cli.parseEmail), site },
    async read({ db }, { email: given, site: where }) {
      const { selectManualEntries } = await import('#server/settlement/payments/by-hand/manual-entries.ts')
      const { id } = await requireAccount(db, where, given)
      const { networkId, currency } = await selectPerson(db, id)
      const entries = await selectManualEntries(db, networkId)
      return entries.map(({ account, statement, ...entry }) => ({
        ...entry,
        currency,
        member: account.email ?? `account ${account.id}`,
        statement: statement?.number ?? null,
      }))
    },
    columns: [
      'id',
      'member',
      'kind',
      ['amount', ({ amount, currency }) => money(amount, currency)],
      'reason',
      'createdAt',
      ['statement', ({ statement }) => statement ?? 'the next one'],
    ],
    empty: 'Nothing was booked by hand.',
  }),
  cli.defineCommand('entry remove', {
    summary: 'take back what was booked by hand and is on no statement yet',
    examples: ['entry remove 12 --network boss@studio.example --site studio.example'],
    parameters: {
      id: cli.idOf('entry'),
      network: cli.required('--network <email>', 'email of the manager', cli.parseEmail),
      site,
    },
    async run({ db, print }, { id, network, site: where }) {
      const { removeManualEntry } = await import('#server/settlement/payments/by-hand/manual-entries.ts')
      const { networkId } = await selectPerson(db, (await requireAccount(db, where, network)).id)
      const options = { action: 'entry remove', now: new Date() }
      await removeManualEntry(db, { networkId, actor }, id, options).catch(describeRefusal)
      print(`entry ${id} is taken back.`)
    },
  }),
]
