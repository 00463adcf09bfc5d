import * as z from 'zod/mini'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Database } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { createOperatorActor, lockAccount, requireSite } from './lookups.ts'
import { parseDomain, parseEmail } from './parsers.ts'

export const accountGrantOperatorCommand = (schedule: Schedule) =>
  createCommand('grant-operator', {
    summary: 'give an account the operator’s rights on the web',
    help: 'They hold in sessions with a second factor only.',
    examples: ['account grant-operator kim@studio.example --site studio.example'],
  })
    .argument('<email>', 'email of the account', parseEmail)
    .requiredOption('--site <domain>', 'site of the account', parseDomain)
    .action((email, { site }) =>
      schedule(async ({ db, print }) => {
        await setOperator(db, site, email, true)
        print(`${email} now has the operator’s rights, once signed in with a second factor.`)
      }),
    )

export const accountRevokeOperatorCommand = (schedule: Schedule) =>
  createCommand('revoke-operator', {
    summary: 'take the operator’s rights on the web from an account',
    help: 'Open sessions lose them at once.',
    examples: ['account revoke-operator kim@studio.example --site studio.example'],
  })
    .argument('<email>', 'email of the account', parseEmail)
    .requiredOption('--site <domain>', 'site of the account', parseDomain)
    .action((email, { site }) =>
      schedule(async ({ db, print }) => {
        await setOperator(db, site, email, false)
        print(`${email} no longer has the operator’s rights.`)
      }),
    )

const OperatorRow = z.object({ isOperator: z.boolean() })

const setOperator = (db: Database, domain: string, email: string, isOperator: boolean): Promise<void> =>
  db.transaction(async (tx) => {
    const site = await requireSite(tx, domain)
    const { id, networkId } = await lockAccount(tx, site, email)
    const before = await queryOne(
      tx,
      OperatorRow,
      sql`select is_operator as "isOperator" from accounts where id = ${id}`,
    )
    if (before.isOperator === isOperator)
      throw new OperatorError(
        `${email} ${isOperator ? 'already has' : 'does not have'} the operator’s rights.`,
      )
    await tx.execute(sql`update accounts set is_operator = ${isOperator} where id = ${id}`)
    const event = { kind: 'role-changed', accountId: id, detail: { operator: isOperator ? 1 : 0 } } as const
    await recordSecurityEvent(tx, createOperatorOrigin(site), event, new Date())
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId },
      {
        action: isOperator ? 'account grant-operator' : 'account revoke-operator',
        subject: { kind: 'account', id },
        before: { operator: before.isOperator },
        after: { operator: isOperator },
      },
    )
  })
