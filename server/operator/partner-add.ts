import { recordAuditEntry } from '#server/audit.ts'
import { generatePartnerKey, insertPartnerKey } from '#server/auth/partner-keys.ts'
import { createOperatorActor, parseDomain, parseLine, requireSite } from './arguments.ts'
import { type Command, UsageError } from './command.ts'

const maxNameLength = 60

export const partnerAddCommand: Command = {
  name: 'partner add',
  usage: '<name> --site <domain>',
  summary:
    'Makes a key for a partner’s server, with which it signs the site’s people in, and prints it once.',
  help: `Whoever has the key can sign in as anybody of the site: hand it over on a safe way, and make one for each server.
The name is for you (at most ${maxNameLength} characters). What a partner's server does with it: docs/operating.md.

For instance:
  npm run operator -- partner add "Shop of Studio" --site studio.example

Status: 0 it is done, 2 it could not be done.`,
  options: { site: { type: 'string' } },
  prepare(args) {
    if (args.positionals.length !== 1) throw new UsageError('Give one name, in quotes if it has blanks.')
    const name = parseLine(args.positionals[0] ?? '', 'The name', maxNameLength)
    const domain = parseDomain(args.value('site'))
    return async ({ db, print }) => {
      const key = generatePartnerKey()
      const id = await db.transaction(async (tx) => {
        const site = await requireSite(tx, domain)
        const made = await insertPartnerKey(tx, site, name, key)
        await recordAuditEntry(tx, createOperatorActor(site), {
          action: 'partner add',
          subject: { kind: 'partner', id: made },
          detail: { name },
        })
        return made
      })
      print(`partner ${id}  ${name}  ${domain}`)
      print(`key ${key} (shown only now)`)
      return 0
    }
  },
}
