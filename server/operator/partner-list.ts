import { type PartnerKey, selectPartnerKeys } from '#server/partners.ts'
import { minuteOf } from './channel-lines.ts'
import { type Command, UsageError } from './command.ts'
import { readDomainIfAny, requireSite } from './named.ts'

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
  prepare(given) {
    if (given.positionals.length > 0) throw new UsageError('Give only --site and --json.')
    const domain = readDomainIfAny(given.text('site'))
    return async ({ db, print }) => {
      if (domain !== undefined) await requireSite(db, domain)
      const keys = await selectPartnerKeys(db, domain)
      if (given.flag('json')) print(JSON.stringify(keys, null, 1))
      else if (keys.length === 0) print('There is no partner yet. See: partner add --help')
      else for (const key of keys) print(lineOf(key))
      return 0
    }
  },
}

const lineOf = ({ id, name, site, madeAt, lastUsedAt, revokedAt }: PartnerKey) =>
  `${id}  ${site}  ${name}  (${[
    `made ${minuteOf(madeAt)}`,
    lastUsedAt ? `used ${minuteOf(lastUsedAt)}` : 'never used',
    ...(revokedAt ? [`revoked ${minuteOf(revokedAt)}`] : []),
  ].join(', ')})`
