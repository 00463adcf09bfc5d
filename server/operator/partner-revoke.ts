import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { revokePartnerKey } from '#server/platform/auth/partner-keys.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { createOperatorActor } from './lookups.ts'
import { parseId } from './parsers.ts'

export const partnerRevokeCommand = (schedule: Schedule) =>
  createCommand('revoke', {
    summary: 'revoke a partner key and its sign-in codes at once; open sessions stay',
    examples: ['partner revoke 3'],
  })
    .argument('<id>', 'id of the key, see: partner list', parseId)
    .action((id) =>
      schedule(async ({ db, print }) => {
        await db.transaction(async (tx) => {
          const siteId = await revokePartnerKey(tx, id, new Date())
          if (siteId === null) throw new OperatorError(`There is no active key ${id}. See: partner list`)
          await recordAuditEntry(tx, createOperatorActor({ id: siteId }), {
            action: 'partner revoke',
            subject: { kind: 'partner', id },
            before: { valid: true },
            after: { valid: false },
          })
        })
        print(`Key ${id} is revoked.`)
      }),
    )
