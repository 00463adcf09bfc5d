import { resolve } from 'node:path'
import { domainToUnicode } from 'node:url'
import * as z from 'zod/mini'
import { Email, NewPassword } from '#contract/auth.ts'
import { generatePassword } from '#server/auth/secrets.ts'
import { refreshLists } from '#server/figures/lists.ts'
import { parseDay } from '#server/files/day.ts'
import { FileRefusal } from '#server/files/file-refusal.ts'
import { importFiles } from '#server/ingest/import-files.ts'
import { readReportedChannels } from '#server/ingest/reported-channels.ts'
import { parseDomain } from './arguments.ts'
import { type Command, type CommandArguments, OperatorError, UsageError } from './command.ts'
import { formatFileOutcome } from './format.ts'
import { type AdoptionResult, adoptNetwork, type NetworkOptions } from './network-adoption.ts'

export const networkAdoptCommand: Command = {
  name: 'network adopt',
  usage: '<video metadata file> --site <domain> --manager <email> --from <day> [--name …] [--password …]',
  summary:
    'Makes a site, its manager and the channels of a metadata report, approved, verified, earning from a day.',
  help: `What is there already stays as it is; the same command again changes nothing.

  --name      what the site calls itself (its domain)
  --password  the manager's; without it one is made up and printed once
  --playlist  the site is English and in US dollars; otherwise Korean and in won
  --owner     the content owner that the report is of, where there are several ("main")

Status: 0 all is fine, 1 some channels are registered elsewhere and were left out, 2 it could not run.`,
  options: {
    site: { type: 'string' },
    manager: { type: 'string' },
    from: { type: 'string' },
    name: { type: 'string' },
    password: { type: 'string' },
    playlist: { type: 'boolean' },
    owner: { type: 'string' },
  },
  prepare(args) {
    const [fileName] = args.positionals
    if (!fileName || args.positionals.length > 1) throw new UsageError('Name one video metadata file.')
    const network = parseNetworkOptions(args)
    const owner = args.value('owner') ?? 'main'
    return async ({ db, cwd, signal, progress, print }) => {
      const path = resolve(cwd, fileName)
      const channels = await readReportedChannels(path).catch((error: unknown) => {
        throw error instanceof FileRefusal ? new OperatorError(`${fileName}: ${error.message}`) : error
      })
      const { outcomes } = await importFiles(db, [path], { owner, progress, signal })
      for (const outcome of outcomes) print(formatFileOutcome(outcome))
      if (outcomes.some(({ result }) => result === 'refused')) return 1
      const result = await adoptNetwork(db, network, channels)
      await refreshLists(db)
      for (const line of formatAdoption(network, result)) print(line)
      return result.channelsElsewhere.length > 0 ? 1 : 0
    }
  },
}

function parseNetworkOptions(args: CommandArguments): NetworkOptions {
  const domain = parseDomain(args.value('site'))
  const email = z.safeParse(Email, args.value('manager') ?? '')
  const earnsFrom = parseDay(args.value('from') ?? '')
  const password = args.value('password')
  if (!email.success) throw new UsageError('--manager is the email of the network’s manager.')
  if (!earnsFrom) throw new UsageError('--from is the first day that counts, for instance 2026-03-01.')
  if (password !== undefined && !z.safeParse(NewPassword, password).success) {
    throw new UsageError('--password must be 4 to 64 characters.')
  }
  return {
    domain,
    name: args.value('name') ?? domainToUnicode(domain),
    playlist: args.flag('playlist'),
    email: email.data,
    password: password ?? generatePassword(),
    isPasswordGenerated: password === undefined,
    earnsFrom,
  }
}

function formatAdoption(network: NetworkOptions, adopted: AdoptionResult): string[] {
  const { domain, email, password, isPasswordGenerated, earnsFrom } = network
  const lines = [`site ${domain}: ${adopted.isSiteNew ? 'created' : 'already there'}`]
  lines.push(
    `manager ${email}: ${adopted.isManagerNew ? 'created' : 'already there, with the password as it was'}`,
  )
  if (adopted.isManagerNew && isPasswordGenerated) lines.push(`password ${password} (shown only now)`)
  lines.push(
    `channels: ${adopted.registeredCount} registered, earning from ${earnsFrom}; ${adopted.existingCount} already there`,
  )
  for (const { channelId, name } of adopted.channelsElsewhere) {
    lines.push(`left out ${channelId} ${name}: it is registered in another network`)
  }
  if (adopted.lacksExchangeRate) {
    lines.push(
      'No exchange rate is known: amounts are shown in US dollars until "rates set <day> <won per dollar>".',
    )
  }
  return lines
}
