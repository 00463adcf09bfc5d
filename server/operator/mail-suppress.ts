import { hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { insertSuppression } from '#server/platform/mail/delivery.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { parseEmail } from './parsers.ts'

export const mailSuppressCommand = (schedule: Schedule) =>
  createCommand('suppress', {
    summary: 'send no more mail to an address',
    help: 'Happens by itself when a mail server says that an address does not exist.',
    examples: ['mail suppress gone@studio.example'],
  })
    .argument('<address>', 'the address', parseEmail)
    .action((address) =>
      schedule(async ({ db, print }) => {
        await changeSuppression(db, address, true)
        print(`${address} gets no more mail.`)
      }),
    )

export const mailUnsuppressCommand = (schedule: Schedule) =>
  createCommand('unsuppress', {
    summary: 'send mail to an address again',
    examples: ['mail unsuppress back@studio.example'],
  })
    .argument('<address>', 'the address', parseEmail)
    .action((address) =>
      schedule(async ({ db, print }) => {
        await changeSuppression(db, address, false)
        print(`${address} gets mail again. Mail that was held back: mail list --state suppressed`)
      }),
    )

const changeSuppression = (db: Database, address: string, isSuppressed: boolean): Promise<void> =>
  db.transaction(async (tx) => {
    const changed = isSuppressed
      ? await insertSuppression(tx, address, 'operator', new Date())
      : await tx.execute(sql`delete from mail_suppressions where recipient = ${address}`)
    if (changed === 0)
      throw new OperatorError(
        isSuppressed ? `${address} already gets no mail.` : `${address} is not suppressed.`,
      )
    await recordAuditEntry(
      tx,
      { kind: 'operator' },
      {
        action: isSuppressed ? 'mail suppress' : 'mail unsuppress',
        context: { address: hidden },
        before: { suppressed: !isSuppressed },
        after: { suppressed: isSuppressed },
      },
    )
  })
