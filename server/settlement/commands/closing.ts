import { maxExplanationLength } from '#contract/settlement/month-closing.ts'
import { dollars } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { formatTable } from '#server/platform/command-line/table.ts'
import { getRefusalMessage } from '#server/platform/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { parseWon } from '#server/reports/rates/won.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { formatObstacles } from '#server/settlement/closing/obstacle-texts.ts'
import { formatDraft, formatRates } from './draft-format.ts'
import { month } from './parameters.ts'

const parseRate = cli.expecting('won per dollar, for example 1386.5', parseWon)

function parseExplanation(text: string) {
  const [, obstacle = '', reason = ''] = /^([^=]+)=(.+)$/u.exec(text) ?? []
  const line = cli.parseLine(maxExplanationLength)(reason.trim())
  return obstacle && reason.trim() ? { obstacle: obstacle.trim(), text: line } : undefined
}

const givenRate = {
  krwMicros: cli.option(
    '--rate <won>',
    'won per dollar, in place of the rates by the sites’ rules',
    parseRate,
  ),
}

const closer = (action: string) => ({ actor: { kind: 'operator' }, action, accountId: null }) as const

export const commands = [
  cli.defineQuery('month preview', {
    summary: 'print what closing a month would book, and what blocks it',
    help: `Changes nothing. Amounts are dollars; balances and payments are in the currency of the site. The last line names the
draft: “month close” takes it, and refuses if anything has changed since.`,
    examples: ['month preview --month 2026-03', 'month preview --month 2026-03 --rate 1386.5 --json'],
    exitStatus: '0 the month can be closed, 1 something prevents it, 2 it could not run',
    parameters: { month, ...givenRate },
    async read({ db }, options) {
      const { draftMonth } = await import('#server/settlement/closing/drafts.ts')
      const { findShortenedChannels } = await import('#server/settlement/months/shortened-channels.ts')
      return db.readSnapshot(async (view) => {
        const { newParts: _, ...draft } = await draftMonth(view, { ...options, now: new Date() })
        const shortened = await findShortenedChannels(view, null, options.month)
        return { month: formatMonth(options.month), ...draft, shortened }
      })
    },
    format: ({ obstacles, shortened, ...draft }, { month: day }) => [
      formatRates(draft),
      formatDraft(draft),
      shortened.length > 0 && [
        'Members have these channels now, but only the days from the given one on count for them:',
        formatTable(shortened, [
          ['member', ({ account: { email, id } }) => email ?? `account ${id}`],
          ['channel', ({ name, channelId }) => name ?? channelId],
          ['from', ({ from }) => from ?? 'not in this month'],
          ['estimated before', ({ micros }) => dollars(micros)],
        ]),
      ],
      obstacles.length > 0 ? formatObstacles(day, obstacles) : 'Nothing prevents closing.',
      `draft ${draft.fingerprint}`,
    ],
    getStatus: ({ obstacles }) => (obstacles.length > 0 ? 1 : 0),
  }),
  cli.defineCommand('month close', {
    summary: "divide a month's final money among members and networks, and freeze their statements",
    help: `The month must be over, and all earlier ones closed. It closes the draft that “month preview” named, and nothing else. What
prevents it and can be explained needs an explanation each, by the name in brackets. Members see the statements once “month
release” releases the month; until then “month reopen” takes the closing back. Files of closed months that were imported later
are booked with it as corrections, and so is unallocated money whose channel has somebody by now.`,
    examples: [
      'month close --month 2026-03 --draft 5f0c2a91d3b84e67',
      'month close --month 2026-03 --draft 5f0c2a91d3b84e67 --explain "no-files:us=They come in May: YouTube case 123."',
      'month close --month 2026-03 --draft 5f0c2a91d3b84e67 --rate 1386.5 --reason "The bank’s rate of the transfer."',
    ],
    parameters: {
      month,
      fingerprint: cli.required('--draft <name>', 'name of the draft'),
      ...givenRate,
      rateReason: cli.option(
        '--reason <text>',
        'why another rate than those by the rules is right',
        cli.parseLine(maxExplanationLength),
      ),
      krwMicrosAgain: cli.option(
        '--again <won>',
        'the same rate again, if it is more than 5 % away',
        parseRate,
      ),
      explanations: cli.repeatable(
        '--explain <name=text>',
        'why what prevents closing is right; stored with the month',
        cli.expecting('a name in brackets and a reason, for example no-tax:us=none', parseExplanation),
      ),
      force: cli.option('--force', 'take a rate that is more than 20 % away from the known ones'),
    },
    check({ krwMicros, rateReason }) {
      if ((krwMicros === undefined) !== (rateReason === undefined))
        throw new cli.UsageError('Give --rate and --reason together, or neither of them.')
    },
    async run({ db, print }, options) {
      const { closeMonth } = await import('#server/settlement/closing/closing.ts')
      const draft = await closeMonth(db, { ...options, now: new Date() }, closer('month close'))
      const count = formatCount(draft.statements.length, 'statement')
      print([
        `${formatMonth(options.month)} closed: ${count}. Members see them after: month release --month ${formatMonth(options.month)}`,
        formatRates(draft),
        formatDraft(draft),
      ])
    },
  }),
  cli.defineCommand('month release', {
    summary: 'show the statements of a closed month to members, mail them, and open them for payment',
    help: 'It cannot be undone: from then on, differences are corrected in later months.',
    examples: ['month release --month 2026-03'],
    parameters: { month },
    async run({ db, print }, options) {
      const { releaseMonth } = await import('#server/settlement/closing/releases.ts')
      const statements = await releaseMonth(
        db,
        { ...options, now: new Date() },
        closer('month release'),
      ).catch(describeRefusal)
      print(`${formatMonth(options.month)} released: ${formatCount(statements, 'statement')}`)
    },
  }),
  cli.defineCommand('month reopen', {
    summary: 'take back the closing of a month that was not released',
    help: 'Its statements and bookings are gone, and the month follows its files, shares and fees again. Months that were closed after it are reopened first.',
    examples: ['month reopen --month 2026-03 --reason "The rate was mistyped."'],
    parameters: {
      month,
      reason: cli.required(
        '--reason <text>',
        'why; kept in the audit log',
        cli.parseLine(maxExplanationLength),
      ),
    },
    async run({ db, print }, options) {
      const { reopenMonth } = await import('#server/settlement/closing/releases.ts')
      await reopenMonth(db, options, closer('month reopen')).catch(describeRefusal)
      print(`${formatMonth(options.month)} is open again.`)
    },
  }),
]

/** @throws {OperatorError} */
function describeRefusal(error: unknown): never {
  throw error instanceof Refusal ? new cli.OperatorError(getRefusalMessage(error.code, 'en')) : error
}
