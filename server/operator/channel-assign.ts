import { basename, resolve } from 'node:path'
import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import {
  type AssignmentChange,
  changeNamedAssignments,
  type NamedAssignment,
} from '#server/channels/lifecycle/bulk-assignments.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type LineError, parseCsvTable, type TableRow } from '#server/platform/files/csv-table.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { describeChannelNameProblem, findUniqueChannels } from './channels.ts'
import {
  type CommandContext,
  createCommand,
  type ExitStatus,
  OperatorError,
  type Schedule,
} from './command.ts'
import { formatCount, formatLineErrors } from './format.ts'
import { parseInputFile } from './input-file.ts'

const maxFileBytes = 4 * 1024 * 1024

const help = `The file is CSV or TSV in UTF-8 with a header line and two columns: channel (the id of its registration, or its
channel id) and member (the email of a member of the channel's network). Other assignments stay as they are.
Everything is checked before anything changes; each error names the line, the column and the remedy.

For example:
  channel,member
  12,kim@studio.example
  UCabcdefghijklmnopqrstuv,lee@studio.example`

const createAssignmentCommand = (change: AssignmentChange, summary: string) => (schedule: Schedule) =>
  createCommand(change, {
    summary,
    help,
    examples: [`channel ${change} assignments.csv --check`, `channel ${change} assignments.csv`],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 it could not run',
  })
    .argument('<assignments.csv>', 'channels and their members')
    .option('--check', 'only check the file')
    .action((fileName, { check = false }) =>
      schedule((context) => changeFromFile(context, change, fileName, check)),
    )

export const channelAssignCommand = createAssignmentCommand(
  'assign',
  'assign channels to members from a file, all or nothing',
)

export const channelUnassignCommand = createAssignmentCommand(
  'unassign',
  'unassign channels from members from a file, all or nothing',
)

async function changeFromFile(
  { db, cwd, print }: CommandContext,
  change: AssignmentChange,
  fileName: string,
  check: boolean,
): Promise<ExitStatus> {
  const path = resolve(cwd, fileName)
  const { rows, errors } = await parseInputFile(path, fileName, maxFileBytes, parseAssignmentFile)
  if (rows.length === 0 && errors.length === 0) throw new OperatorError(`${fileName} has no assignment.`)
  const { assignments, unknown } = await resolveChannels(db, rows)
  errors.push(...unknown)
  // With invalid lines, the others are checked, too, so that one run reports all errors.
  const checkOnly = check || errors.length > 0
  const { changed, missing } = await changeNamedAssignments(db, change, assignments, new Date(), {
    checkOnly,
  })
  for (const assignment of assignments) {
    const problem = missing.get(assignment)
    if (problem) errors.push({ line: assignment.line, ...describeMissing(problem, assignment) })
  }
  if (errors.length > 0) {
    print(
      formatLineErrors(
        basename(fileName),
        errors.sort((a, b) => a.line - b.line),
      ),
    )
    return 1
  }
  const count = formatCount(assignments.length, 'assignment')
  print(check ? `${count} ok; nothing was changed` : `${count}: ${formatCount(changed, 'channel')} changed`)
  return 0
}

interface AssignmentLine {
  line: number
  /** Registration id or YouTube channel id. */
  channel: string
  email: string
}

/** @throws {FileRefusal} */
function parseAssignmentFile(bytes: Uint8Array): { rows: AssignmentLine[]; errors: LineError[] } {
  const { rows, errors } = parseCsvTable(bytes, ['channel', 'member'], [])
  const lines: AssignmentLine[] = []
  for (const row of rows) {
    const lineErrors = findLineErrors(row)
    errors.push(...lineErrors)
    if (lineErrors.length === 0) lines.push(parseLine(row))
  }
  return { rows: lines, errors }
}

const parseLine = ({ line, cell }: TableRow): AssignmentLine => ({
  line,
  channel: cell('channel') ?? '',
  email: z.parse(Email, cell('member') ?? ''),
})

function findLineErrors({ line, cell }: TableRow): LineError[] {
  const channel = describeChannelNameProblem(cell('channel') ?? '')
  const member = z.safeParse(Email, cell('member') ?? '')
  return [
    ...(channel === undefined ? [] : [{ line, column: 'channel', reason: channel }]),
    ...(member.success
      ? []
      : [{ line, column: 'member', reason: `${quoteValue(cell('member') ?? '')} is not an email address` }]),
  ]
}

type LocatedAssignment = NamedAssignment & { line: number }

async function resolveChannels(db: Queryable, rows: readonly AssignmentLine[]) {
  const channels = await findUniqueChannels(
    db,
    rows.map(({ channel }) => channel),
  )
  const assignments: LocatedAssignment[] = []
  const unknown: LineError[] = []
  for (const [at, { line, email }] of rows.entries()) {
    const channel = channels[at]
    if (typeof channel === 'object') assignments.push({ line, id: channel.id, email })
    else unknown.push({ line, column: 'channel', reason: channel ?? '' })
  }
  return { assignments, unknown }
}

const describeMissing = (problem: 'channel_missing' | 'member_missing', { email }: NamedAssignment) =>
  problem === 'channel_missing'
    ? { column: 'channel', reason: 'it was removed: remove the line' }
    : {
        column: 'member',
        reason: `${email} is not a confirmed member of the channel’s network (see: account list)`,
      }
