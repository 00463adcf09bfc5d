import type { Queries } from '#server/db/connect.ts'
import { Refusal, type Services } from '#server/http.ts'
import { countAttempt, forgetAttempts } from '#server/limits.ts'
import { isPassword } from '#server/passwords.ts'
import type { Account } from '#server/session.ts'
import { selectChannels } from './queries.ts'
import { isCounted, lockOwn, recount } from './registered.ts'

/** A network's manager may end registrations, and who stands alone. */
export const mayRemove = (account: Account): boolean => account.networkId === account.id

/** Ends a registration, with the person's own password. Reviews, facts and the history of assignments stay. */
export async function removeChannel(
  services: Pick<Services, 'db' | 'jobs' | 'now'>,
  account: Account,
  id: number,
  password: string,
): Promise<void> {
  const { db, jobs, now } = services
  if ((await selectChannels(db, account, { id })).length === 0) throw new Refusal('not_found')
  if (!mayRemove(account)) throw new Refusal('forbidden')
  await requirePassword(db, account, password, now())
  const counted = await db.transaction(async (tx) => {
    const channel = await lockOwn(tx, account, id)
    await endRegistration(tx, id, now())
    if (isCounted(channel)) await recount(tx, jobs, channel.channelId)
    return isCounted(channel)
  })
  if (counted) jobs.nudge('refresh-lists')
}

async function requirePassword(db: Queries, account: Account, password: string, now: Date): Promise<void> {
  const who = String(account.id)
  await countAttempt(db, 'deletion', who, now)
  const [row] = await db.query<{ passwordHash: string | null }>(
    'select password_hash as "passwordHash" from accounts where id = $1',
    [account.id],
  )
  if (!(await isPassword(password, row?.passwordHash ?? null)))
    throw new Refusal('invalid', { fields: { password: 'password_wrong' } })
  await forgetAttempts(db, 'deletion', who)
}

async function endRegistration(tx: Queries, id: number, now: Date): Promise<void> {
  await tx.query('update channels set removed_at = $2 where registration_id = $1', [id, now])
  await tx.query(
    `update assignments
    set unassigned_at = $2
    where registration_id = $1
      and unassigned_at is null`,
    [id, now],
  )
}
