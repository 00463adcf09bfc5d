import { basename, resolve } from 'node:path'
import { type DecidedReview, type ReviewProblem, reviewChannels } from '#server/channels/lifecycle/review.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { LineError } from '#server/platform/files/csv-table.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import {
  type ChannelRow,
  describeChannelNameProblem,
  findUniqueChannels,
  formatChannelTitle,
  formatState,
  selectChannelRows,
} from './channels.ts'
import {
  type CommandContext,
  createCommand,
  type ExitStatus,
  OperatorError,
  type Schedule,
  UsageError,
} from './command.ts'
import { capitalize, formatCount, formatLineErrors } from './format.ts'
import { parseInputFile } from './input-file.ts'
import { parseLine } from './parsers.ts'
import {
  isDecisionName,
  maxReasonLength,
  parseReviewFile,
  type ReviewLine,
  reviewDecisions,
} from './review-file.ts'

const maxFileBytes = 4 * 1024 * 1024

export const channelReviewCommand = (schedule: Schedule) =>
  createCommand('review', {
    summary: 'approve verified channels, put channels on hold, or reject them',
    help: `The owner sees the reason of a hold or rejection. A channel earns from the day of its first approval; while it is
on hold or rejected it shows no figures, and once approved again it shows all of them from that day on.

Several channels get the same decision, all or none. A file, CSV or TSV in UTF-8 with a header line, decides on each.
Its columns are id (of the registration, or a channel id), decision (approve, hold or reject) and reason. Lines without
a decision are left out, and so are the other columns of the file that "channel list --pending --csv" writes.
Everything is checked before anything changes; each error names the line, the column and the remedy.

For example:
  id,decision,reason
  12,approve,
  15,hold,The videos are not your own.`,
    examples: [
      'channel review 12 approve',
      'channel review 9 12 hold --reason "The videos are not your own."',
      'channel review --file pending.csv --check',
    ],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 refused or failed',
  })
    .argument('[review...]', 'ids of registrations or channel ids, and the decision: approve, hold or reject')
    .usage('[options] [<id|UC…>... <decision>]')
    .option(
      '--reason <text>',
      `the reason in the owner’s language; required to hold and to reject (at most ${maxReasonLength} characters)`,
      parseLine(maxReasonLength),
    )
    .option('--file <reviews.csv>', 'review each channel of a file')
    .option('--check', 'only check')
    .option('--json', 'print JSON: one channel, or a list of several')
    .action((words, { file, reason, ...options }) => {
      if (file === undefined) {
        const reviews = parseReviews(words, reason)
        schedule((context) => reviewNamed(context, reviews, options))
        return
      }
      if (words.length > 0 || reason !== undefined)
        throw new UsageError('--file has its own ids, decisions and reasons: leave out those of the command.')
      schedule((context) => reviewFromFile(context, file, options))
    })

interface ReviewOptions {
  check?: true | undefined
  json?: true | undefined
}

type NamedReview = Omit<ReviewLine, 'line'>

function parseReviews(words: readonly string[], reason: string | undefined): NamedReview[] {
  if (words.length === 0) throw new UsageError("Missing required argument 'id|UC…', or --file.")
  const names = words.slice(0, Math.max(1, words.length - 1))
  const decision = words[names.length]
  const invalid = names.find((name) => describeChannelNameProblem(name) !== undefined)
  if (invalid !== undefined)
    throw new UsageError(
      `The value '${invalid}' is invalid. Expected the id of a registration or a channel id (UC…).`,
    )
  if (decision === undefined) throw new UsageError("Missing required argument 'decision'.")
  if (!isDecisionName(decision))
    throw new UsageError(`The value '${decision}' is invalid. The decision is one of: approve, hold, reject.`)
  if (reason === undefined && decision !== 'approve')
    throw new UsageError('--reason is required: the owner sees it.')
  return names.map((name) => ({ name, decision: reviewDecisions[decision], reason: reason ?? null }))
}

async function reviewNamed(
  context: CommandContext,
  reviews: readonly NamedReview[],
  options: ReviewOptions,
): Promise<ExitStatus> {
  const { resolved, problems } = await reviewAll(context.db, reviews, options)
  if (problems.length > 0) {
    const lines = problems.map(({ review, channel, text }) => {
      const isNamed = text.includes(review.name)
      return `${channel ? `${formatChannelTitle(channel)}: ` : isNamed ? '' : `${review.name}: `}${text}.`
    })
    throw new OperatorError(
      [...lines.map(capitalize), ...(reviews.length > 1 ? ['Nothing was changed.'] : [])].join('\n'),
    )
  }
  await printReviewed(context, resolved, { ...options, isList: reviews.length > 1 })
  return 0
}

async function reviewFromFile(
  context: CommandContext,
  fileName: string,
  options: ReviewOptions,
): Promise<ExitStatus> {
  const { db, cwd, print } = context
  const path = resolve(cwd, fileName)
  const { reviews, errors, unknownColumns } = await parseInputFile(
    path,
    fileName,
    maxFileBytes,
    parseReviewFile,
  )
  const name = basename(fileName)
  if (!options.json && unknownColumns.length > 0)
    print(`${name}: unknown columns: ${unknownColumns.join(', ')}; needed: id, decision, reason`)
  if (errors.length === 0 && reviews.length === 0)
    throw new OperatorError(`${fileName} has no decision: write approve, hold or reject in that column.`)
  // With invalid lines, the others are checked, too, so that one run reports all errors.
  const checkOnly = options.check || errors.length > 0
  const { resolved, problems } = await reviewAll(db, reviews, { check: checkOnly || undefined })
  const allErrors = [...errors, ...problems.map(toLineError)]
  if (allErrors.length > 0) {
    print(
      formatLineErrors(
        name,
        allErrors.sort((a, b) => a.line - b.line),
      ),
    )
    return 1
  }
  await printReviewed(context, resolved, { ...options, isList: true })
  return 0
}

const toLineError = ({ review, column, text, remedy }: Problem<ReviewLine>): LineError => ({
  line: review.line,
  column,
  reason: remedy === undefined ? text : `${text}: ${remedy}`,
})

interface Problem<Review> {
  review: Review
  channel: ChannelRow | null
  column: 'id' | 'decision'
  /** Without a full stop. */
  text: string
  /** In a file. */
  remedy?: string
}

interface ResolvedReview extends DecidedReview {
  channel: ChannelRow
}

/** All or nothing, and the lists afterward. */
async function reviewAll<Review extends NamedReview & { line?: number }>(
  db: CommandContext['db'],
  reviews: readonly Review[],
  { check }: ReviewOptions,
): Promise<{ resolved: ResolvedReview[]; problems: Problem<Review>[] }> {
  const { resolved, problems } = await resolveReviews(db, reviews)
  const checkOnly = check === true || problems.length > 0
  const found = await reviewChannels(
    db,
    resolved.map(({ id, decision, reason }) => ({ id, decision, reason })),
    new Date(),
    { checkOnly },
  )
  for (const { id, channel, review } of resolved) {
    const problem = found.get(id)
    if (problem) problems.push({ review, channel, ...problemTexts[problem] })
  }
  if (!checkOnly && problems.length === 0) await refreshLists(db)
  return { resolved, problems }
}

async function resolveReviews<Review extends NamedReview & { line?: number }>(
  db: Queryable,
  reviews: readonly Review[],
) {
  const channels = await findUniqueChannels(
    db,
    reviews.map(({ name }) => name),
  )
  const resolved = new Map<number, ResolvedReview & { review: Review }>()
  const problems: Problem<Review>[] = []
  for (const [at, review] of reviews.entries()) {
    const channel = channels[at]
    if (channel === undefined || typeof channel === 'string') {
      problems.push({ review, channel: null, column: 'id', text: channel ?? '' })
      continue
    }
    const earlier = resolved.get(channel.id)
    if (earlier) problems.push({ review, channel, column: 'id', text: describeDuplicate(earlier.review) })
    else
      resolved.set(channel.id, {
        id: channel.id,
        decision: review.decision,
        reason: review.reason,
        channel,
        review,
      })
  }
  return { resolved: [...resolved.values()], problems }
}

const describeDuplicate = ({ line }: { line?: number }) =>
  line === undefined ? 'it is named twice' : `this channel is already in line ${line}: keep one of them`

const problemTexts: Record<ReviewProblem, Pick<Problem<never>, 'column' | 'text' | 'remedy'>> = {
  not_found: { column: 'id', text: 'it was removed', remedy: 'remove the line' },
  unchanged: { column: 'decision', text: 'this was already decided', remedy: 'leave its decision empty' },
  unverified: {
    column: 'decision',
    text: 'it is not verified; only verified channels can be approved',
    remedy: 'leave its decision empty until then',
  },
}

async function printReviewed(
  { db, print }: CommandContext,
  resolved: readonly ResolvedReview[],
  { check, json, isList }: ReviewOptions & { isList: boolean },
): Promise<void> {
  const rows = await selectChannelRows(db, { names: resolved.map(({ id }) => String(id)) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const channels = resolved.map(({ id, channel }) => byId.get(id) ?? channel)
  if (json) return print(JSON.stringify(isList ? channels : channels[0], null, 1))
  if (check) return print(`${formatCount(channels.length, 'review')} ok; nothing was changed`)
  print(channels.map(formatReviewedChannel))
  if (isList) print(formatCount(channels.length, 'channel'))
}

const formatReviewedChannel = (channel: ChannelRow) =>
  `${formatChannelTitle(channel)}: ${formatState(channel)}${channel.approval === 2 ? `, earning from ${channel.earnsFrom}` : ''}`
