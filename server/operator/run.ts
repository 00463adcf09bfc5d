import { parseArgs } from 'node:util'
import type { Database } from '#server/db/connect.ts'
import { accountDemoteCommand } from './account-demote.ts'
import { accountListCommand } from './account-list.ts'
import { accountPasswordCommand } from './account-password.ts'
import { accountPromoteCommand } from './account-promote.ts'
import { adoptCommand } from './adopt.ts'
import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { channelListCommand } from './channel-list.ts'
import { channelReviewCommand } from './channel-review.ts'
import { channelShowCommand } from './channel-show.ts'
import { type Command, type Context, type ExitStatus, type Given, UsageError } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { importCommand } from './import.ts'
import { musicImportCommand } from './music-import.ts'
import { musicListCommand } from './music-list.ts'
import { musicMoodsCommand } from './music-moods.ts'
import { musicRestoreCommand, musicWithdrawCommand } from './music-withdraw.ts'
import { noticeEditCommand } from './notice-edit.ts'
import { noticeListCommand } from './notice-list.ts'
import { noticePublishCommand } from './notice-publish.ts'
import { noticeShowCommand } from './notice-show.ts'
import {
  noticePinCommand,
  noticeRestoreCommand,
  noticeUnpinCommand,
  noticeWithdrawCommand,
} from './notice-state.ts'
import { partnerAddCommand } from './partner-add.ts'
import { partnerListCommand } from './partner-list.ts'
import { partnerRevokeCommand } from './partner-revoke.ts'
import { paymentSetCommand } from './payment-set.ts'
import { paymentShowCommand } from './payment-show.ts'
import { ratesImportCommand } from './rates-import.ts'
import { ratesListCommand } from './rates-list.ts'
import { ratesSetCommand } from './rates-set.ts'
import { restoreCommand } from './restore.ts'
import { siteAddCommand } from './site-add.ts'
import { siteListCommand } from './site-list.ts'
import { siteSetCommand } from './site-set.ts'
import { totalsCommand } from './totals.ts'

const commands: readonly Command[] = [
  importCommand,
  totalsCommand,
  adoptCommand,
  ratesSetCommand,
  ratesImportCommand,
  ratesListCommand,
  siteAddCommand,
  siteSetCommand,
  siteListCommand,
  accountListCommand,
  accountPromoteCommand,
  accountDemoteCommand,
  accountPasswordCommand,
  paymentSetCommand,
  paymentShowCommand,
  partnerAddCommand,
  partnerListCommand,
  partnerRevokeCommand,
  channelListCommand,
  channelShowCommand,
  channelReviewCommand,
  musicImportCommand,
  musicListCommand,
  musicMoodsCommand,
  musicWithdrawCommand,
  musicRestoreCommand,
  noticePublishCommand,
  noticeEditCommand,
  noticePinCommand,
  noticeUnpinCommand,
  noticeWithdrawCommand,
  noticeRestoreCommand,
  noticeListCommand,
  noticeShowCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
]

export interface Surroundings extends Omit<Context, 'db'> {
  /** Opens the database for one command, and prepares its tables if that is wanted; closed when it has ended. */
  open(prepare: boolean): Promise<Database>
}

/**
 * Runs the command that the words say.
 * @throws {UsageError} when they say none, or say it wrongly
 */
export async function run(words: readonly string[], { open, ...context }: Surroundings): Promise<ExitStatus> {
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word))
  if (!command) {
    if (words.length > 0 && !isHelp(words[0])) {
      throw new UsageError(`There is no command "${words.slice(0, 2).join(' ')}".\n\n${overview()}`)
    }
    context.print(overview())
    return words.length > 0 ? 0 : 2
  }
  const rest = words.slice(command.name.split(' ').length)
  if (rest.some(isHelp)) {
    context.print(help(command))
    return 0
  }
  const work = command.prepare(parse(command, rest))
  const db = await open(!command.migrates)
  try {
    return await work({ db, ...context })
  } finally {
    await db.close()
  }
}

const isHelp = (word: string | undefined) => word === 'help' || word === '--help' || word === '-h'

function parse(command: Command, args: string[]): Given {
  try {
    const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true })
    return {
      positionals,
      text: (option) => {
        const value = values[option]
        return typeof value === 'string' ? value : undefined
      },
      texts: (option) => {
        const value = values[option]
        return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
      },
      flag: (option) => values[option] === true,
    }
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ')
    throw new UsageError(`${sentence}. Usage: ${usageOf(command)}`)
  }
}

const usageOf = ({ name, usage }: Command) => `npm run operator -- ${name} ${usage}`.trimEnd()

const help = (command: Command) =>
  [command.summary, '', `Usage: ${usageOf(command)}`, ...(command.help ? ['', command.help] : [])].join('\n')

const overview = () =>
  [
    'Usage: npm run operator -- <command>',
    '',
    ...commands.flatMap(({ name, usage, summary }) => [`  ${name} ${usage}`.trimEnd(), `      ${summary}`]),
    '',
    'Add --help to a command for more.',
  ].join('\n')
