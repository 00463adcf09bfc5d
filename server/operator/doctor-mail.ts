import * as z from 'zod/mini'
import { isLocalDomain } from '#server/platform/auth/sites.ts'
import type { SmtpConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Count, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createMailServer } from '#server/platform/mail/smtp.ts'
import { type Check, createError, createOk, createWarning, type Finding } from './finding.ts'
import { formatCount } from './format.ts'

const subject = 'mail'
const guide = 'See docs/operating.md, “Mail”.'
const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const checkMail: Check = async ({ db, config }, now) => {
  const counts = await countMails(db, now)
  const { smtp } = config.mail
  return [smtp ? await checkServer(smtp) : await checkMissingServer(db, counts), ...checkOutbox(counts, smtp)]
}

const MailCounts = z.object({ failed: Count, uncertain: Count, queued: Count, late: Count })
type MailCounts = z.output<typeof MailCounts>

const countMails = (db: Database, now: Date): Promise<MailCounts> =>
  queryOne(
    db,
    MailCounts,
    sql`select count(*) filter (where state = 'failed' and changed_at > ${new Date(now.getTime() - dayMs)}) as failed,
      count(*) filter (
        where (state = 'uncertain' and changed_at > ${new Date(now.getTime() - dayMs)})
          or (state = 'sending' and changed_at < ${new Date(now.getTime() - hourMs)})
      ) as uncertain,
      count(*) filter (where state = 'queued') as queued,
      count(*) filter (where state = 'queued' and created_at < ${new Date(now.getTime() - hourMs)}) as late
    from mails
    where state <> 'sent'`,
  )

async function checkServer(smtp: SmtpConfig): Promise<Finding> {
  const address = `${smtp.host}:${smtp.port}`
  try {
    await createMailServer(smtp).verify()
    return createOk(subject, `${address} answers${smtp.credentials ? ' and accepts the password' : ''}`)
  } catch (error) {
    return createError(
      subject,
      `${address} does not work: ${(error as Error).message}`,
      `Check SMTP_URL. ${guide}`,
    )
  }
}

const DomainRow = z.object({ domain: z.string() })

async function checkMissingServer(db: Database, { queued }: MailCounts): Promise<Finding> {
  const domains = await db.query(DomainRow, sql`select domain from sites`)
  const message = `SMTP_URL is not set: ${formatCount(queued, 'mail')} in the outbox`
  if (domains.every(({ domain }) => isLocalDomain(domain))) return createOk(subject, message)
  return createWarning(subject, `${message}, and none leaves`, `Set SMTP_URL. ${guide}`)
}

function checkOutbox({ failed, uncertain, late }: MailCounts, smtp: SmtpConfig | undefined): Finding[] {
  const problems = [
    ...(failed > 0 ? [`${formatCount(failed, 'mail')} failed in the last day`] : []),
    ...(uncertain > 0 ? [`${formatCount(uncertain, 'mail')} may not have arrived`] : []),
    ...(late > 0 && smtp ? [`${formatCount(late, 'mail')} waiting for more than an hour`] : []),
  ]
  return problems.length === 0
    ? []
    : [
        createWarning(
          'outbox',
          problems.join(', '),
          'See: mail list --state failed (or uncertain, queued); then mail retry <id>',
        ),
      ]
}
