import { basename } from 'node:path'
import { earliestDay } from '#contract/reports/calendar.ts'
import type { FeeChange } from '#server/people/fees/plan.ts'
import { lockSite, requireAccount, requireNetwork } from '#server/people/lookups.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import { formatCount, formatLineErrors, tableFormat } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { parsePermille } from '#server/platform/files/decimal.ts'

const maxFileBytes = 4 * 1024 * 1024

const percentText = 'a percentage from 0 to 100 with one decimal at most, for example 12.5'
const parsePermilleOrNone = cli.expecting(`${percentText}, or none`, (text) =>
  text === 'none' ? ('none' as const) : parsePermille(text),
)

const formatPercent = (permille: number) => `${permille / 10} %`
const formatChange = ({ fromDay, permille, before }: FeeChange) =>
  `${formatPercent(permille)} from ${formatFrom(fromDay)} on, instead of ${formatPercent(before)}`

/** The rate of the beginning has no day that anybody chose. */
const formatFrom = (day: string) => (day === earliestDay ? 'the beginning' : day)

const email = cli.argument('<email>', 'email of the member', cli.parseEmail)
const site = cli.siteOf('the member')

export const commands = [
  cli.defineCommand('member fee', {
    summary: "set the network's fee of members from a day on, of one member or of a file",
    help: `The fee is percent with one decimal. It counts until that of a later day; the same day is replaced, and "none" removes it.
Days are YouTube's (Pacific time): any of an open month or later; those of closed months stay. Without a day, a member's
first fee counts from the first open day, and later ones count from today.

A file, ${tableFormat},
has the columns member (an email), fee and from, which may be empty or missing. It counts as a whole or not at all;
each error names the line, the column and the remedy. For example:
  member,fee,from
  kim@studio.example,20,
  kim@studio.example,17.5,2026-04-01`,
    usage: '[options] [<email> <percent|none>]',
    examples: [
      'member fee kim@studio.example 17.5 --from 2026-04-01 --site studio.example',
      'member fee kim@studio.example none --from 2026-04-01 --site studio.example',
      'member fee --file fees.csv --site studio.example --check',
    ],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 refused or failed',
    parameters: {
      email: cli.argument('[email]', 'email of the member', cli.parseEmail),
      fee: cli.argument('[percent]', 'the fee; none: remove that of the day', parsePermilleOrNone),
      site,
      from: cli.option('--from <day>', 'first day', cli.parseDay),
      file: cli.option('--file <fees.csv>', 'fees of members'),
      check: cli.option('--check', 'only check'),
    },
    check({ email: given, fee, from, file }) {
      if (file !== undefined && (given !== undefined || fee !== undefined || from !== undefined))
        throw new cli.UsageError('--file has its own members, fees and days: leave out those of the command.')
      if (file === undefined && (given === undefined || fee === undefined))
        throw new cli.UsageError('Give the email of a member and the fee, or --file.')
      if (fee === 'none' && from === undefined)
        throw new cli.UsageError('--from is required: the day whose fee is removed.')
    },
    async run(context, { email: given = '', fee = 'none', site: { id, domain }, from, file, check }) {
      const { db, print } = context
      if (file !== undefined) return importFile(context, { siteId: id, file, check })
      const { requireOpenDay } = await import('#server/reports/figures/open-days.ts')
      const { Refusal } = await import('#server/platform/refusal.ts')
      const change = async (tx: Queryable) => {
        const { decideFees, removeDatedFee, writeFees } = await import('#server/people/fees/changes.ts')
        const { lockMembers } = await import('#server/people/fees/queries.ts')
        const { lockOpenDays } = await import('#server/reports/figures/open-days.ts')
        const firstOpenDay = await lockOpenDays(tx)
        const [member] = await lockMembers(tx, sql`a.site_id = ${id} and a.email = ${given}`)
        if (!member)
          throw new cli.OperatorError(
            `${given} is not a confirmed member of a network on ${domain}. See: account list`,
          )
        const actor = { kind: 'operator', siteId: id, networkId: member.networkId } as const
        if (fee === 'none') {
          await requireOpenDay(tx, from ?? '')
          if (!check && !(await removeDatedFee(tx, actor, 'member fee', member.id, from ?? '')))
            throw new cli.OperatorError(`${given} has no fee that begins on ${from}. See: member fees`)
          return `${given}: the fee from ${from} on is removed`
        }
        const now = new Date()
        const { changes, problems } = await decideFees(tx, [{ member: member.id, permille: fee, from }], {
          firstOpenDay,
          now,
        })
        if (problems.size > 0) throw new Refusal('month_closed')
        if (!check) await writeFees(tx, changes, { action: 'member fee', getActor: () => actor }, now)
        return changes.length === 0
          ? `${given}: it is ${formatPercent(fee)} already`
          : changes.map((one) => `${given}: ${formatChange(one)}`)
      }
      const lines = await db.transaction(change).catch((error) => {
        if (!(error instanceof Refusal) || error.code !== 'month_closed') throw error
        throw new cli.OperatorError(
          `${from ?? 'Today'} is before the first day of an open month: fees of closed months stay as they were.`,
        )
      })
      print([lines, check && 'nothing was changed'])
      return 0
    },
  }),
  cli.defineList('member fees', {
    summary: 'list the fees of a member with their first days, newest first',
    examples: ['member fees kim@studio.example --site studio.example'],
    parameters: { email, site },
    async read({ db }, { email: given, site: of }) {
      const { selectFeeRates } = await import('#server/people/fees/queries.ts')
      return selectFeeRates(db, (await requireAccount(db, of, given)).id)
    },
    columns: [
      ['from', ({ fromDay }) => formatFrom(fromDay)],
      ['fee', ({ fee_rate }) => `${fee_rate} %`],
      ['set', 'setAt'],
    ],
    empty: 'There is no fee.',
  }),
  cli.defineCommand('network fee', {
    summary: 'set the fee that new members of a network start with',
    help: `Without one, they start with that of the site (site set --default-fee), else without a fee. Members that exist keep
theirs: see member fee.`,
    examples: ['network fee boss@studio.example 20 --site studio.example'],
    parameters: {
      email: cli.argument('<email>', 'email of the manager', cli.parseEmail),
      fee: cli.argument('<percent|none>', 'the fee; none: that of the site', parsePermilleOrNone),
      site: cli.siteOf('the manager'),
    },
    async run({ db, print }, { email: given, fee, site: { domain } }) {
      const { changeDefaultFee } = await import('#server/people/fees/changes.ts')
      const hasChanged = await db.transaction(async (tx) => {
        const of = await lockSite(tx, domain)
        const { id } = await requireNetwork(tx, of, given, 'lock')
        const actor = { kind: 'operator', siteId: of.id, networkId: id } as const
        return changeDefaultFee(tx, { actor, networkId: id }, fee === 'none' ? null : fee, 'network fee')
      })
      const text = fee === 'none' ? 'the fee of the site' : formatPercent(fee)
      print(`${hasChanged ? 'changed' : 'unchanged'}: new members of ${given} start with ${text}`)
    },
  }),
]

async function importFile(
  context: cli.CommandContext,
  { siteId, file, check }: { siteId: number; file: string; check: boolean },
): Promise<cli.ExitStatus> {
  const { parseFeeFile, planFeeFile } = await import('#server/people/fees/fee-file.ts')
  const { writeFees } = await import('#server/people/fees/changes.ts')
  const { toLineError } = await import('#server/platform/files/line-problems.ts')
  const { db, print } = context
  const parsed = await parseInputFile(context, file, maxFileBytes, parseFeeFile)
  if (parsed.lines.length === 0 && parsed.problems.length === 0)
    throw new cli.OperatorError(`${file} has no fee.`)
  const now = new Date()
  const { changes, problems } = await db.transaction(async (tx) => {
    const plan = await planFeeFile(tx, parsed, sql`a.site_id = ${siteId}`, now)
    if (check || plan.problems.length > 0) return plan
    const networkOf = new Map(plan.changes.map(({ member, account }) => [member, account.networkId]))
    const getActor = (member: number) =>
      ({ kind: 'operator', siteId, networkId: networkOf.get(member) ?? 0 }) as const
    await writeFees(tx, plan.changes, { action: 'member fee', getActor }, now)
    return plan
  })
  if (problems.length > 0) {
    print(formatLineErrors(basename(file), problems.map(toLineError)))
    return 1
  }
  const lines = changes.map((change) => `${change.account.email}: ${formatChange(change)}`)
  const count = formatCount(parsed.lines.length, 'fee')
  print([lines, check ? `${count} ok; nothing was changed` : `${count}: ${changes.length} changed`])
  return 0
}
