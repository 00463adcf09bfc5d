import { Option } from '@commander-js/extra-typings'
import { amountUnits } from '#contract/platform/currency.ts'
import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { type CsvCell, type CsvTable, formatDecimal } from '#server/platform/http/response/csv.ts'
import { yieldOnce } from '#server/platform/http/response/csv-columns.ts'
import {
  selectTotals,
  type TotalGrouping,
  type Totals,
  totalGroupings,
} from '#server/reports/figures/totals.ts'
import { type CommandContext, createCommand, type Schedule, UsageError } from './command.ts'
import { buildFileName, writeCsvFile } from './csv-file.ts'
import {
  type EarnedGrouping,
  type EarnedReport,
  type EarnedTotals,
  earnedGroupings,
  keyColumns,
  readEarnedTotals,
  sumTotals,
} from './earned-totals.ts'
import { formatColumns, formatCount, formatDollars, formatInteger } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseDomain, parseEmail, parsePeriod } from './parsers.ts'

type Grouping = TotalGrouping | EarnedGrouping

const groupings: readonly Grouping[] = [...new Set([...totalGroupings, ...earnedGroupings])]

export const reportTotalsCommand = (schedule: Schedule) =>
  createCommand('totals', {
    summary: 'print the totals of all reported figures, or gross, fee and net of a site',
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
  })
    .addOption(new Option('--by <grouping>', 'how to group').choices(groupings).makeOptionMandatory())
    .option('--period <month|from..to>', 'only a month or days: 2026-03, 2026-03-02..2026-03-08', parsePeriod)
    .option('--site <domain>', 'what the people of this site earned', parseDomain)
    .option(
      '--network <email>',
      'only the network of this manager, or of this account without a network',
      parseEmail,
    )
    .option('--member <email>', 'only this member', parseEmail)
    .option('--csv [file]', 'write a CSV file')
    .option('--json', 'print JSON')
    .action(({ by, site, ...options }) => {
      if (options.csv !== undefined && options.json) throw new UsageError('Choose --csv or --json.')
      if (site !== undefined) {
        if (!isEarnedGrouping(by)) throw new UsageError(`--by ${by} is for totals without --site.`)
        schedule((context) => printEarned(context, by, site, options))
        return
      }
      if (options.network !== undefined || options.member !== undefined)
        throw new UsageError('--network and --member need --site: an email belongs to a site.')
      if (!isReportedGrouping(by)) throw new UsageError(`--by ${by} needs --site.`)
      schedule((context) => printReported(context, by, options))
    })

const isEarnedGrouping = (by: string): by is EarnedGrouping => earnedGroupings.some((one) => one === by)
const isReportedGrouping = (by: string): by is TotalGrouping => totalGroupings.some((one) => one === by)

interface TotalsOptions {
  period?: DayRange | undefined
  network?: string | undefined
  member?: string | undefined
  csv?: string | true | undefined
  json?: true | undefined
}

/** "2026-03", or "2026-03-02_2026-03-08". */
function formatPeriod(period: DayRange | undefined): string | undefined {
  if (!period) return undefined
  const { from, to } = period
  const isMonth = from.endsWith('-01') && to === addDays(getMonthStart(from, 1), -1)
  return isMonth ? from.slice(0, 7) : `${from}_${to}`
}

async function printReported(
  { db, cwd, print }: CommandContext,
  by: TotalGrouping,
  { period, csv, json }: TotalsOptions,
): Promise<void> {
  const totals = await selectTotals(db, by, period)
  if (json) return print(JSON.stringify(totals, null, 1))
  if (csv === undefined) return print(formatColumns([reportedColumns(by), ...formatReported(totals)], 1))
  const fileName = buildFileName('totals', `by-${by}`, formatPeriod(period))
  const rows = Object.entries(totals).map(([key, sums]): CsvCell[] => [
    { text: key },
    sums.views,
    sums.premium_views,
    formatDecimal(sums.revenue_micros, amountUnits.USD),
    formatDecimal(sums.premium_revenue_micros, amountUnits.USD),
  ])
  await printFile({ cwd, print }, csv, { fileName, columns: reportedColumns(by), rows: yieldOnce(rows) })
}

const reportedColumns = (by: TotalGrouping) => [by, 'views', 'premium views', 'revenue $', 'premium $']

const formatReported = (totals: Record<string, Totals>): string[][] =>
  Object.entries(totals).map(([key, sums]) => [
    key,
    formatInteger(sums.views),
    formatInteger(sums.premium_views),
    formatDollars(sums.revenue_micros, 6),
    formatDollars(sums.premium_revenue_micros, 6),
  ])

async function printEarned(
  { db, cwd, print }: CommandContext,
  by: EarnedGrouping,
  domain: string,
  { period, network, member, csv, json }: TotalsOptions,
): Promise<void> {
  const site = await requireSite(db, domain)
  const report = await readEarnedTotals(db, by, { site, network, member, period })
  if (json) return print(JSON.stringify(toJson(by, report), null, 1))
  if (csv === undefined) print(formatEarned(by, report))
  else {
    const fileName = buildFileName('totals', `by-${by}`, site.domain, network, member, formatPeriod(period))
    await printFile({ cwd, print }, csv, buildEarnedTable(by, report, fileName))
  }
  print(
    report.incomplete.map(({ network: email, latestDay }) =>
      latestDay === null ? `${email}: no figures yet` : `${email}: figures up to ${latestDay}`,
    ),
  )
}

const toJson = (by: EarnedGrouping, { currency, rows }: EarnedReport) =>
  rows.map(({ key, ...amounts }) => ({
    ...Object.fromEntries(keyColumns[by].map((column, at) => [column, key[at]])),
    ...amounts,
    currency,
  }))

const formatAmounts = ({ gross, fee, net }: EarnedTotals, { currency }: EarnedReport) =>
  [gross, fee, net].map((amount) => (amount === null ? null : formatDecimal(amount, amountUnits[currency])))

function formatEarned(by: EarnedGrouping, report: EarnedReport): string[] {
  const { rows, currency } = report
  if (rows.length === 0) return ['There are no figures of these days.']
  const names = keyColumns[by]
  const total = sumTotals(
    rows,
    names.map((_, at) => (at === 0 ? 'total' : '')),
  )
  const header = [...names, ...['gross', 'fee', 'net'].map((name) => `${name} ${currency}`)]
  const lines = [...rows, total].map((row) => [
    ...row.key,
    ...formatAmounts(row, report).map((amount) => amount?.text ?? '–'),
  ])
  return formatColumns([header, ...lines], names.length)
}

const buildEarnedTable = (by: EarnedGrouping, report: EarnedReport, fileName: string): CsvTable => ({
  fileName,
  columns: [...keyColumns[by], 'gross', 'fee', 'net', 'currency'],
  rows: yieldOnce(
    report.rows.map((row): CsvCell[] => [...row.key, ...formatAmounts(row, report), report.currency]),
  ),
})

async function printFile(
  { cwd, print }: Pick<CommandContext, 'cwd' | 'print'>,
  csv: string | true,
  table: CsvTable,
): Promise<void> {
  let count = 0
  const counted = (async function* () {
    for await (const batch of table.rows) {
      count += batch.length
      yield batch
    }
  })()
  print(`${await writeCsvFile(cwd, csv, { ...table, rows: counted })}: ${formatCount(count, 'row')}`)
}
