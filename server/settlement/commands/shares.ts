import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import { requireUniqueRegistration } from '#server/channels/commands/names.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { Refusal } from '#server/platform/refusal.ts'

interface EmailShare {
  email: string
  permille: number
}

function parseShare(text: string): EmailShare | undefined {
  const [, name = '', percent = ''] = /^(.+)=(\d{1,3}(?:\.\d)?)%?$/.exec(text) ?? []
  const email = z.safeParse(Email, name)
  const permille = Math.round(Number(percent) * 10)
  return email.success && percent !== '' && permille <= 1_000 ? { email: email.data, permille } : undefined
}

const sum = (shares: readonly EmailShare[]) => shares.reduce((total, { permille }) => total + permille, 0)

export const commands = [
  cli.defineCommand('channel share', {
    summary: "set what a channel's members get of its final money, from a day on",
    help: `Shares are percent with one decimal, at most 100 together; the rest is the network's. They replace all shares from that day
on, until those of a later day. A member alone needs none. Days are YouTube's (Pacific time); those of closed months stay.`,
    examples: [
      'channel share 12 kim@studio.example=60 lee@studio.example=30 --from 2026-03-01',
      'channel share 12 kim@studio.example=100 --from 2026-04-01',
    ],
    parameters: {
      channel: cli.argument('<channel>', 'id of its registration, or its channel id', cli.parseChannelName),
      shares: cli.argument(
        '<email=percent...>',
        'members of its network and their shares',
        cli.expecting('an email and a percentage, for example kim@studio.example=60', parseShare),
      ),
      from: cli.required('--from <day>', 'first day', cli.parseDay),
    },
    check({ shares }) {
      if (sum(shares) > 1_000)
        throw new cli.UsageError(`The shares are ${sum(shares) / 10} % together, more than 100 %.`)
      if (new Set(shares.map(({ email }) => email)).size < shares.length)
        throw new cli.UsageError('A member is named twice.')
    },
    async run({ db, print }, { channel, shares, from }) {
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
      await changeShares(db, caller, body, 'channel share').catch((error) => {
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
    },
  }),
]
