import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { changesChannel } from '#server/platform/db/change-feed.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isExpired } from '#server/platform/mail/lifetimes.ts'
import { isUnsubscribable, mailChange } from '#server/platform/mail/outbox.ts'
import { parseMailData, type StoredMail } from '#server/platform/mail/stored-mail.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { createOperatorActor } from './lookups.ts'
import { lockMail } from './mails.ts'
import { parseId } from './parsers.ts'

export const mailRetryCommand = (schedule: Schedule) =>
  createCommand('retry', {
    summary: 'send a failed, uncertain or suppressed mail again',
    help: 'An uncertain mail may have arrived: then the recipient gets it twice.',
    examples: ['mail retry 12'],
  })
    .argument('<id>', 'id of the mail, see: mail list', parseId)
    .action((id) =>
      schedule(async ({ db, config, print }) => {
        await db.transaction(async (tx) => {
          const mail = await lockMail(tx, id)
          requireSendable(mail, new Date())
          await queueAgain(tx, mail, new Date())
        })
        print(
          config.mail.smtp
            ? `Mail ${id} is queued and leaves within a minute.`
            : `Mail ${id} is queued. It leaves once SMTP_URL is set; see: mail show ${id}`,
        )
      }),
    )

/** @throws {OperatorError} */
function requireSendable(mail: StoredMail, now: Date): void {
  const { id, state, recipient, kind, createdAt } = mail
  if (state === 'queued' || state === 'sending' || state === 'sent')
    throw new OperatorError(
      `Mail ${id} ${state === 'sent' ? 'was sent' : 'is on its way'}: there is nothing to retry.`,
    )
  if (isExpired(kind, createdAt, now) || !parseMailData(mail))
    throw new OperatorError(`Mail ${id} has expired: its recipient has to ask for a new one.`)
  if (mail.isAccountRemoved) throw new OperatorError(`The account of ${recipient} was deleted.`)
  if (mail.isSuppressed)
    throw new OperatorError(`${recipient} gets no mail. First run: mail unsuppress ${recipient}`)
  if (mail.isUnsubscribed && isUnsubscribable(kind))
    throw new OperatorError(`The recipient of mail ${id} has unsubscribed from such mail.`)
}

async function queueAgain(tx: Queryable, { id, state, site, kind }: StoredMail, now: Date): Promise<void> {
  await tx.execute(
    sql`update mails
    set state = 'queued',
      failure = null,
      changed_at = ${now}
    where id = ${id}`,
  )
  await tx.execute(sql`select pg_notify(${changesChannel}, ${mailChange})`)
  await recordAuditEntry(tx, createOperatorActor(site), {
    action: 'mail retry',
    subject: { kind: 'mail', id },
    context: { kind },
    before: { state },
    after: { state: 'queued' },
  })
}
