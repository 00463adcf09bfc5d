import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'

const RecipientRow = z.object({
  siteId: Id,
  accountId: Id,
  recipient: z.string(),
  locale: z.enum(locales),
})

/** Undefined when no mail reaches the account: only addresses that somebody has proved to read. */
async function findRecipient(tx: Queryable, accountId: number) {
  const [found] = await tx.query(
    RecipientRow,
    sql`select site_id as "siteId",
      id as "accountId",
      email as recipient,
      locale
    from accounts
    where id = ${accountId}
      and email is not null
      and email_confirmed_at is not null
      and removed_at is null`,
  )
  return found
}

interface Message {
  id: number
  questionId: number
}

/** Quotes nothing of the text, which a stranger may have chosen. */
export async function mailQuestion(
  tx: Queryable,
  managerId: number,
  { id, questionId }: Message,
  nickname: string,
  now: Date,
): Promise<void> {
  const manager = await findRecipient(tx, managerId)
  if (!manager) return
  const data = { question: questionId, nickname }
  await queueMail(tx, { kind: 'question-asked', eventKey: `question-asked ${id}`, ...manager, data }, now)
}

export async function mailAnswer(
  tx: Queryable,
  askerId: number,
  { id, questionId }: Message,
  now: Date,
): Promise<void> {
  const asker = await findRecipient(tx, askerId)
  if (!asker) return
  const data = { question: questionId }
  await queueMail(tx, { kind: 'question-answered', eventKey: `question-answered ${id}`, ...asker, data }, now)
}
