import { InvalidArgumentError } from '@commander-js/extra-typings'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { markConfirmed } from '#server/settlement/payees/queries.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { createOperatorActor } from './lookups.ts'
import { parseId } from './parsers.ts'
import { getPayeeName, requirePayee } from './payees.ts'

export const payeeConfirmCommand = (schedule: Schedule) =>
  createCommand('confirm', {
    summary: 'confirm the payment details of an account',
    help: `For managers and standalone accounts, whom nobody else confirms. Check them with the person first, by other means than
mail. The version is the one that “payee show” printed: later changes are not confirmed.`,
    examples: ['payee confirm 12 --version 1'],
  })
    .argument('<id>', 'id of the account, see: payee list', parseId)
    .requiredOption('--version <number>', 'version of the details that were checked', parseVersion)
    .action((id, { version }) =>
      schedule(async ({ db, print }) => print(await confirmPayee(db, id, version))),
    )

function parseVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a version, a whole number.')
  return Number(text)
}

const confirmPayee = (db: Database, id: number, version: number): Promise<string> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select from accounts where id = ${id} for no key update`)
    const payee = await requirePayee(tx, id)
    const name = getPayeeName(payee)
    if (payee.state === 'confirmed' && payee.version === version)
      throw new OperatorError(`Version ${version} of ${name} is confirmed already.`)
    if (!(await markConfirmed(tx, id, { version, by: null, now: new Date() })))
      throw new OperatorError(
        `The details of ${name} are version ${payee.version} now. See: payee show ${id}`,
      )
    await recordAuditEntry(
      tx,
      { ...createOperatorActor({ id: payee.siteId }), networkId: payee.networkId },
      {
        action: 'payee confirm',
        subject: { kind: 'account', id },
        context: { version },
        before: { state: payee.state },
        after: { state: 'confirmed' },
      },
    )
    return `version ${version} of ${name} is confirmed.`
  })
