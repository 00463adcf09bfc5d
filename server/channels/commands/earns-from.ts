import { basename } from 'node:path'
import type { EarningDayProblem } from '#server/channels/lifecycle/earning-day.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import {
  capitalize,
  formatCount,
  formatLineErrors,
  tableFormat,
} from '#server/platform/command-line/format.ts'
import type { CsvTable, LineError } from '#server/platform/files/csv-table.ts'
import { parseDay, parseWrittenDay } from '#server/platform/files/day.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { describeNameProblem, findUniqueRegistrations, requirePastDay } from './names.ts'

const maxFileBytes = 4 * 1024 * 1024

interface NamedDay {
  name: string
  day: string
  line: number
}

export const commands = [
  cli.defineCommand('channel earns-from', {
    summary: 'set the first day whose figures count for channels, all or nothing',
    help: `Days are YouTube's (Pacific time), today or earlier. An earlier day may be in a closed month: statements stay as they are.
A later one is refused if that takes days of closed months away. The first assignment of a channel begins on its new day,
unless it was given a later one.

A file, ${tableFormat},
has the columns channel (the id of its registration, or its channel id) and from, which may be empty or missing if the
command names the day. Each error names the line, the column and the remedy.`,
    usage: '[options] [<id|UC…>...] [<day>]',
    examples: [
      'channel earns-from 12 15 2026-03-01',
      'channel earns-from --file channels.csv 2026-03-01 --check',
    ],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 refused or failed',
    parameters: {
      words: cli.argument('[channel...]', 'ids of registrations or channel ids, and the day'),
      file: cli.option('--file <channels.csv>', 'the channels of a file'),
      check: cli.option('--check', 'only check'),
    },
    check({ words, file }) {
      parseWords(words, file !== undefined)
    },
    async run(context, { words, file, check }) {
      const { db, print } = context
      const { names, day } = parseWords(words, file !== undefined)
      const { rows, errors } =
        file === undefined
          ? { rows: names.map((name) => ({ name, day: day ?? '', line: 0 })), errors: [] }
          : await readFile(context, file, day)
      if (rows.length === 0 && errors.length === 0) throw new cli.OperatorError(`${file} has no channel.`)
      const { changed, problems } = await moveDays(db, rows, check || errors.length > 0)
      if (file === undefined && problems.length > 0) {
        const lines = problems.map(({ name, text }) =>
          capitalize(text.includes(name) ? `${text}.` : `${name}: ${text}.`),
        )
        throw new cli.OperatorError(
          [...lines, ...(rows.length > 1 ? ['Nothing was changed.'] : [])].join('\n'),
        )
      }
      errors.push(...problems.map(({ line, column, text }) => ({ line, column, reason: text })))
      if (errors.length > 0) {
        print(formatLineErrors(basename(file ?? ''), errors))
        return 1
      }
      const count = formatCount(rows.length, 'channel')
      print(check ? `${count} ok; nothing was changed` : `${count}: ${changed} changed`)
      return 0
    },
  }),
]

/** @throws {UsageError} */
function parseWords(
  words: readonly string[],
  hasFile: boolean,
): { names: string[]; day: string | undefined } {
  const last = words.at(-1)
  const day = last === undefined ? undefined : parseDay(last)
  const names = day === undefined ? [...words] : words.slice(0, -1)
  if (hasFile && names.length > 0)
    throw new cli.UsageError('--file has its own channels: leave out those of the command.')
  if (!hasFile && day === undefined)
    throw new cli.UsageError('The last argument must be a day, for example 2026-03-02.')
  if (!hasFile && names.length === 0)
    throw new cli.UsageError("Missing required argument 'id|UC…', or --file.")
  for (const name of names) {
    const problem = describeNameProblem(name)
    if (problem !== undefined) throw new cli.UsageError(`${capitalize(problem)}.`)
  }
  if (day !== undefined) requirePastDay(day)
  return { names, day }
}

async function readFile(context: cli.CommandContext, file: string, day: string | undefined) {
  const { parseCsvTable } = await import('#server/platform/files/csv-table.ts')
  return parseInputFile(context, file, maxFileBytes, (bytes) =>
    parseRows(parseCsvTable(bytes, ['channel'], ['from']), day),
  )
}

function parseRows({ rows, errors }: CsvTable, standard: string | undefined) {
  const today = getPacificDay(new Date())
  const parsed: NamedDay[] = []
  for (const { line, cell } of rows) {
    const [name = '', written = ''] = [cell('channel'), cell('from')]
    const nameProblem = describeNameProblem(name)
    const day = written === '' ? standard : parseWrittenDay(written)
    const dayProblem =
      day === undefined
        ? written === ''
          ? 'it is empty: write a day, or give one to the command'
          : `${quoteValue(written)} is not a day: write it like 2026-03-02`
        : day > today
          ? 'it is in the future: write today or an earlier day'
          : undefined
    const found: LineError[] = [
      ...(nameProblem === undefined ? [] : [{ line, column: 'channel', reason: nameProblem }]),
      ...(dayProblem === undefined ? [] : [{ line, column: 'from', reason: dayProblem }]),
    ]
    errors.push(...found)
    if (found.length === 0 && day !== undefined) parsed.push({ line, name, day })
  }
  return { rows: parsed, errors }
}

interface Problem {
  line: number
  name: string
  column: 'channel' | 'from'
  text: string
}

/** And the lists afterward. */
async function moveDays(
  db: cli.CommandContext['db'],
  rows: readonly NamedDay[],
  isCheck: boolean,
): Promise<{ changed: number; problems: Problem[] }> {
  const { changeEarningDays } = await import('#server/channels/lifecycle/earning-day.ts')
  const { refreshLists } = await import('#server/reports/lists/lists.ts')
  const found = await findUniqueRegistrations(
    db,
    rows.map(({ name }) => name),
  )
  const byId = new Map<number, NamedDay>()
  const problems: Problem[] = []
  for (const [at, row] of rows.entries()) {
    const channel = found[at] ?? ''
    const { line, name } = row
    if (typeof channel === 'string') problems.push({ line, name, column: 'channel', text: channel })
    else if (byId.has(channel.id)) problems.push({ line, name, column: 'channel', text: 'it is named twice' })
    else byId.set(channel.id, row)
  }
  const days = [...byId].map(([id, { day }]) => ({ id, day }))
  const recording = { actor: { kind: 'operator' }, action: 'channel earns-from' } as const
  const checkOnly = isCheck || problems.length > 0
  const outcome = await changeEarningDays(db, days, recording, { checkOnly })
  for (const [id, problem] of outcome.problems) {
    const { line = 0, name = String(id) } = byId.get(id) ?? {}
    problems.push({ line, name, ...problemTexts[problem] })
  }
  if (outcome.changed > 0) await refreshLists(db)
  return { changed: outcome.changed, problems }
}

const problemTexts: Record<EarningDayProblem, Pick<Problem, 'column' | 'text'>> = {
  not_found: { column: 'channel', text: 'it was removed' },
  unapproved: {
    column: 'channel',
    text: 'it has not been approved yet; see: channel review --earns-from',
  },
  taken: {
    column: 'from',
    text: 'another registration of the channel earned that day; see: channel show',
  },
  day_closed: { column: 'from', text: 'this would take days of a closed month away' },
}
