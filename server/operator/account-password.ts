import { hidden, recordAuditEntry } from '#server/audit.ts'
import { deleteCredentialLinks } from '#server/auth/email-links.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { generatePassword } from '#server/auth/secrets.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/auth/security-events.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { createOperatorActor, lockAccount, requireSite } from './lookups.ts'
import { parseDomain, parseEmail } from './parsers.ts'

export const accountPasswordCommand = (schedule: Schedule) =>
  createCommand('password', {
    summary: 'reset a password, print the new one once, and end all sessions of the account',
    examples: ['account password boss@studio.example --site studio.example'],
  })
    .argument('<email>', 'email of the account', parseEmail)
    .requiredOption('--site <domain>', 'site of the account', parseDomain)
    .action((email, { site }) =>
      schedule(async ({ db, print }) => {
        const password = generatePassword()
        const ended = await resetPassword(db, site, email, await hashPassword(password))
        print(`password ${password} (shown only once)`)
        print(`${formatCount(ended, 'session')} of ${email} ended`)
      }),
    )

const resetPassword = (db: Database, domain: string, email: string, passwordHash: string): Promise<number> =>
  db.transaction(async (tx) => {
    const site = await requireSite(tx, domain)
    const { id, networkId } = await lockAccount(tx, site, email)
    await tx.execute(sql`update accounts set password_hash = ${passwordHash} where id = ${id}`)
    const ended = await tx.execute(sql`delete from sessions where account_id = ${id}`)
    await tx.execute(sql`delete from sign_in_codes where account_id = ${id}`)
    await deleteCredentialLinks(tx, id)
    const event = { kind: 'password-reset', accountId: id } as const
    await recordSecurityEvent(tx, createOperatorOrigin(site), event, new Date())
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId },
      {
        action: 'account password',
        subject: { kind: 'account', id },
        before: { password: hidden, sessions: ended },
        after: { password: hidden, sessions: 0 },
      },
    )
    return ended
  })
