import {
  generatePartnerKey,
  insertPartnerKey,
  revokePartnerKey,
  selectPartnerKeys,
} from '#server/platform/auth/partner-keys.ts'
import * as cli from '#server/platform/command-line/command.ts'

const maxNameLength = 60

export const commands = [
  cli.defineChange('partner add', {
    summary: 'create a key with which a partner’s server signs in accounts of a site, and print it once',
    help: `Anyone who has the key can sign in as any member of the site, and with --allow-managers as any manager, who can change
what members have: hand it over through a secure channel, and create one key per server. See docs/operating/network/partner.md for what
the partner’s server does with it.`,
    examples: ['partner add "Studio shop" --site studio.example'],
    parameters: {
      name: cli.argument(
        '<name>',
        `name for your own use (at most ${maxNameLength} characters)`,
        cli.parseLine(maxNameLength),
      ),
      site: cli.siteOf('the accounts'),
      allowsManagers: cli.option('--allow-managers', 'also sign in managers'),
    },
    async change(tx, { name, site, allowsManagers }) {
      const key = generatePartnerKey()
      const id = await insertPartnerKey(tx, site, { name, key, allowsManagers })
      return {
        print: [`partner ${id}  ${name}  ${site.domain}`, `key ${key} (shown only once)`],
        site,
        subject: { kind: 'partner', id },
        after: { name, valid: true, managers: allowsManagers },
      }
    },
  }),
  cli.defineList('partner list', {
    summary: 'list partner keys, including revoked ones',
    help: `The keys themselves are not stored. Times are in UTC; the last use is accurate to the hour.`,
    examples: ['partner list --site studio.example'],
    parameters: { site: cli.siteFilter('keys') },
    read: ({ db }, { site }) => selectPartnerKeys(db, site?.domain),
    columns: [
      'id',
      'site',
      'name',
      ['for', ({ allowsManagers }) => (allowsManagers ? 'members and managers' : 'members')],
      ['created', 'createdAt'],
      ['last used', 'lastUsedAt'],
      ['revoked', 'revokedAt'],
    ],
    empty: 'There are no partner keys yet. See: partner add --help',
  }),
  cli.defineChange('partner revoke', {
    summary: 'revoke a partner key and its sign-in codes at once; open sessions stay',
    examples: ['partner revoke 3'],
    parameters: { id: cli.argument('<id>', 'id of the key, see: partner list', cli.parseId) },
    async change(tx, { id }) {
      const siteId = await revokePartnerKey(tx, id, new Date())
      if (siteId === null) throw new cli.OperatorError(`There is no active key ${id}. See: partner list`)
      return {
        print: `Key ${id} is revoked.`,
        site: { id: siteId },
        subject: { kind: 'partner', id },
        before: { valid: true },
        after: { valid: false },
      }
    },
  }),
]
