import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { findMail, type StoredMail } from '#server/platform/mail/stored-mail.ts'
import { OperatorError } from './command.ts'
import { formatMinute } from './format.ts'

/** @throws {OperatorError} */
export async function requireMail(db: Queryable, id: number): Promise<StoredMail> {
  const mail = await findMail(db, id)
  if (!mail) throw new OperatorError(`There is no mail ${id}. See: mail list`)
  return mail
}

/** Holds the row lock until the transaction ends. @throws {OperatorError} */
export async function lockMail(tx: Queryable, id: number): Promise<StoredMail> {
  await tx.execute(sql`select from mails where id = ${id} for update`)
  return requireMail(tx, id)
}

type MailLine = Pick<StoredMail, 'id' | 'createdAt' | 'state' | 'kind' | 'recipient' | 'failure'> & {
  site: { domain: string }
}

/** "12  2026-03-02 09:30  failed  reset-password to kim@studio.example on studio.example: 550 5.1.1 No such user" */
export const formatMail = ({ id, createdAt, state, kind, recipient, site, failure }: MailLine): string =>
  `${id}  ${formatMinute(createdAt)}  ${state.padEnd(10)}  ${kind} to ${recipient} on ${site.domain}${failure === null ? '' : `: ${failure}`}`
