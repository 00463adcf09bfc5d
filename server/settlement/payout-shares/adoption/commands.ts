import { basename, resolve } from 'node:path'
import { domainToUnicode } from 'node:url'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile, withFileErrors } from '#server/platform/command-line/files.ts'
import { formatCount, formatLineErrors, tableFormat } from '#server/platform/command-line/format.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { formatFileOutcome } from '#server/reports/commands/import.ts'
import { resolveOwner } from '#server/reports/commands/owners.ts'
import { selectExchangeRates } from '#server/reports/commands/queries.ts'
import type { ReportedChannel } from '#server/reports/ingest/reported-channels.ts'
import { describeEarningDays, describeList } from './format.ts'

const maxFileBytes = 4 * 1024 * 1024
/** An adoption locks all channels and members of a list until it has ended. */
const maxLines = 5_000

interface ReportOptions {
  file: string
  channels: readonly ReportedChannel[]
  owner: string | undefined
  day: string | undefined
}

export const commands = [
  cli.defineCommand('network adopt', {
    summary: 'create sites, managers and the channels of a metadata report, approved and verified',
    help: `Without --channels, all channels of the report are adopted by the network of --manager on --site, and earn from the given day.

With --channels, only the channels of a list are, each by its own brand: give the whole report of the content owner, also
for several brands. The list is ${tableFormat}.
channel  channel id (UC…)
brand    domain of a site, whose default or only network gets the channel, or the email of a network’s contact
manager  may be missing: email of the manager; creates the site and the network if they do not exist
member   may be empty: email of the member who has the channel. A member who does not exist is created, as invited;
         invitations are mailed only with --invite. Managers can send them later.
fee      may be empty: the member’s fee in percent, from the day on, for all of the member’s channels
share    may be empty: the member’s share of the channel in percent, from the day on; a member alone needs none
from     may be empty with --from: first day that counts, of the channel, the member, the fee and the share
A list has at most ${maxLines} lines. A channel has a line for each of its members and days, and earns from the first of them. Days of closed months stay: fees,
members and shares begin on the first open day then. The list counts as a whole or not at all; each error names the line,
the column and the remedy. --check says what would happen, and changes nothing. For example:
  channel,brand,manager,member,fee,share,from
  UCabcdefghijklmnopqrstuv,studio.example,boss@studio.example,kim@studio.example,20,,2026-03-01
  UCbcdefghijklmnopqrstuvw,other.example,,lee@other.example,15,60,2026-03-01

A list can be undone as long as no month was closed since, none of its members has accepted the invitation, and nobody has
changed its fees or shares: --undo, with the number that the command has printed. Sites and networks stay.

Whatever exists stays as it is, and is named; running the same command again changes nothing. A report that lacks channels
of the last one is a part, and not imported. A new manager sets a password with the link that is printed once and works for
seven days: hand it over through a secure channel. Later, “account password” prints another one.`,
    usage: '[options] [<report>]',
    examples: [
      'network adopt content_owner_video_metadata_a4_20260302.csv --site studio.example --manager boss@studio.example --from 2026-03-01',
      'network adopt content_owner_video_metadata_a4_20260302.csv --channels list.csv --check',
      'network adopt --undo 3',
    ],
    exitStatus:
      '0 success, 1 some channels are registered elsewhere and were left out, or lines of the list are invalid, 2 it could not run',
    parameters: {
      file: cli.argument('[report]', 'video metadata report'),
      list: cli.option(
        '--channels <list.csv>',
        'adopt only the channels of a list, with members, fees and shares',
      ),
      check: cli.option('--check', 'of a list: only say what would happen'),
      invite: cli.option('--invite', 'of a list: mail invitations to new members'),
      undo: cli.option('--undo <number>', 'take back what a list made', cli.parseId),
      domain: cli.option('--site <domain>', 'domain of the site', cli.parseDomain),
      email: cli.option('--manager <email>', 'email of the manager', cli.parseEmail),
      earnsFrom: cli.option(
        '--from <day>',
        'first day that counts; of a list, where it names none',
        cli.parseDay,
      ),
      name: cli.option('--name <name>', 'name of the site (default: its domain)'),
      isPlaylist: cli.option('--playlist', 'an English site in US dollars instead of a Korean one in won'),
      day: cli.option(
        '--day <day>',
        'day of the report, unless its name or reports.json says it',
        cli.parseDay,
      ),
      owner: cli.ownerOption('content owner of the report; required once there are several'),
    },
    check({ file, list, check, invite, undo, domain, email, earnsFrom, name, isPlaylist }) {
      const ofNetwork = [domain, email, name].some((value) => value !== undefined) || isPlaylist
      if (undo !== undefined) {
        if (
          file !== undefined ||
          list !== undefined ||
          check ||
          invite ||
          ofNetwork ||
          earnsFrom !== undefined
        )
          throw new cli.UsageError('--undo takes nothing else.')
        return
      }
      if (list !== undefined) {
        if (file === undefined) throw new cli.UsageError("Missing required argument 'report'.")
        if (ofNetwork)
          throw new cli.UsageError(
            '--channels names the brands: leave out --site, --manager, --name and --playlist.',
          )
        return
      }
      if (check || invite) throw new cli.UsageError('--check and --invite need --channels.')
      for (const [flags, value] of [
        ['--site <domain>', domain],
        ['--manager <email>', email],
        ['--from <day>', earnsFrom],
      ])
        if (value === undefined) throw new cli.UsageError(`Required option '${flags}' not specified.`)
      if (file === undefined) throw new cli.UsageError("Missing required argument 'report'.")
    },
    async run(
      context,
      { file = '', list, check, invite, undo, domain = '', email = '', earnsFrom, ...given },
    ) {
      if (undo !== undefined) return undoList(context, undo)
      const { readReportedChannels } = await import('#server/reports/ingest/reported-channels.ts')
      const channels = await withFileErrors(file, () => readReportedChannels(resolve(context.cwd, file)))
      const { day, owner, name = domainToUnicode(domain), isPlaylist } = given
      const report = { file, channels, day, owner }
      if (list !== undefined)
        return adoptChannelList(context, report, { list, check, invite, standard: earnsFrom })
      return adoptReport(context, report, { domain, email, earnsFrom: earnsFrom ?? '', name, isPlaylist })
    },
  }),
]

/** A part of a report must not take the place of a whole one. Undefined: it is whole. */
async function describePart(
  { db }: cli.CommandContext,
  { file, channels, owner: givenOwner }: ReportOptions,
): Promise<string | undefined> {
  const { selectLostChannels } = await import('#server/reports/ingest/reported-channels.ts')
  const [lost, ...others] = await selectLostChannels(db, await resolveOwner(db, givenOwner), channels)
  if (!lost) return undefined
  const count = formatCount(others.length + 1, 'channel')
  const example = others.length > 0 ? `${lost.channelId}, …` : lost.channelId
  return `not imported ${basename(file)}: it lacks ${count} of the metadata report of ${lost.day} (${example}), so it is a part of a report. To import it all the same: import ${file}`
}

/** @returns whether the report is as it should be; a part of one is left alone */
async function importReport(context: cli.CommandContext, report: ReportOptions): Promise<boolean> {
  const { importFiles } = await import('#server/reports/ingest/import-files.ts')
  const { db, cwd, signal, progress, print } = context
  const part = await describePart(context, report)
  if (part !== undefined) {
    print(part)
    return true
  }
  const owner = await resolveOwner(db, report.owner)
  const { outcomes } = await importFiles(db, [resolve(cwd, report.file)], {
    owner,
    day: report.day,
    progress,
    signal,
  })
  print(outcomes.map(formatFileOutcome))
  return outcomes.every(({ result }) => result !== 'refused')
}

async function adoptReport(
  context: cli.CommandContext,
  report: ReportOptions,
  network: { domain: string; email: string; earnsFrom: string; name: string; isPlaylist: boolean },
): Promise<cli.ExitStatus> {
  const { refreshLists } = await import('#server/reports/lists/lists.ts')
  const { adoptNetwork } = await import('#server/channels/network-adoption.ts')
  const { db, config, print } = context
  if (!(await importReport(context, report))) return 1
  const adoption = await db.transaction(async (tx) => {
    const { change, ...adopted } = await adoptNetwork(tx, config, network, report.channels)
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
  const { site, isSiteNew, link, registeredCount, existingCount, otherDays, channelsElsewhere } = adoption
  const sameDays = existingCount - otherDays.length
  const kept = sameDays > 0 && `${sameDays} already exist, and earn from that day`
  print([
    `site ${site.domain}: ${isSiteNew ? 'created' : 'already exists; its name, currency and default network stay (see: site set --help)'}`,
    `manager ${network.email}: ${link === null ? 'already exists; the password and the roles are unchanged' : 'created'}`,
    link !== null && `link ${link} (shown only once; works once, for seven days)`,
    `channels: ${registeredCount} registered, earning from ${network.earnsFrom}${kept ? `; ${kept}` : ''}`,
    describeEarningDays(otherDays.map((channel) => ({ ...channel, wanted: network.earnsFrom }))),
    channelsElsewhere.map(
      ({ channelId, name }) => `left out ${channelId} ${name}: it is registered in another network`,
    ),
    await describeMissingRate(context, [site]),
  ])
  return channelsElsewhere.length > 0 ? 1 : 0
}

interface ListOptions {
  list: string
  check: boolean
  invite: boolean
  standard: string | undefined
}

async function adoptChannelList(
  context: cli.CommandContext,
  report: ReportOptions,
  { list, check, invite, standard }: ListOptions,
): Promise<cli.ExitStatus> {
  const { parseAdoptionFile } = await import('./list-file.ts')
  const { adoptList } = await import('./adopt-list.ts')
  const { refreshLists } = await import('#server/reports/lists/lists.ts')
  const { db, config, print } = context
  const now = new Date()
  const file = await parseInputFile(context, list, maxFileBytes, (bytes) =>
    parseAdoptionFile(bytes, { standard, today: getPacificDay(now), maxLines }),
  )
  if (file.lines.length === 0 && file.errors.length === 0)
    throw new cli.OperatorError(`${list} has no channel.`)
  const options = { channels: report.channels, invite, now }
  const checked = await adoptList(db, config, file, { ...options, checkOnly: true })
  if (checked.errors.length > 0) {
    print(formatLineErrors(basename(list), checked.errors))
    return 1
  }
  if (check) {
    print([
      await describePart(context, report),
      describeList(checked, { isCheck: true }),
      `${formatCount(file.lines.length, 'line')} ok; nothing was changed`,
    ])
    return 0
  }
  if (!(await importReport(context, report))) return 1
  const adopted = await adoptList(db, config, file, { ...options, checkOnly: false })
  if (adopted.errors.length > 0) {
    print(formatLineErrors(basename(list), adopted.errors))
    return 1
  }
  await refreshLists(db)
  print([
    describeList(adopted, { isCheck: false }),
    adopted.id !== null && `To undo all of it: network adopt --undo ${adopted.id}`,
    await describeMissingRate(
      context,
      adopted.brands.map(({ site }) => site),
    ),
  ])
  return 0
}

async function undoList({ db, print }: cli.CommandContext, id: number): Promise<cli.ExitStatus> {
  const { undoAdoption } = await import('./record.ts')
  const { refreshLists } = await import('#server/reports/lists/lists.ts')
  const { channels, members, assignments, shares, fees } = await undoAdoption(db, id)
  await refreshLists(db)
  const counts = [
    formatCount(channels, 'channel'),
    formatCount(members, 'member'),
    formatCount(assignments, 'assignment'),
    formatCount(shares, 'share'),
    formatCount(fees, 'fee'),
  ]
  print(`undone: ${counts.join(', ')}; sites, networks and the imported report stay`)
  return 0
}

const describeMissingRate = async (
  { db }: cli.CommandContext,
  sites: readonly { isPlaylist: boolean }[],
): Promise<string | false> =>
  sites.some(({ isPlaylist }) => !isPlaylist) &&
  (await selectExchangeRates(db)).length === 0 &&
  'There is no exchange rate: amounts are shown in US dollars until "rates set <day> <won>".'
