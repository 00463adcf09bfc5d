import { deleteCredentialLinks } from '#server/people/credentials/email-links.ts'
import { hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { deleteSessions } from '#server/platform/auth/sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type CommandContext, createCommand, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { createOperatorActor, lockAccount, requireSite } from './lookups.ts'
import { parseDomain, parseEmail } from './parsers.ts'
import { createPasswordLink } from './password-link.ts'

export const accountPasswordCommand = (schedule: Schedule) =>
  createCommand('password', {
    summary: 'end the password and all sessions of an account, and print a link that sets another password',
    help: `The link works once, for 30 minutes, and without mail: hand it over through a secure channel, to the person only.`,
    examples: ['account password boss@studio.example --site studio.example'],
  })
    .argument('<email>', 'email of the account', parseEmail)
    .requiredOption('--site <domain>', 'site of the account', parseDomain)
    .action((email, { site }) =>
      schedule(async (context) => {
        const { link, ended } = await resetPassword(context, site, email)
        context.print(`link ${link} (shown only once; works once, for 30 minutes)`)
        context.print(`${formatCount(ended, 'session')} of ${email} ended`)
      }),
    )

const resetPassword = (
  { db, config }: Pick<CommandContext, 'db' | 'config'>,
  domain: string,
  email: string,
): Promise<{ link: string; ended: number }> =>
  db.transaction(async (tx) => {
    const site = await requireSite(tx, domain)
    const { id, networkId, locale } = await lockAccount(tx, site, email)
    await tx.execute(sql`update accounts set password_hash = null where id = ${id}`)
    const ended = await deleteSessions(tx, id)
    await tx.execute(sql`delete from sign_in_codes where account_id = ${id}`)
    await deleteCredentialLinks(tx, id)
    const link = await createPasswordLink(tx, config, site, { id, email, locale }, 'reset')
    const event = { kind: 'password-reset', accountId: id } as const
    await recordSecurityEvent(tx, createOperatorOrigin(site), event, new Date())
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId },
      {
        action: 'account password',
        subject: { kind: 'account', id },
        before: { password: hidden, sessions: ended },
        after: { password: null, link: hidden, sessions: 0 },
      },
    )
    return { link, ended }
  })
