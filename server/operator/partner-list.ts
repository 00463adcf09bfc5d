import { type PartnerKey, selectPartnerKeys } from '#server/platform/auth/partner-keys.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatMinute, formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseDomain } from './parsers.ts'

export const partnerListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list partner keys, including revoked ones',
    help: `Each line starts with the id of the key; the keys themselves are not stored. Times are in UTC; the last use is
accurate to the hour.`,
    examples: ['partner list --site studio.example'],
  })
    .option('--site <domain>', 'only keys of this site', parseDomain)
    .option('--json', 'print JSON')
    .action(({ site, json }) =>
      schedule(async ({ db, print }) => {
        if (site !== undefined) await requireSite(db, site)
        print(formatResult(json, await selectPartnerKeys(db, site), formatPartnerKeys))
      }),
    )

const formatPartnerKeys = (keys: readonly PartnerKey[]) =>
  keys.length === 0 ? 'There are no partner keys yet. See: partner add --help' : keys.map(formatPartnerKey)

const formatPartnerKey = ({ id, name, site, allowsManagers, createdAt, lastUsedAt, revokedAt }: PartnerKey) =>
  `${id}  ${site}  ${name}  (${[
    ...(allowsManagers ? ['also managers'] : []),
    `created ${formatMinute(createdAt)}`,
    lastUsedAt ? `last used ${formatMinute(lastUsedAt)}` : 'never used',
    ...(revokedAt ? [`revoked ${formatMinute(revokedAt)}`] : []),
  ].join(', ')})`
