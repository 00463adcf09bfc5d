import { resolve } from 'node:path'
import { domainToUnicode } from 'node:url'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { readReportedChannels } from '#server/reports/ingest/reported-channels.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatFileOutcome } from './format.ts'
import { withFileErrors } from './input-file.ts'
import { type AdoptionResult, adoptNetwork, type NetworkOptions } from './network-adoption.ts'
import { parseDayArgument, parseDomain, parseEmail, parseOwner } from './parsers.ts'
import { resolveOwner } from './report-owner.ts'

export const networkAdoptCommand = (schedule: Schedule) =>
  createCommand('adopt', {
    summary: 'create a site, its manager and the channels of a metadata report, approved and verified',
    help: `The channels earn from the given day. Whatever exists stays as it is; running the same command again changes nothing.
A new manager sets a password with the link that is printed once and works for seven days: hand it over through a
secure channel. Later, “account password” prints another one.`,
    examples: [
      'network adopt content_owner_video_metadata_a4_20260302.csv --site studio.example --manager boss@studio.example --from 2026-03-01',
    ],
    exitStatus: '0 success, 1 some channels are registered elsewhere and were left out, 2 it could not run',
  })
    .argument('<file>', 'video metadata report')
    .requiredOption('--site <domain>', 'domain of the site', parseDomain)
    .requiredOption('--manager <email>', 'email of the manager', parseEmail)
    .requiredOption('--from <day>', 'first day that counts', parseDayArgument)
    .option('--name <name>', 'name of the site (default: its domain)')
    .option('--playlist', 'an English site in US dollars instead of a Korean one in won')
    .option('--owner <name>', 'content owner of the report; required once there are several', parseOwner)
    .action((fileName, { site, manager, from, name, playlist = false, owner: givenOwner }) =>
      schedule(async (context) => {
        const { db, cwd, signal, progress, print } = context
        const network = {
          domain: site,
          name: name ?? domainToUnicode(site),
          isPlaylist: playlist,
          email: manager,
          earnsFrom: from,
        }
        const path = resolve(cwd, fileName)
        const channels = await withFileErrors(fileName, () => readReportedChannels(path))
        const owner = await resolveOwner(db, givenOwner)
        const { outcomes } = await importFiles(db, [path], { owner, progress, signal })
        print(outcomes.map(formatFileOutcome))
        if (outcomes.some(({ result }) => result === 'refused')) return 1
        const result = await adoptNetwork(context, network, channels)
        await refreshLists(db)
        print(formatAdoption(network, result))
        return result.channelsElsewhere.length > 0 ? 1 : 0
      }),
    )

function formatAdoption(network: NetworkOptions, result: AdoptionResult): string[] {
  const { domain, email, earnsFrom } = network
  return [
    `site ${domain}: ${result.isSiteNew ? 'created' : 'already exists'}`,
    `manager ${email}: ${result.isManagerNew ? 'created' : 'already exists; the password is unchanged'}`,
    ...(result.link === null ? [] : [`link ${result.link} (shown only once; works once, for seven days)`]),
    `channels: ${result.registeredCount} registered, earning from ${earnsFrom}; ${result.existingCount} already exist`,
    ...result.channelsElsewhere.map(
      ({ channelId, name }) => `left out ${channelId} ${name}: it is registered in another network`,
    ),
    ...(result.lacksExchangeRate
      ? ['There is no exchange rate: amounts are shown in US dollars until "rates set <day> <won>".']
      : []),
  ]
}
