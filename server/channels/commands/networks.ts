import { resolve } from 'node:path'
import { domainToUnicode } from 'node:url'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { withFileErrors } from '#server/platform/command-line/files.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { formatFileOutcome } from '#server/reports/commands/import.ts'
import { resolveOwner } from '#server/reports/commands/owners.ts'
import { selectExchangeRates } from '#server/reports/commands/queries.ts'

export const commands = [
  cli.defineCommand('network adopt', {
    summary: 'create a site, its manager and the channels of a metadata report, approved and verified',
    help: `The channels earn from the given day. Whatever exists stays as it is; running the same command again changes nothing; to
move the day of channels that exist, see channel earns-from.
A new manager sets a password with the link that is printed once and works for seven days: hand it over through a
secure channel. Later, “account password” prints another one.`,
    examples: [
      'network adopt content_owner_video_metadata_a4_20260302.csv --site studio.example --manager boss@studio.example --from 2026-03-01',
    ],
    exitStatus: '0 success, 1 some channels are registered elsewhere and were left out, 2 it could not run',
    parameters: {
      file: cli.argument('<file>', 'video metadata report'),
      domain: cli.required('--site <domain>', 'domain of the site', cli.parseDomain),
      email: cli.required('--manager <email>', 'email of the manager', cli.parseEmail),
      earnsFrom: cli.required('--from <day>', 'first day that counts', cli.parseDay),
      name: cli.option('--name <name>', 'name of the site (default: its domain)'),
      isPlaylist: cli.option('--playlist', 'an English site in US dollars instead of a Korean one in won'),
      day: cli.option(
        '--day <day>',
        'day of the report, unless its name or reports.json says it',
        cli.parseDay,
      ),
      owner: cli.ownerOption('content owner of the report; required once there are several'),
    },
    async run({ db, config, cwd, signal, progress, print }, { file, day, owner: givenOwner, ...options }) {
      const { importFiles } = await import('#server/reports/ingest/import-files.ts')
      const { readReportedChannels } = await import('#server/reports/ingest/reported-channels.ts')
      const { refreshLists } = await import('#server/reports/lists/lists.ts')
      const { adoptNetwork } = await import('#server/channels/network-adoption.ts')
      const network = { ...options, name: options.name ?? domainToUnicode(options.domain) }
      const path = resolve(cwd, file)
      const channels = await withFileErrors(file, () => readReportedChannels(path))
      const owner = await resolveOwner(db, givenOwner)
      const { outcomes } = await importFiles(db, [path], { owner, day, progress, signal })
      print(outcomes.map(formatFileOutcome))
      if (outcomes.some(({ result }) => result === 'refused')) return 1
      const adoption = await db.transaction(async (tx) => {
        const { change, ...adopted } = await adoptNetwork(tx, config, network, channels)
        if (change.hasChanged)
          await recordAuditEntry(
            tx,
            { kind: 'operator', siteId: adopted.site.id, networkId: adopted.networkId },
            {
              action: 'network adopt',
              subject: { kind: 'account', id: adopted.networkId },
              context: { earns_from: network.earnsFrom },
              ...change,
            },
          )
        return adopted
      })
      await refreshLists(db)
      const { site, isSiteNew, link, registeredCount, existingCount, laterChannels, channelsElsewhere } =
        adoption
      const lacksRate = !site.isPlaylist && (await selectExchangeRates(db)).length === 0
      print([
        `site ${site.domain}: ${isSiteNew ? 'created' : 'already exists'}`,
        `manager ${network.email}: ${link === null ? 'already exists; the password is unchanged' : 'created'}`,
        link !== null && `link ${link} (shown only once; works once, for seven days)`,
        `channels: ${registeredCount} registered, earning from ${network.earnsFrom}; ${existingCount} already exist`,
        laterChannels.length > 0 && formatLaterChannels(laterChannels, network.earnsFrom),
        channelsElsewhere.map(
          ({ channelId, name }) => `left out ${channelId} ${name}: it is registered in another network`,
        ),
        lacksRate &&
          'There is no exchange rate: amounts are shown in US dollars until "rates set <day> <won>".',
      ])
      return channelsElsewhere.length > 0 ? 1 : 0
    },
  }),
]

const shownIds = 20

/** Adopting again moves no earning day: this tells what does. */
function formatLaterChannels(channels: readonly { id: number; earnsFrom: string }[], day: string): string[] {
  const days = [...new Set(channels.map(({ earnsFrom }) => earnsFrom))].sort()
  const ids = channels.map(({ id }) => id)
  const command =
    ids.length <= shownIds
      ? `channel earns-from ${ids.join(' ')} ${day}`
      : `channel earns-from --file <channels.csv> ${day}`
  return [
    `${formatCount(channels.length, 'existing channel')} earn only from ${days.length === 1 ? days[0] : `${days[0]} … ${days.at(-1)}`} on, which stays. To change it: ${command}`,
  ]
}
