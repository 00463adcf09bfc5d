import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isUnsubscribable } from './mail-data.ts'

/** What a mail lets its reader do. Only the mail has them: the database gets their hashes. */
export interface MailTokens {
  link: string
  unsubscribe: string
}

/** New ones for each time that a mail leaves or is shown, so that none has to wait in the outbox. */
export const createMailTokens = (): MailTokens => ({
  link: randomBytes(32).toString('base64url'),
  unsubscribe: randomBytes(24).toString('base64url'),
})

/** Puts nothing in place of tokens: a mail server may quote what it refuses. */
export const hideTokens = (text: string, { link, unsubscribe }: MailTokens): string =>
  text.replaceAll(link, '…').replaceAll(unsubscribe, '…')

interface Issuing {
  kind: string
  accountId: number | null
  data: Record<string, unknown>
}

/** Lets them work. A link that was used, replaced or has expired stays ended. */
export async function storeMailTokens(
  tx: Queryable,
  { kind, accountId, data }: Issuing,
  { link, unsubscribe }: MailTokens,
): Promise<void> {
  if (typeof data.link === 'number') await storeLinkToken(tx, data.link, link)
  if (isUnsubscribable(kind) && accountId !== null)
    await tx.execute(
      sql`insert into unsubscribe_tokens (token_hash, account_id)
      values (${hashToken(unsubscribe)}, ${accountId})`,
    )
}

/** The lock keeps the link from ending between the two. */
const storeLinkToken = (tx: Queryable, linkId: number, token: string): Promise<number> =>
  tx.execute(
    sql`with link as (
      select id
      from email_links
      where id = ${linkId}
      for key share
    )
    insert into email_link_tokens (token_hash, link_id)
    select ${hashToken(token)}, id
    from link`,
  )

/** For a link that is handed over without mail. @returns the token */
export async function issueLinkToken(tx: Queryable, linkId: number): Promise<string> {
  const { link } = createMailTokens()
  await storeLinkToken(tx, linkId, link)
  return link
}
