import { basename } from 'node:path'
import type { ReviewProblem } from '#server/channels/lifecycle/review.ts'
import {
  type ListedRegistration,
  selectRegistrations,
} from '#server/channels/registrations/registration-list.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import {
  capitalize,
  formatCount,
  formatLineErrors,
  tableFormat,
} from '#server/platform/command-line/format.ts'
import type { LineError } from '#server/platform/files/csv-table.ts'
import {
  describeNameProblem,
  findUniqueRegistrations,
  formatState,
  formatTitle,
  requirePastDay,
} from './names.ts'
import {
  decisions,
  isDecision,
  maxReasonLength,
  optionalColumns,
  parseReviewTable,
  type Review,
} from './review-file.ts'

const maxFileBytes = 4 * 1024 * 1024

interface Problem {
  review: Review
  channel?: ListedRegistration
  column: 'id' | 'decision' | 'earns_from'
  /** The text has no full stop. */
  text: string
  /** Only files have a remedy. */
  remedy?: string
}

export const commands = [
  cli.defineCommand('channel review', {
    summary: 'approve verified channels, put channels on hold, or reject them',
    help: `The owner sees the reason of a hold or rejection. A channel earns from the day of its first approval; while it is
on hold or rejected it shows no figures, and once approved again it shows all of them from that day on. --earns-from sets
another day, today or earlier, for the first approval; later, see channel earns-from.

Several channels get the same decision, all or none. A file decides on each:
${tableFormat}.
Its columns are id (of the registration, or a channel id), decision (approve, hold or reject), reason, and earns_from, which
may be empty or missing. Lines without a decision are left out, and so are the other columns of the file that "channel list --pending --csv" writes.
Everything is checked before anything changes; each error names the line, the column and the remedy.

For example:
  id,decision,reason
  12,approve,
  15,hold,The videos are not your own.`,
    usage: '[options] [<id|UC…>... <decision>]',
    examples: [
      'channel review 12 approve',
      'channel review 12 15 approve --earns-from 2026-03-01',
      'channel review 9 12 hold --reason "The videos are not your own."',
      'channel review --file pending.csv --check',
    ],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 refused or failed',
    parameters: {
      words: cli.argument(
        '[review...]',
        'ids of registrations or channel ids, and the decision: approve, hold or reject',
      ),
      reason: cli.option(
        '--reason <text>',
        `the reason in the owner’s language; required to hold and to reject (at most ${maxReasonLength} characters)`,
        cli.parseLine(maxReasonLength),
      ),
      earnsFrom: cli.option('--earns-from <day>', 'first day that counts of a first approval', cli.parseDay),
      file: cli.option('--file <reviews.csv>', 'review each channel of a file'),
      check: cli.option('--check', 'only check'),
      json: cli.option('--json', 'print JSON: one channel, or a list of several'),
    },
    check({ words, reason, earnsFrom, file }) {
      if (file === undefined) parseReviews(words, reason, earnsFrom)
      else if (words.length > 0 || reason !== undefined || earnsFrom !== undefined)
        throw new cli.UsageError(
          '--file has its own ids, decisions and reasons: leave out those of the command.',
        )
    },
    async run(context, { words, reason, earnsFrom, file, check, json }) {
      const { db, print } = context
      const { reviews, errors, unknownColumns } =
        file === undefined
          ? { reviews: parseReviews(words, reason, earnsFrom), errors: [], unknownColumns: [] }
          : await readReviewFile(context, file)
      if (!json && unknownColumns.length > 0)
        print(
          `${basename(file ?? '')}: unknown columns: ${unknownColumns.join(', ')}; needed: id, decision, reason`,
        )
      if (errors.length === 0 && reviews.length === 0)
        throw new cli.OperatorError(`${file} has no decision: write approve, hold or reject in that column.`)
      // Checks the other lines as well, so that one run reports all errors.
      const { channels, problems } = await reviewAll(db, reviews, check || errors.length > 0)
      if (file === undefined && problems.length > 0) throw createError(problems, reviews.length > 1)
      const lineErrors = [...errors, ...problems.map(toLineError)]
      if (lineErrors.length > 0) {
        print(formatLineErrors(basename(file ?? ''), lineErrors))
        return 1
      }
      const isList = file !== undefined || channels.length > 1
      if (json) print(JSON.stringify(isList ? channels : channels[0], null, 1))
      else if (check) print(`${formatCount(channels.length, 'review')} ok; nothing was changed`)
      else print([channels.map(formatReviewed), isList && formatCount(channels.length, 'channel')])
      return 0
    },
  }),
]

async function readReviewFile(context: cli.CommandContext, file: string) {
  const { parseCsvTable } = await import('#server/platform/files/csv-table.ts')
  return parseInputFile(context, file, maxFileBytes, (bytes) =>
    parseReviewTable(parseCsvTable(bytes, ['id', 'decision'], optionalColumns)),
  )
}

/** @throws {UsageError} */
function parseReviews(
  words: readonly string[],
  reason: string | undefined,
  earnsFrom: string | undefined,
): Review[] {
  if (words.length === 0) throw new cli.UsageError("Missing required argument 'id|UC…', or --file.")
  const names = words.slice(0, Math.max(1, words.length - 1))
  const decision = words[names.length]
  const invalid = names.find((name) => describeNameProblem(name) !== undefined)
  if (invalid !== undefined)
    throw new cli.UsageError(
      `The value '${invalid}' is invalid. Expected the id of a registration or a channel id (UC…).`,
    )
  if (decision === undefined) throw new cli.UsageError("Missing required argument 'decision'.")
  if (!isDecision(decision))
    throw new cli.UsageError(
      `The value '${decision}' is invalid. The decision is one of: approve, hold, reject.`,
    )
  if (reason === undefined && decision !== 'approve')
    throw new cli.UsageError('--reason is required: the owner sees it.')
  if (earnsFrom !== undefined && decision !== 'approve')
    throw new cli.UsageError('--earns-from needs the decision approve.')
  if (earnsFrom !== undefined) requirePastDay(earnsFrom)
  return names.map((name) => ({ name, decision: decisions[decision], reason: reason ?? null, earnsFrom }))
}

/** All or nothing, and the lists afterward. @returns the channels as they are then */
async function reviewAll(
  db: cli.CommandContext['db'],
  reviews: readonly Review[],
  isCheck: boolean,
): Promise<{ channels: ListedRegistration[]; problems: Problem[] }> {
  const { reviewChannels } = await import('#server/channels/lifecycle/review.ts')
  const names = reviews.map(({ name }) => name)
  const found = await findUniqueRegistrations(db, names)
  const resolved = new Map<number, { review: Review; channel: ListedRegistration }>()
  const problems: Problem[] = []
  for (const [at, review] of reviews.entries()) {
    const channel = found[at] ?? ''
    if (typeof channel === 'string') problems.push({ review, column: 'id', text: channel })
    else if (resolved.has(channel.id)) {
      const { line } = resolved.get(channel.id)?.review ?? {}
      const text =
        line === undefined ? 'it is named twice' : `this channel is already in line ${line}: keep one of them`
      problems.push({ review, channel, column: 'id', text })
    } else resolved.set(channel.id, { review, channel })
  }
  const checkOnly = isCheck || problems.length > 0
  const decided = [...resolved].map(([id, { review }]) => ({
    id,
    decision: review.decision,
    reason: review.reason,
    earnsFrom: review.earnsFrom,
  }))
  for (const [id, problem] of await reviewChannels(db, decided, new Date(), { checkOnly })) {
    const { review, channel } = resolved.get(id) ?? {}
    if (review) problems.push({ review, channel, ...problemTexts[problem] })
  }
  if (checkOnly || problems.length > 0)
    return { channels: [...resolved.values()].map(({ channel }) => channel), problems }
  const { refreshLists } = await import('#server/reports/lists/lists.ts')
  await refreshLists(db)
  const rows = await selectRegistrations(db, { names: [...resolved.keys()].map(String) })
  return { channels: [...resolved.keys()].flatMap((id) => rows.filter((row) => row.id === id)), problems }
}

const problemTexts: Record<ReviewProblem, Pick<Problem, 'column' | 'text' | 'remedy'>> = {
  dated: {
    column: 'earns_from',
    text: 'it has an earning day already; see: channel earns-from',
    remedy: 'leave the day empty',
  },
  taken: {
    column: 'earns_from',
    text: 'another registration of the channel earned that day; see: channel show',
    remedy: 'write a day after its end',
  },
  not_found: { column: 'id', text: 'it was removed', remedy: 'remove the line' },
  unchanged: { column: 'decision', text: 'this was already decided', remedy: 'leave its decision empty' },
  unverified: {
    column: 'decision',
    text: 'it is not verified; only verified channels can be approved',
    remedy: 'leave its decision empty until then',
  },
}

function createError(problems: readonly Problem[], isList: boolean): cli.OperatorError {
  const lines = problems.map(({ review: { name }, channel, text }) => {
    const subject = channel ? `${formatTitle(channel)}: ` : text.includes(name) ? '' : `${name}: `
    return capitalize(`${subject}${text}.`)
  })
  return new cli.OperatorError([...lines, ...(isList ? ['Nothing was changed.'] : [])].join('\n'))
}

const toLineError = ({ review: { line = 0 }, column, text, remedy }: Problem): LineError => ({
  line,
  column,
  reason: remedy === undefined ? text : `${text}: ${remedy}`,
})

const formatReviewed = (channel: ListedRegistration) =>
  `${formatTitle(channel)}: ${formatState(channel)}${channel.approval === 2 ? `, earning from ${channel.earnsFrom}` : ''}`
