import { resolve } from 'node:path'
import { domainToUnicode } from 'node:url'
import * as z from 'zod/mini'
import { Email, NewPassword } from '#contract/auth.ts'
import { importFiles } from '#server/ingest/import-files.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { FileRefused } from '#server/ingest/refused.ts'
import { readDay } from '#server/ingest/report-day.ts'
import { readChannels } from '#server/ingest/reported-channels.ts'
import { newPassword } from '#server/secrets.ts'
import { type Adopted, adoptNetwork, type Network } from './adopt-network.ts'
import { type Command, type Given, OperatorError, UsageError } from './command.ts'
import { readDomain } from './named.ts'
import { describeOutcome } from './outcome.ts'

export const adoptCommand: Command = {
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
  prepare(given) {
    const [named] = given.positionals
    if (!named || given.positionals.length > 1) throw new UsageError('Name one video metadata file.')
    const network = readNetwork(given)
    const owner = given.text('owner') ?? 'main'
    return async ({ db, folder, signal, progress, print }) => {
      const path = resolve(folder, named)
      const channels = await readChannels(path).catch((error: unknown) => {
        throw error instanceof FileRefused ? new OperatorError(`${named}: ${error.message}`) : error
      })
      const { outcomes } = await importFiles(db, [path], { owner, progress, signal })
      for (const outcome of outcomes) print(describeOutcome(outcome))
      if (outcomes.some(({ result }) => result === 'refused')) return 1
      const adopted = await adoptNetwork(db, network, channels)
      await refreshLists(db)
      for (const line of describe(network, adopted)) print(line)
      return adopted.elsewhere.length > 0 ? 1 : 0
    }
  },
}

function readNetwork(given: Given): Network {
  const domain = readDomain(given.text('site'))
  const email = z.safeParse(Email, given.text('manager') ?? '')
  const from = readDay(given.text('from') ?? '')
  const password = given.text('password')
  if (!email.success) throw new UsageError('--manager is the email of the network’s manager.')
  if (!from) throw new UsageError('--from is the first day that counts, for instance 2026-03-01.')
  if (password !== undefined && !z.safeParse(NewPassword, password).success) {
    throw new UsageError('--password must be 4 to 64 characters.')
  }
  return {
    domain,
    name: given.text('name') ?? domainToUnicode(domain),
    playlist: given.flag('playlist'),
    email: email.data,
    password: password ?? newPassword(),
    passwordIsNew: password === undefined,
    from,
  }
}

function describe(network: Network, adopted: Adopted): string[] {
  const { domain, email, password, passwordIsNew, from } = network
  const lines = [`site ${domain}: ${adopted.siteIsNew ? 'created' : 'already there'}`]
  lines.push(
    `manager ${email}: ${adopted.managerIsNew ? 'created' : 'already there, with the password as it was'}`,
  )
  if (adopted.managerIsNew && passwordIsNew) lines.push(`password ${password} (shown only now)`)
  lines.push(
    `channels: ${adopted.registered} registered, earning from ${from}; ${adopted.kept} already there`,
  )
  for (const { channelId, name } of adopted.elsewhere) {
    lines.push(`left out ${channelId} ${name}: it is registered in another network`)
  }
  if (adopted.lacksRate) {
    lines.push(
      'No exchange rate is known: amounts are shown in US dollars until "rates set <day> <won per dollar>".',
    )
  }
  return lines
}
