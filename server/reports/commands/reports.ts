import { amountUnits } from '#contract/platform/currency.ts'
import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import { reportKinds } from '#contract/reports/desk/calendar.ts'
import { maxGapReasonLength } from '#contract/reports/desk/changes.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { requireOneFormat, writeTable } from '#server/platform/command-line/files.ts'
import { formatCount, formatMinute } from '#server/platform/command-line/format.ts'
import { type Column, formatTable } from '#server/platform/command-line/table.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { parseDay } from '#server/platform/files/day.ts'
import { formatDecimal } from '#server/platform/http/response/csv.ts'
import {
  isComplete,
  type ReportedDay,
  selectReportedDays,
} from '#server/reports/completeness/completeness.ts'
import { getDeadline, selectFreshness } from '#server/reports/completeness/freshness.ts'
import * as earned from './earned-totals.ts'
import { formatMissing, requireKnownOwner } from './owners.ts'
import { selectCurrentReports, selectIssues } from './queries.ts'
import { selectTotals, type TotalGrouping, totalGroupings } from './reported-totals.ts'

const ownerFilter = cli.ownerOption('only of this content owner')
const owner = cli.ownerOption('content owner of the report; required once there are several')
const day = cli.argument('<day>', 'the day of the report', cli.parseDay)
const type = 'the type of the report'
const kind = cli.argument('<type>', type, reportKinds)
const parseReason = (text: string) =>
  text.trim() !== '' && text.length <= maxGapReasonLength ? text.trim() : undefined
const noFigures = 'There are no figures for these days.'

export const commands = [
  cli.defineCommand('report days', {
    summary: 'print a calendar of imported and missing reports of the last 400 days, by owner',
    help: `One line a month, one sign a day:
  =  complete      +  complete, and a report was issued again
  a  only activity  r  only revenue  -  neither
An owner is expected to report from its first day to the newest of any owner; one that has been silent for more than a
week is not waited for. Of a connected content owner, it also says which reports are late or failed, and which come next.`,
    examples: ['report days --from 2026-03-01', 'report days --owner us --json'],
    parameters: {
      only: ownerFilter,
      from: cli.fromDay,
      to: cli.toDay,
      json: cli.option(
        '--json',
        'print JSON: how many reports of each type were imported, 0 where it is missing',
      ),
    },
    async run({ db, print }, { only, from = '0001-01-01', to = '9999-12-31', json }) {
      const days = (await selectReportedDays(db)).filter(
        (one) => (only === undefined || one.owner === only) && from <= one.day && one.day <= to,
      )
      if (json) return print(JSON.stringify(days, null, 1))
      const byOwner = Map.groupBy(days, (one) => one.owner)
      print(days.length === 0 ? 'There are no reports.' : [...byOwner].flatMap(formatCalendar))
      print(await describeExpectedReports(db, only))
    },
  }),
  cli.defineList('report list', {
    summary: 'list the reports in effect, by day, owner and type',
    help: 'Times are in UTC.',
    examples: ['report list --from 2026-03-01', 'report list --owner us --json'],
    parameters: { owner: ownerFilter, from: cli.fromDay, to: cli.toDay },
    read: ({ db }, filter) => selectCurrentReports(db, filter),
    columns: ['day', 'owner', 'type', 'rows', 'created', 'file'],
    empty: 'There are no reports.',
  }),
  cli.defineQuery('report show', {
    summary: 'print every issue of a report: which one is in effect, and the file it came from',
    help: 'Times are in UTC.',
    examples: ['report show activity 2026-03-02', 'report show revenue 2026-03-02 --owner us --json'],
    parameters: {
      type: cli.argument('<type>', type, ['activity', 'revenue', 'metadata', 'claims']),
      day,
      owner,
    },
    async read({ db }, given) {
      const unit = { ...given, owner: await requireKnownOwner(db, given.owner) }
      const issues = await selectIssues(db, unit)
      if (issues.length === 0) throw createMissingError(unit, 'report days')
      return { ...unit, issues }
    },
    format: ({ issues }) =>
      issues.flatMap(({ id, isCurrent, reportId, created, imported, file, bytes, sha256, rows }) => [
        `${id}  ${isCurrent ? 'counts' : 'replaced or withdrawn'}`,
        `  report    ${reportId ?? 'without an id'}, created ${formatMinute(created)}`,
        `  file      ${file}${bytes === null ? '' : `, ${formatCount(bytes, 'byte')}`}, imported ${formatMinute(imported)}`,
        `  content   ${formatCount(rows, 'row')}, SHA-256 ${sha256}`,
      ]),
  }),
  cli.defineCommand('report totals', {
    summary:
      'print the totals of all reported figures, or estimated profit, fee and profit after fee of a site',
    help: `Without --site: what YouTube reported, by day, channel or video, across owners and registrations. Amounts are
dollars in the table and millionths of a US dollar with --json.

With --site: what its people earned, as on their screens, by day, month, channel, member or network, in the site's
currency, up to the latest complete day. The fee is a member's: a network as a whole has none. Channels that several
members have count for each of them. With --json, amounts are thousandths of a won or millionths of a dollar.

--csv writes a file that is named after its site, network, member and period unless you name it; an existing file is
never overwritten.`,
    examples: [
      'report totals --by day',
      'report totals --by member --site studio.example --period 2026-03 --csv',
      'report totals --by day --site studio.example --member kim@studio.example --period 2026-03',
    ],
    parameters: {
      by: cli.required('--by <grouping>', 'how to group', [
        ...new Set([...totalGroupings, ...earned.groupings]),
      ]),
      period: cli.option(
        '--period <month|from..to>',
        'only a month or days: 2026-03, 2026-03-02..2026-03-08',
        cli.expecting('a month or two days, for example 2026-03 or 2026-03-02..2026-03-08', parsePeriod),
      ),
      site: cli.optionalSite('what the people of this site earned'),
      network: cli.option(
        '--network <email>',
        'only the network of this manager, or of this account without a network',
        cli.parseEmail,
      ),
      member: cli.option('--member <email>', 'only this member', cli.parseEmail),
      csv: cli.option('--csv [file]', 'write a CSV file'),
      json: cli.json,
    },
    check({ by, site, network, member, ...format }) {
      requireOneFormat(format)
      if (site !== undefined && !isOneOf(earned.groupings, by))
        throw new cli.UsageError(`--by ${by} is for totals without --site.`)
      if (site === undefined && (network ?? member) !== undefined)
        throw new cli.UsageError('--network and --member need --site: an email belongs to a site.')
      if (site === undefined && !isOneOf(totalGroupings, by))
        throw new cli.UsageError(`--by ${by} needs --site.`)
    },
    async run(context, { by, site, csv, json, ...filter }) {
      const { network, member, period } = filter
      const totals = site
        ? await readEarned(context.db, by as earned.Grouping, { ...filter, site }, csv !== undefined)
        : await readReported(context.db, by as TotalGrouping, period)
      const { value, rows, columns, notes = [] } = totals
      if (json) return context.print(JSON.stringify(value, null, 1))
      if (csv === undefined) context.print(rows.length > 0 ? formatTable(rows, columns) : noFigures)
      else {
        const name = ['totals', `by-${by}`, site?.domain, network, member, formatPeriod(period)]
        await writeTable(context, rows, columns, { csv, name })
      }
      context.print(notes)
    },
  }),
  cli.defineCommand('report accept', {
    summary: 'accept that a report is missing, so that nobody waits for it',
    help: 'Its day stays incomplete. A report that arrives after all counts. Undo it with report expect.',
    examples: ['report accept revenue 2026-03-02 --reason "YouTube has lost it"'],
    parameters: {
      kind,
      day,
      owner,
      reason: cli.required(
        '--reason <text>',
        'why',
        cli.expecting('a reason of up to 300 characters', parseReason),
      ),
    },
    async run({ db, print }, { reason, ...given }) {
      const { acceptGap } = await import('#server/reports/completeness/accepted-gaps.ts')
      const unit = { ...given, owner: await requireKnownOwner(db, given.owner) }
      if (!(await acceptGap(db, { kind: 'operator' }, unit, reason, new Date())))
        throw new cli.OperatorError(
          `The ${unit.kind} report of ${unit.day} of ${unit.owner} is here. See: report show`,
        )
      print(`${unit.kind} of ${unit.day} of ${unit.owner} is accepted as missing`)
    },
  }),
  cli.defineCommand('report expect', {
    summary: 'wait again for a report that was accepted as missing',
    examples: ['report expect revenue 2026-03-02'],
    parameters: { kind, day, owner },
    async run({ db, print }, given) {
      const { acceptGap } = await import('#server/reports/completeness/accepted-gaps.ts')
      const unit = { ...given, owner: await requireKnownOwner(db, given.owner) }
      await acceptGap(db, { kind: 'operator' }, unit, null, new Date())
      print(`${unit.kind} of ${unit.day} of ${unit.owner} is waited for`)
    },
  }),
  cli.defineCommand('report withdraw', {
    summary: 'undo the import of a report: figures revert as if it had never been imported',
    help: 'Video metadata cannot be withdrawn: a newer report replaces it. See what is there: report list',
    examples: ['report withdraw activity 2026-03-02', 'report withdraw revenue 2026-03-02 --owner us'],
    parameters: { type: cli.argument('<type>', type, ['activity', 'revenue', 'claims']), day, owner },
    async run({ db, print }, given) {
      const { withdrawReport } = await import('#server/reports/ingest/withdrawal.ts')
      const unit = { ...given, owner: await requireKnownOwner(db, given.owner) }
      const withdrawn = await withdrawReport(db, unit)
      if (!withdrawn) throw createMissingError(unit, 'report list')
      const { fileName, rows } = withdrawn
      print(
        `${fileName}: ${given.type} of ${given.day} of ${unit.owner} withdrawn, ${formatCount(rows, 'row')}`,
      )
    },
  }),
]

const createMissingError = (unit: Record<'type' | 'day' | 'owner', string>, command: string) =>
  new cli.OperatorError(`There is no ${unit.type} report of ${unit.day} of ${unit.owner}. See: ${command}`)

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((one) => one === name)

const monthDays = Array.from({ length: 31 }, (_, at) => at + 1)
const tens = monthDays.map((one) => (one % 10 === 0 ? String(one / 10) : ' ')).join('')
const ones = monthDays.map((one) => String(one % 10)).join('')

function formatCalendar([name, days]: [string, readonly ReportedDay[]]): string[] {
  const incomplete = days.filter((one) => !isComplete(one)).length
  const months = Map.groupBy(days, (one) => one.day.slice(0, 7))
  return [
    `${name}: ${incomplete === 0 ? 'every day is complete' : `${incomplete} of ${days.length} days lack a report`}`,
    `           ${tens}`.trimEnd(),
    `           ${ones}`,
    ...Array.from(months, ([month, own]) => {
      const signs = new Map(own.map((one) => [Number(one.day.slice(8)), getSign(one)]))
      return `  ${month}  ${monthDays.map((one) => signs.get(one) ?? ' ').join('')}`.trimEnd()
    }),
  ]
}

function getSign(reported: ReportedDay): string {
  if (isComplete(reported)) return reported.activity > 1 || reported.revenue > 1 ? '+' : '='
  return reported.activity > 0 ? 'a' : reported.revenue > 0 ? 'r' : '-'
}

async function describeExpectedReports(db: Queryable, only: string | undefined): Promise<string[]> {
  const { selectConnections } = await import('#server/reports/fetching/connections.ts')
  const { findExpectedReports } = await import('#server/reports/fetching/expected-reports.ts')
  const [days, freshness] = [await selectReportedDays(db), await selectFreshness(db)]
  const lines: string[] = []
  for (const connection of await selectConnections(db)) {
    if (only !== undefined && only !== connection.owner) continue
    const isOwn = (one: { owner: string }) => one.owner === connection.owner
    const own = days.filter(isOwn)
    const expected = await findExpectedReports(db, connection, own, freshness.find(isOwn), new Date())
    const failed = expected.failed.map(
      (report) =>
        `  ${report.state.padEnd(8)} ${report.day}: ${report.reportTypeId}${report.problem === null ? '' : `, ${report.problem}`}`,
    )
    lines.push(
      `${connection.owner} is connected:`,
      ...takeLatest(expected.late.map((one) => `  late     ${one.day}: ${formatMissing(one)}`)),
      ...takeLatest(failed),
      `  next     ${expected.nextDay}, due on ${getDeadline(expected.nextDay)}`,
    )
  }
  return lines
}

const maxPrinted = 10

const takeLatest = (lines: readonly string[]): string[] => [
  ...(lines.length > maxPrinted ? [`  and ${lines.length - maxPrinted} earlier ones`] : []),
  ...lines.slice(-maxPrinted),
]

/** A month, or two days, both inclusive. */
function parsePeriod(text: string): DayRange | undefined {
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text))
    return { from: `${text}-01`, to: addDays(getMonthStart(`${text}-01`, 1), -1) }
  const [from, to, ...others] = text.split('..').map(parseDay)
  return from && to && from <= to && others.length === 0 ? { from, to } : undefined
}

/** "2026-03", or "2026-03-02_2026-03-08". */
function formatPeriod(period: DayRange | undefined): string | undefined {
  if (!period) return undefined
  const { from, to } = period
  const isMonth = from.endsWith('-01') && to === addDays(getMonthStart(from, 1), -1)
  return isMonth ? from.slice(0, 7) : `${from}_${to}`
}

type TotalsRow = Readonly<Record<string, string | number | null>>

interface TotalsTable {
  value: unknown
  rows: readonly TotalsRow[]
  columns: readonly Column<TotalsRow>[]
  notes?: readonly string[]
}

async function readReported(db: Queryable, by: TotalGrouping, period?: DayRange): Promise<TotalsTable> {
  const value = await selectTotals(db, by, period)
  const dollars = (heading: string, key: string): Column<TotalsRow> => [
    heading,
    (row) => {
      const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 }
      const text = (Number(row[key]) / amountUnits.USD).toLocaleString('en-US', digits)
      return { text, csv: formatDecimal(Number(row[key]), amountUnits.USD) }
    },
  ]
  return {
    value,
    rows: Object.entries(value).map(([key, sums]) => ({ [by]: key, ...sums })),
    columns: [
      ...[by, 'views', ['premium views', 'premium_views'] as const],
      dollars('revenue $', 'revenue_micros'),
      dollars('premium $', 'premium_revenue_micros'),
    ],
  }
}

async function readEarned(
  db: Database,
  by: earned.Grouping,
  filter: earned.Filter & { site: Site; period: DayRange | undefined },
  isFile: boolean,
): Promise<TotalsTable> {
  const { site, network, member } = filter
  const networks = await earned.selectNetworks(db, filter)
  if (networks.length === 0 && (network ?? member) !== undefined) {
    const inNetwork = member !== undefined && network !== undefined ? ` in the network of ${network}` : ''
    const who = member === undefined ? `network ${network}` : `member ${member}${inNetwork}`
    throw new cli.OperatorError(`There is no ${who} on ${site.domain}. See: account list`)
  }
  const { currency, rows, incomplete } = await earned.readTotals(db, by, networks, filter.period)
  const names = earned.keyNames[by]
  const toRow = ({ key, ...amounts }: earned.Totals) => ({
    ...Object.fromEntries(names.map((name, at) => [name, key[at] ?? ''])),
    ...amounts,
    currency,
  })
  const amount = (name: string): Column<TotalsRow> => [
    isFile ? name : `${name} ${currency}`,
    (row) => (row[name] === null ? null : formatDecimal(Number(row[name]), amountUnits[currency])),
  ]
  const hasTotal = !isFile && rows.length > 0
  return {
    value: rows.map(toRow),
    rows: [...rows, ...(hasTotal ? [earned.sum(rows, ['total'])] : [])].map(toRow),
    columns: [...names, ...['gross', 'fee', 'net'].map(amount), ...(isFile ? ['currency'] : [])],
    notes: incomplete.map(({ network: email, latestDay }) =>
      latestDay === null ? `${email}: no figures yet` : `${email}: figures up to ${latestDay}`,
    ),
  }
}
