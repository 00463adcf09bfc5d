import type { Database, Queryable } from '#server/platform/db/database.ts'
import { IdRow } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { type MailTokens, storeMailTokens } from './mail-tokens.ts'
import type { mailStates } from './outbox.ts'
import type { StoredMail } from './stored-mail.ts'

export type FinalState = Exclude<(typeof mailStates)[number], 'queued' | 'sending'>

interface Settlement {
  state: Exclude<(typeof mailStates)[number], 'sending'>
  failure: string | null
}

/**
 * Committed before anything is sent, with what lets the tokens of the mail work.
 * @returns the number of the attempt; null when the mail is not queued
 */
export const claimMail = (
  db: Database,
  mail: StoredMail,
  tokens: MailTokens,
  now: Date,
): Promise<number | null> =>
  db.transaction(async (tx) => {
    const [claim] = await tx.query(
      IdRow,
      sql`update mails
      set state = 'sending',
        attempts = attempts + 1,
        changed_at = ${now}
      where id = ${mail.id}
        and state = 'queued'
      returning attempts as id`,
    )
    if (!claim) return null
    await storeMailTokens(tx, mail, tokens)
    return claim.id
  })

/** What a mail said is personal, and of no more use once it was sent or has expired. */
const settle = (
  db: Queryable,
  id: number,
  { state, failure }: Settlement,
  isOpen: Sql,
  now: Date,
): Promise<number> =>
  db.execute(
    sql`update mails
    set state = ${state},
      failure = ${failure},
      data = case when ${state === 'sent' || failure === 'expired'} then '{}' else data end,
      changed_at = ${now}
    where id = ${id}
      and ${isOpen}`,
  )

/**
 * Records what became of an attempt, unless a later one has started. Another process may have called the attempt
 * uncertain because this one was silent for too long; this one knows better.
 */
export const settleAttempt = (
  db: Queryable,
  id: number,
  attempt: number,
  settlement: Settlement,
  now: Date,
): Promise<number> =>
  settle(db, id, settlement, sql`attempts = ${attempt} and state in ('sending', 'uncertain')`, now)

/** Settles a mail that is not sent at all. */
export const settleQueued = (
  db: Queryable,
  id: number,
  settlement: { state: FinalState; failure: string },
  now: Date,
): Promise<number> => settle(db, id, settlement, sql`state = 'queued'`, now)

/** The process that sent it has died: the server may have accepted the mail. */
export const markInterrupted = (db: Queryable, id: number, attempt: number, now: Date): Promise<number> =>
  settleAttempt(
    db,
    id,
    attempt,
    { state: 'uncertain', failure: 'the process ended while it was sending' },
    now,
  )

export const insertSuppression = (
  tx: Queryable,
  recipient: string,
  reason: 'bounce' | 'operator',
  now: Date,
): Promise<number> =>
  tx.execute(
    sql`insert into mail_suppressions (recipient, reason, created_at)
    values (${recipient}, ${reason}, ${now})
    on conflict (recipient) do nothing`,
  )

export const settleBounce = (
  db: Database,
  { id, recipient }: { id: number; recipient: string },
  attempt: number,
  reply: string,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await settleAttempt(tx, id, attempt, { state: 'failed', failure: reply }, now)
    await insertSuppression(tx, recipient, 'bounce', now)
  })

/** Orders the ids for keyset pagination. */
export const selectUnsentIds = async (
  db: Queryable,
  after: number,
  limit: number,
  now: Date,
): Promise<number[]> =>
  (
    await db.query(
      IdRow,
      sql`select id
      from mails
      where state in ('queued', 'sending')
        and (not_before is null or not_before <= ${now})
        and id > ${after}
      order by id
      limit ${limit}`,
    )
  ).map(({ id }) => id)

export const deleteOldMails = (db: Queryable, before: Date): Promise<number> =>
  db.execute(sql`delete from mails where changed_at < ${before}`)
