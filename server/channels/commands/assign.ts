import { basename } from 'node:path'
import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import type { AssignmentChange } from '#server/channels/lifecycle/assignment-days.ts'
import type { AssignmentProblem, NamedAssignment } from '#server/channels/lifecycle/bulk-assignments.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import { formatCount, formatLineErrors, tableFormat } from '#server/platform/command-line/format.ts'
import type { CsvTable } from '#server/platform/files/csv-table.ts'
import { parseWrittenDay } from '#server/platform/files/day.ts'
import { FileRefusal, quoteValue } from '#server/platform/files/file-refusal.ts'
import { describeNameProblem, findUniqueRegistrations } from './names.ts'

const maxFileBytes = 4 * 1024 * 1024

const dayTexts = {
  assign: {
    column: 'from',
    option: cli.option('--from <day>', 'first day, unless the file says otherwise', cli.parseDay),
    rule: `Without a day, the first assignment of a channel begins on its earning day, and later ones begin today. Of a
member who has the channel already, another day moves the beginning.`,
  },
  unassign: {
    column: 'until',
    option: cli.option('--until <day>', 'first day without it, unless the file says otherwise', cli.parseDay),
    rule: `Without a day, the channel is no longer theirs from today on. Of a member who had the channel before, another
day moves the end.`,
  },
} as const

const defineAssignment = (change: AssignmentChange, preposition: 'to' | 'from') => {
  const { column, option, rule } = dayTexts[change]
  return cli.defineCommand(`channel ${change}`, {
    summary: `${change} channels ${preposition} members from a file, all or nothing`,
    help: `The file is ${tableFormat}.
Its columns are channel (the id of its registration, or its channel id), member (the email of a member of the channel's
network) and ${column} (a day, which may be empty or missing).
Other assignments stay as they are. ${rule}
Days are YouTube's (Pacific time), today or earlier; those of closed months stay.
Everything is checked before anything changes; each error names the line, the column and the remedy.${change === 'assign' ? '\nFor assignments with shares, see channel share --file.' : ''}

For example:
  channel,member,${column}
  12,kim@studio.example,
  UCabcdefghijklmnopqrstuv,lee@studio.example,2026-03-01`,
    examples: [`channel ${change} assignments.csv --check`, `channel ${change} assignments.csv`],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 it could not run',
    parameters: {
      file: cli.argument('<assignments.csv>', 'channels and their members'),
      day: option,
      check: cli.option('--check', 'only check the file'),
    },
    async run(context, { file, day, check }) {
      const { parseCsvTable } = await import('#server/platform/files/csv-table.ts')
      const { changeNamedAssignments } = await import('#server/channels/lifecycle/bulk-assignments.ts')
      const { db, print } = context
      const { rows, errors } = await parseInputFile(context, file, maxFileBytes, (bytes) =>
        parseAssignments(parseCsvTable(bytes, ['channel', 'member'], [column, 'share']), column, day),
      )
      if (rows.length === 0 && errors.length === 0) throw new cli.OperatorError(`${file} has no assignment.`)
      const channels = await findUniqueRegistrations(
        db,
        rows.map(({ channel }) => channel),
      )
      const assignments: (NamedAssignment & { line: number })[] = []
      for (const [at, { line, email, day }] of rows.entries()) {
        const channel = channels[at] ?? ''
        if (typeof channel === 'object') assignments.push({ line, id: channel.id, email, day })
        else errors.push({ line, column: 'channel', reason: channel })
      }
      // Checks the other lines as well, so that one run reports all errors.
      const checkOnly = check || errors.length > 0
      const outcome = await changeNamedAssignments(db, change, assignments, new Date(), { checkOnly })
      for (const [assignment, problem] of outcome.problems) {
        const line = assignments.find((one) => one === assignment)?.line ?? 0
        errors.push({ line, ...describeProblem(problem, assignment, column) })
      }
      if (errors.length > 0) {
        print(formatLineErrors(basename(file), errors))
        return 1
      }
      const count = formatCount(assignments.length, 'assignment')
      const changed = formatCount(outcome.changed, 'channel')
      print(check ? `${count} ok; nothing was changed` : `${count}: ${changed} changed`)
      return 0
    },
  })
}

export const commands = [defineAssignment('assign', 'to'), defineAssignment('unassign', 'from')]

/** @throws {FileRefusal} when it also has shares */
function parseAssignments(
  { columns, rows, errors }: CsvTable,
  column: 'from' | 'until',
  standard: string | undefined,
) {
  if (columns.has('share'))
    throw new FileRefusal('it has a column share: give it to "channel share --file", which also assigns')
  const assignments = rows.flatMap(({ line, cell }) => {
    const [channel = '', member = '', written = ''] = [cell('channel'), cell('member'), cell(column)]
    const reason = describeNameProblem(channel)
    const email = z.safeParse(Email, member)
    const day = written === '' ? standard : parseWrittenDay(written)
    const isDay = written === '' || day !== undefined
    if (reason !== undefined) errors.push({ line, column: 'channel', reason })
    if (!email.success)
      errors.push({ line, column: 'member', reason: `${quoteValue(member)} is not an email address` })
    if (!isDay)
      errors.push({ line, column, reason: `${quoteValue(written)} is not a day: write it like 2026-03-02` })
    return reason === undefined && email.success && isDay ? [{ line, channel, email: email.data, day }] : []
  })
  return { rows: assignments, errors }
}

function describeProblem(problem: AssignmentProblem, { email, day }: NamedAssignment, column: string) {
  switch (problem) {
    case 'channel_missing':
      return { column: 'channel', reason: 'it was removed: remove the line' }
    case 'member_missing':
      return {
        column: 'member',
        reason: `${email} is not a confirmed member of the channel’s network (see: account list)`,
      }
    case 'line_repeated':
      return { column, reason: 'the channel and the member are in another line with another day' }
    case 'day_future':
      return { column, reason: `${day} is in the future: write today or an earlier day` }
    case 'day_closed':
      return { column, reason: `this would change days of a closed month: write a day of an open one` }
  }
}
