import { basename } from 'node:path'
import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import { findUniqueRegistrations, requireUniqueRegistration } from '#server/channels/commands/names.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import { formatCount, formatLineErrors, tableFormat } from '#server/platform/command-line/format.ts'
import { parsePermille } from '#server/platform/files/decimal.ts'
import { Refusal } from '#server/platform/refusal.ts'

interface EmailShare {
  email: string
  permille: number
}

function parseShare(text: string): EmailShare | undefined {
  const [, name = '', percent = ''] = /^(.+)=([^=]+)$/.exec(text) ?? []
  const email = z.safeParse(Email, name)
  const permille = parsePermille(percent)
  return email.success && permille !== undefined ? { email: email.data, permille } : undefined
}

const maxFileBytes = 4 * 1024 * 1024

const sum = (shares: readonly EmailShare[]) => shares.reduce((total, { permille }) => total + permille, 0)

export const commands = [
  cli.defineCommand('channel share', {
    summary:
      "set what a channel's members get of its final money, from a day on, or of the channels of a file",
    help: `Shares are percent with one decimal, at most 100 together; the rest is the network's. They replace all shares from that day
on, until those of a later day. A member alone needs none. Days are YouTube's (Pacific time); those of closed months stay.

A file, ${tableFormat},
has the columns channel (the id of its registration, or its channel id), member (an email of its network), share and
from; share and from may be empty or missing. It also assigns members who do not have the channel: from the same day on,
or without one as channel assign does. Shares without a day count from the channel's earning day if nobody had it so
far, else from today. Lines with a channel and a day are its shares from then on. A file counts as a whole or not at
all; each error names the line, the column and the remedy. For example:
  channel,member,share,from
  12,kim@studio.example,60,2026-03-01
  12,lee@studio.example,30,2026-03-01
  15,kim@studio.example,,`,
    usage: '[options] [<channel> <email=percent>...]',
    examples: [
      'channel share 12 kim@studio.example=60 lee@studio.example=30 --from 2026-03-01',
      'channel share 12 kim@studio.example=100 --from 2026-04-01',
      'channel share --file shares.csv --check',
    ],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 refused or failed',
    parameters: {
      channel: cli.argument('[channel]', 'id of its registration, or its channel id', cli.parseChannelName),
      shares: cli.argument(
        '[email=percent...]',
        'members of its network and their shares',
        cli.expecting('an email and a percentage, for example kim@studio.example=60', parseShare),
      ),
      from: cli.option('--from <day>', 'first day; of a file, where it names none', cli.parseDay),
      file: cli.option('--file <shares.csv>', 'assignments and shares of channels'),
      check: cli.option('--check', 'only check the file'),
    },
    check({ channel, shares, from, file, check }) {
      if (file !== undefined) {
        if (channel !== undefined)
          throw new cli.UsageError('--file has its own channels and shares: leave out those of the command.')
        return
      }
      if (channel === undefined) throw new cli.UsageError("Missing required argument 'channel', or --file.")
      if (shares.length === 0) throw new cli.UsageError("Missing required argument 'email=percent'.")
      if (from === undefined) throw new cli.UsageError("Missing required option '--from <day>'.")
      if (check) throw new cli.UsageError('--check needs --file.')
      if (sum(shares) > 1_000)
        throw new cli.UsageError(`The shares are ${sum(shares) / 10} % together, more than 100 %.`)
      if (new Set(shares.map(({ email }) => email)).size < shares.length)
        throw new cli.UsageError('A member is named twice.')
    },
    async run(context, { channel = '', shares, from = '', file, check }) {
      if (file !== undefined) return importFile(context, { file, check, from: from || undefined })
      const { db, print } = context
      const { changeShares, selectMembersByEmail } = await import(
        '#server/settlement/payout-shares/channel-shares.ts'
      )
      const { id, name } = await requireUniqueRegistration(db, channel)
      const emails = shares.map(({ email }) => email)
      const members = await selectMembersByEmail(db, id, emails)
      const memberIds = new Map(members.map((member) => [member.email, member.id]))
      const unknown = emails.find((email) => !memberIds.has(email))
      if (unknown !== undefined)
        throw new cli.OperatorError(
          `${unknown} is not a confirmed member of the channel's network. See: account list`,
        )
      const networkId = members[0]?.networkId ?? 0
      const body = {
        ids: [id],
        fromDay: from,
        shares: shares.map(({ email, permille }) => ({ member: memberIds.get(email) ?? 0, permille })),
      }
      const caller = { account: { networkId }, actor: { kind: 'operator', networkId } } as const
      await changeShares(db, caller, body, new Date(), 'channel share').catch((error) => {
        if (!(error instanceof Refusal) || error.code !== 'month_closed') throw error
        throw new cli.OperatorError(
          `${from} is before the first day of an open month: shares of closed months stay as they were.`,
        )
      })
      print([
        `${id}  ${name}, from ${from}:`,
        shares.map(({ email, permille }) => `  ${email}  ${permille / 10} %`),
        `  network  ${(1_000 - sum(shares)) / 10} %`,
      ])
      return 0
    },
  }),
]

async function importFile(
  context: cli.CommandContext,
  { file, check, from }: { file: string; check: boolean; from: string | undefined },
): Promise<cli.ExitStatus> {
  const { parseShareFile, planShareFile, writeShareFile } = await import(
    '#server/settlement/payout-shares/share-file.ts'
  )
  const { toLineError } = await import('#server/platform/files/line-problems.ts')
  const { db, print } = context
  const parsed = await parseInputFile(context, file, maxFileBytes, (bytes) => parseShareFile(bytes, from))
  if (parsed.lines.length === 0 && parsed.problems.length === 0)
    throw new cli.OperatorError(`${file} has no assignment.`)
  const names = parsed.lines.map(({ channel }) => channel)
  const channels = await findUniqueRegistrations(db, names)
  const ids = new Map(
    names.flatMap((name, at) => {
      const found = channels[at]
      return typeof found === 'object' ? [[name, found.id]] : []
    }),
  )
  const unknown = new Map(names.map((name, at) => [name, channels[at]]))
  const now = new Date()
  const { changes, problems } = await db.transaction(async (tx) => {
    const plan = await planShareFile(tx, parsed, { ids, networkId: null }, now)
    if (!check && plan.problems.length === 0)
      await writeShareFile(tx, plan, { action: 'channel share', actor: { kind: 'operator' } }, now)
    return plan
  })
  if (problems.length > 0) {
    const errors = problems.map((problem) => {
      const name = parsed.lines.find(({ line }) => line === problem.line)?.channel ?? ''
      const found = problem.code === 'channel_missing' ? unknown.get(name) : undefined
      return toLineError(typeof found === 'string' ? { ...problem, reason: found } : problem)
    })
    print(formatLineErrors(basename(file), errors))
    return 1
  }
  const count = formatCount(parsed.lines.length, 'line')
  const changed = changes.filter(({ hasChanged }) => hasChanged).length
  print(check ? `${count} ok; nothing was changed` : `${count}: ${changed} changed something`)
  return 0
}
