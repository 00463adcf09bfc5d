import { type PartnerKey, selectPartnerKeys } from '#server/auth/partner-keys.ts'
import { parseOptionalDomain, requireSite } from './arguments.ts'
import { formatMinute } from './channels.ts'
import { type Command, UsageError } from './command.ts'

export const partnerListCommand: Command = {
  name: 'partner list',
  usage: '[--site <domain>] [--json]',
  summary: 'Prints the partners’ keys, also revoked ones: not the keys themselves, which are not kept.',
  help: `A line begins with the key's id. Times are UTC; the last use is exact to an hour.

  --site  only those of a site
  --json  for programs

For instance:
  npm run operator -- partner list --site studio.example

Status: 0 all is fine, 2 it could not run.`,
  options: { site: { type: 'string' }, json: { type: 'boolean' } },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Give only --site and --json.')
    const domain = parseOptionalDomain(args.value('site'))
    return async ({ db, print }) => {
      if (domain !== undefined) await requireSite(db, domain)
      const keys = await selectPartnerKeys(db, domain)
      if (args.flag('json')) print(JSON.stringify(keys, null, 1))
      else if (keys.length === 0) print('There is no partner yet. See: partner add --help')
      else for (const key of keys) print(formatPartnerKey(key))
      return 0
    }
  },
}

const formatPartnerKey = ({ id, name, site, createdAt, lastUsedAt, revokedAt }: PartnerKey) =>
  `${id}  ${site}  ${name}  (${[
    `made ${formatMinute(createdAt)}`,
    lastUsedAt ? `used ${formatMinute(lastUsedAt)}` : 'never used',
    ...(revokedAt ? [`revoked ${formatMinute(revokedAt)}`] : []),
  ].join(', ')})`
