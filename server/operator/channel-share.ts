import { InvalidArgumentError } from '@commander-js/extra-typings'
import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import { getMonthStart } from '#contract/reports/calendar.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isMonthClosed } from '#server/settlement/files/loads.ts'
import { formatMonth } from '#server/settlement/files/sources.ts'
import { setShares } from '#server/settlement/payout-shares/payout-shares.ts'
import { type ChannelRow, requireUniqueChannel } from './channels.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { collect, parseChannelId, parseDayArgument } from './parsers.ts'

export const channelShareCommand = (schedule: Schedule) =>
  createCommand('share', {
    summary: "set what a channel's members get of its final money, from a day on",
    help: `Shares are percent with one decimal, at most 100 together; the rest is the network's. They replace all shares from that day
on, until those of a later day. A member alone needs none. Days are YouTube's (Pacific time); those of closed months stay.`,
    examples: [
      'channel share 12 kim@studio.example=60 lee@studio.example=30 --from 2026-03-01',
      'channel share 12 kim@studio.example=100 --from 2026-04-01',
    ],
  })
    .argument('<channel>', 'id of its registration, or its channel id', parseChannelId)
    .argument('<email=percent...>', 'members of its network and their shares', collect(parseShare))
    .requiredOption('--from <day>', 'first day', parseDayArgument)
    .action((channel, shares, { from }) =>
      schedule(async ({ db, print }) => {
        const { id, name } = await setChannelShares(db, channel, shares, from)
        const total = shares.reduce((sum, { permille }) => sum + permille, 0)
        print([
          `${id}  ${name}, from ${from}:`,
          ...shares.map(({ email, permille }) => `  ${email}  ${permille / 10} %`),
          `  network  ${(1_000 - total) / 10} %`,
        ])
      }),
    )

interface EmailShare {
  email: string
  permille: number
}

function parseShare(text: string): EmailShare {
  const [, name = '', percent = ''] = /^(.+)=(\d{1,3}(?:\.\d)?)%?$/.exec(text) ?? []
  const email = z.safeParse(Email, name)
  const permille = Math.round(Number(percent) * 10)
  if (!email.success || percent === '' || permille > 1_000)
    throw new InvalidArgumentError('Expected an email and a percentage, for example kim@studio.example=60.')
  return { email: email.data, permille }
}

const setChannelShares = (
  db: Database,
  name: string,
  shares: readonly EmailShare[],
  fromDay: string,
): Promise<ChannelRow> =>
  db.transaction(async (tx) => {
    requireSensibleShares(shares)
    const channel = await requireUniqueChannel(tx, name)
    const month = getMonthStart(fromDay)
    if (await isMonthClosed(tx, month))
      throw new OperatorError(`${formatMonth(month)} is closed: its shares stay as they were.`)
    const networkId = await lockNetwork(tx, channel.id)
    const permilles = new Map<number, number>()
    for (const { email, permille } of shares)
      permilles.set(await requireMember(tx, networkId, email), permille)
    await setShares(tx, channel.id, { fromDay, permilles }, { kind: 'operator', networkId })
    return channel
  })

function requireSensibleShares(shares: readonly EmailShare[]): void {
  const total = shares.reduce((sum, { permille }) => sum + permille, 0)
  if (total > 1_000) throw new OperatorError(`The shares are ${total / 10} % together, more than 100 %.`)
  if (new Set(shares.map(({ email }) => email)).size < shares.length)
    throw new OperatorError('A member is named twice.')
}

const NetworkRow = z.object({ networkId: Id })

/** Holds the row lock of the registration until the transaction ends. */
async function lockNetwork(tx: Queryable, registrationId: number): Promise<number> {
  const [row] = await tx.query(
    NetworkRow,
    sql`select network_id as "networkId"
    from channels
    where registration_id = ${registrationId}
      and removed_at is null
    for no key update`,
  )
  if (!row) throw new OperatorError('The registration was removed.')
  return row.networkId
}

const MemberRow = z.object({ id: Id })

async function requireMember(tx: Queryable, networkId: number, email: string): Promise<number> {
  const [member] = await tx.query(
    MemberRow,
    sql`select a.id
    from accounts a
    where a.email = ${email}
      and ${isMemberOf(networkId)}`,
  )
  if (!member)
    throw new OperatorError(`${email} is not a confirmed member of the channel's network. See: account list`)
  return member.id
}
