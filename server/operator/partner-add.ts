import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { generatePartnerKey, insertPartnerKey } from '#server/platform/auth/partner-keys.ts'
import { createCommand, type Schedule } from './command.ts'
import { createOperatorActor, requireSite } from './lookups.ts'
import { parseDomain, parseLine } from './parsers.ts'

const maxNameLength = 60

export const partnerAddCommand = (schedule: Schedule) =>
  createCommand('add', {
    summary: 'create a key with which a partner’s server signs in accounts of a site, and print it once',
    help: `Anyone who has the key can sign in as any member of the site, and with --allow-managers as any manager, who can change
what members have: hand it over through a secure channel, and create one key per server. See docs/operating.md for what
the partner’s server does with it.`,
    examples: ['partner add "Studio shop" --site studio.example'],
  })
    .argument(
      '<name>',
      `name for your own use (at most ${maxNameLength} characters)`,
      parseLine(maxNameLength),
    )
    .requiredOption('--site <domain>', 'site of the accounts', parseDomain)
    .option('--allow-managers', 'also sign in managers', false)
    .action((name, { site: domain, allowManagers: allowsManagers }) =>
      schedule(async ({ db, print }) => {
        const key = generatePartnerKey()
        const id = await db.transaction(async (tx) => {
          const site = await requireSite(tx, domain)
          const keyId = await insertPartnerKey(tx, site, { name, key, allowsManagers })
          await recordAuditEntry(tx, createOperatorActor(site), {
            action: 'partner add',
            subject: { kind: 'partner', id: keyId },
            before: null,
            after: { name, valid: true, managers: allowsManagers },
          })
          return keyId
        })
        print([`partner ${id}  ${name}  ${domain}`, `key ${key} (shown only once)`])
      }),
    )
