import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { createOperatorActor, lockAccount, requireSite } from './lookups.ts'
import { parseDomain, parseEmail } from './parsers.ts'

export const accountConfirmCommand = (schedule: Schedule) =>
  createCommand('confirm', {
    summary: 'confirm the email of an account for a person who cannot receive mail',
    help: 'Make sure by other means that the address belongs to the person: nobody else can claim the account afterward.',
    examples: ['account confirm kim@studio.example --site studio.example'],
  })
    .argument('<email>', 'email of the account', parseEmail)
    .requiredOption('--site <domain>', 'site of the account', parseDomain)
    .action((email, { site }) =>
      schedule(async ({ db, print }) => {
        await confirmAccount(db, site, email)
        print(`${email} is confirmed.`)
      }),
    )

const confirmAccount = (db: Database, domain: string, email: string): Promise<void> =>
  db.transaction(async (tx) => {
    const site = await requireSite(tx, domain)
    const { id, networkId } = await lockAccount(tx, site, email)
    const confirmed = await tx.execute(
      sql`update accounts set email_confirmed_at = now() where id = ${id} and email_confirmed_at is null`,
    )
    if (confirmed === 0) throw new OperatorError(`${email} is confirmed already.`)
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId },
      {
        action: 'account confirm',
        subject: { kind: 'account', id },
        before: { confirmed: false },
        after: { confirmed: true },
      },
    )
  })
