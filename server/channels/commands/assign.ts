import { basename } from 'node:path'
import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import type { AssignmentChange, NamedAssignment } from '#server/channels/lifecycle/bulk-assignments.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import { formatCount, formatLineErrors } from '#server/platform/command-line/format.ts'
import type { CsvTable } from '#server/platform/files/csv-table.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { describeNameProblem, findUniqueRegistrations } from './names.ts'

const maxFileBytes = 4 * 1024 * 1024

const defineAssignment = (change: AssignmentChange, preposition: 'to' | 'from') =>
  cli.defineCommand(`channel ${change}`, {
    summary: `${change} channels ${preposition} members from a file, all or nothing`,
    help: `The file is CSV or TSV in UTF-8 with a header line and two columns: channel (the id of its registration, or its
channel id) and member (the email of a member of the channel's network). Other assignments stay as they are.
Everything is checked before anything changes; each error names the line, the column and the remedy.

For example:
  channel,member
  12,kim@studio.example
  UCabcdefghijklmnopqrstuv,lee@studio.example`,
    examples: [`channel ${change} assignments.csv --check`, `channel ${change} assignments.csv`],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 it could not run',
    parameters: {
      file: cli.argument('<assignments.csv>', 'channels and their members'),
      check: cli.option('--check', 'only check the file'),
    },
    async run(context, { file, check }) {
      const { parseCsvTable } = await import('#server/platform/files/csv-table.ts')
      const { changeNamedAssignments } = await import('#server/channels/lifecycle/bulk-assignments.ts')
      const { db, print } = context
      const { rows, errors } = await parseInputFile(context, file, maxFileBytes, (bytes) =>
        parseAssignments(parseCsvTable(bytes, ['channel', 'member'], [])),
      )
      if (rows.length === 0 && errors.length === 0) throw new cli.OperatorError(`${file} has no assignment.`)
      const channels = await findUniqueRegistrations(
        db,
        rows.map(({ channel }) => channel),
      )
      const assignments: (NamedAssignment & { line: number })[] = []
      for (const [at, { line, email }] of rows.entries()) {
        const channel = channels[at] ?? ''
        if (typeof channel === 'object') assignments.push({ line, id: channel.id, email })
        else errors.push({ line, column: 'channel', reason: channel })
      }
      // Checks the other lines as well, so that one run reports all errors.
      const checkOnly = check || errors.length > 0
      const outcome = await changeNamedAssignments(db, change, assignments, new Date(), { checkOnly })
      for (const [assignment, problem] of outcome.missing) {
        const line = assignments.find((one) => one === assignment)?.line ?? 0
        errors.push({ line, ...describeMissing(problem, assignment) })
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

export const commands = [defineAssignment('assign', 'to'), defineAssignment('unassign', 'from')]

function parseAssignments({ rows, errors }: CsvTable) {
  const assignments = rows.flatMap(({ line, cell }) => {
    const [channel = '', member = ''] = [cell('channel'), cell('member')]
    const reason = describeNameProblem(channel)
    const email = z.safeParse(Email, member)
    if (reason !== undefined) errors.push({ line, column: 'channel', reason })
    if (!email.success)
      errors.push({ line, column: 'member', reason: `${quoteValue(member)} is not an email address` })
    return reason === undefined && email.success ? [{ line, channel, email: email.data }] : []
  })
  return { rows: assignments, errors }
}

const describeMissing = (problem: 'channel_missing' | 'member_missing', { email }: NamedAssignment) =>
  problem === 'channel_missing'
    ? { column: 'channel', reason: 'it was removed: remove the line' }
    : {
        column: 'member',
        reason: `${email} is not a confirmed member of the channel’s network (see: account list)`,
      }
