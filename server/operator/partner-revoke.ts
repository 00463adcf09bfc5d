import { recordAuditEntry } from '#server/audit.ts'
import { revokePartnerKey } from '#server/auth/partner-keys.ts'
import { createOperatorActor } from './arguments.ts'
import { type Command, OperatorError, UsageError } from './command.ts'

export const partnerRevokeCommand: Command = {
  name: 'partner revoke',
  usage: '<id>',
  summary:
    'Ends a partner’s key at once, with the codes that were made by it; who has signed in stays signed in.',
  help: `The id is what partner list begins its lines with.

For instance:
  npm run operator -- partner revoke 3

Status: 0 it is done, 2 it could not be done.`,
  options: {},
  prepare({ positionals }) {
    const [text = ''] = positionals
    if (positionals.length !== 1 || !/^[1-9]\d{0,8}$/.test(text))
      throw new UsageError('Name a key by its id. See: partner list')
    const id = Number(text)
    return async ({ db, print }) => {
      await db.transaction(async (tx) => {
        const siteId = await revokePartnerKey(tx, id, new Date())
        if (siteId === null) throw new OperatorError(`There is no key ${id} that counts. See: partner list`)
        await recordAuditEntry(tx, createOperatorActor({ id: siteId }), {
          action: 'partner revoke',
          subject: { kind: 'partner', id },
        })
      })
      print(`The key ${id} is revoked.`)
      return 0
    }
  },
}
