import type { Queryable } from '#server/platform/db/database.ts'
import {
  isComplete,
  type ReportedDay,
  selectReportedDays,
} from '#server/reports/completeness/completeness.ts'
import { getDeadline, selectFreshness } from '#server/reports/completeness/freshness.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'
import { type ExpectedReports, findExpectedReports } from '#server/reports/fetching/expected-reports.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatMissing, formatResult } from './format.ts'
import { parseDayArgument, parseOwner } from './parsers.ts'

export const reportDaysCommand = (schedule: Schedule) =>
  createCommand('days', {
    summary:
      'print a calendar of the reports that are there and that are missing, by owner, of the last 400 days',
    help: `One line a month, one sign a day:
  =  complete      +  complete, and a report was issued again
  a  only activity  r  only revenue  -  neither
An owner is expected to report from its first day to the newest of any owner; one that has been silent for more than a
week is not waited for. Of a connected content owner, it also says which reports are late or failed, and which come next.`,
    examples: ['report days --from 2026-03-01', 'report days --owner us --json'],
  })
    .option('--owner <name>', 'only of this content owner', parseOwner)
    .option('--from <day>', 'first day', parseDayArgument)
    .option('--to <day>', 'last day', parseDayArgument)
    .option('--json', 'print JSON: how many reports of each type were imported, 0 where it is missing')
    .action(({ owner, from = '0001-01-01', to = '9999-12-31', json }) =>
      schedule(async ({ db, print }) => {
        const days = (await selectReportedDays(db)).filter(
          (one) => (owner === undefined || one.owner === owner) && from <= one.day && one.day <= to,
        )
        print(formatResult(json, days, formatCalendars))
        if (!json) print((await selectExpected(db, owner, new Date())).flatMap(formatExpected))
      }),
    )

const formatCalendars = (days: readonly ReportedDay[]): string[] =>
  days.length === 0
    ? ['There are no reports.']
    : [...Map.groupBy(days, ({ owner }) => owner)].flatMap(([owner, own]) => formatCalendar(owner, own))

const monthDays = Array.from({ length: 31 }, (_, at) => at + 1)
const tens = monthDays.map((day) => (day % 10 === 0 ? String(day / 10) : ' ')).join('')
const ones = monthDays.map((day) => String(day % 10)).join('')

function formatCalendar(owner: string, days: readonly ReportedDay[]): string[] {
  const incompleteCount = days.filter((day) => !isComplete(day)).length
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7))
  return [
    `${owner}: ${incompleteCount === 0 ? 'every day is complete' : `${incompleteCount} of ${days.length} days lack a report`}`,
    `           ${tens}`.trimEnd(),
    `           ${ones}`,
    ...Array.from(months, ([month, own]) => `  ${month}  ${formatMonth(own)}`),
  ]
}

function formatMonth(days: readonly ReportedDay[]): string {
  const signs = new Map(days.map((day) => [Number(day.day.slice(8)), getSign(day)]))
  return monthDays
    .map((day) => signs.get(day) ?? ' ')
    .join('')
    .trimEnd()
}

function getSign(day: ReportedDay): string {
  if (isComplete(day)) return day.activity > 1 || day.revenue > 1 ? '+' : '='
  return day.activity > 0 ? 'a' : day.revenue > 0 ? 'r' : '-'
}

async function selectExpected(
  db: Queryable,
  owner: string | undefined,
  now: Date,
): Promise<ExpectedReports[]> {
  const days = await selectReportedDays(db)
  const freshness = await selectFreshness(db)
  const connections = (await selectConnections(db)).filter(
    (one) => owner === undefined || one.owner === owner,
  )
  return Promise.all(
    connections.map((connection) => {
      const isOwn = (one: { owner: string }) => one.owner === connection.owner
      return findExpectedReports(db, connection, days.filter(isOwn), freshness.find(isOwn), now)
    }),
  )
}

const maxPrinted = 10

const formatExpected = ({ owner, late, nextDay, failed }: ExpectedReports): string[] => [
  `${owner} is connected:`,
  ...limit(late.map((day) => `  late     ${day.day}: ${formatMissing(day)}`)),
  ...limit(
    failed.map(
      ({ state, day, reportTypeId, problem }) =>
        `  ${state.padEnd(8)} ${day}: ${reportTypeId}${problem === null ? '' : `, ${problem}`}`,
    ),
  ),
  `  next     ${nextDay}, due on ${getDeadline(nextDay)}`,
]

/** The latest. */
const limit = (lines: readonly string[]): string[] => [
  ...(lines.length > maxPrinted ? [`  and ${lines.length - maxPrinted} earlier ones`] : []),
  ...lines.slice(-maxPrinted),
]
