import { countFactors, deleteFactors } from '#server/people/credentials/second-factors.ts'
import { reportFactorChange } from '#server/people/second-factor/report-change.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { createOperatorOrigin } from '#server/platform/auth/security-events.ts'
import { deleteSessions } from '#server/platform/auth/sessions.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { createOperatorActor, lockAccount, requireSite } from './lookups.ts'
import { parseDomain, parseEmail } from './parsers.ts'

export const accountResetFactorsCommand = (schedule: Schedule) =>
  createCommand('reset-factors', {
    summary: 'remove the second factors of an account and end all of its sessions',
    help: `For a person who has lost the authenticator app, the passkeys and the recovery codes: make sure that it is this
person who asks. The password stays. Where the site requires a second factor, a manager adds one at the next sign-in.`,
    examples: ['account reset-factors boss@studio.example --site studio.example'],
  })
    .argument('<email>', 'email of the account', parseEmail)
    .requiredOption('--site <domain>', 'site of the account', parseDomain)
    .action((email, { site }) =>
      schedule(async ({ db, print }) => {
        const ended = await resetFactors(db, site, email)
        print(`second factors of ${email} removed, ${formatCount(ended, 'session')} ended`)
      }),
    )

const resetFactors = (db: Database, domain: string, email: string): Promise<number> =>
  db.transaction(async (tx) => {
    const site = await requireSite(tx, domain)
    const { id, networkId } = await lockAccount(tx, site, email)
    const { hasTotp, passkeys, recoveryCodes } = await countFactors(tx, id)
    if (!hasTotp && passkeys === 0) throw new OperatorError(`${email} has no second factor.`)
    await deleteFactors(tx, id)
    const sessions = await deleteSessions(tx, id)
    await reportFactorChange(tx, createOperatorOrigin(site), id, 'reset', new Date())
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId },
      {
        action: 'account reset-factors',
        subject: { kind: 'account', id },
        before: { totp: hasTotp, passkeys, recoveryCodes, sessions },
        after: { totp: false, passkeys: 0, recoveryCodes: 0, sessions: 0 },
      },
    )
    return sessions
  })
