import { parseArgs } from 'node:util'
import type { Database } from '#server/db/database.ts'
import { accountDemoteCommand } from './account-demote.ts'
import { accountListCommand } from './account-list.ts'
import { accountPasswordCommand } from './account-password.ts'
import { accountPromoteCommand } from './account-promote.ts'
import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { channelListCommand } from './channel-list.ts'
import { channelReviewCommand } from './channel-review.ts'
import { channelShowCommand } from './channel-show.ts'
import {
  type Command,
  type CommandArguments,
  type CommandContext,
  type ExitStatus,
  UsageError,
} from './command.ts'
import { doctorCommand } from './doctor.ts'
import { importCommand } from './import.ts'
import { musicImportCommand } from './music-import.ts'
import { musicListCommand } from './music-list.ts'
import { musicMoodsCommand } from './music-moods.ts'
import { musicRestoreCommand, musicWithdrawCommand } from './music-withdraw.ts'
import { networkAdoptCommand } from './network-adopt.ts'
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
import { reportTotalsCommand } from './report-totals.ts'
import { restoreCommand } from './restore.ts'
import { siteAddCommand } from './site-add.ts'
import { siteListCommand } from './site-list.ts'
import { siteSetCommand } from './site-set.ts'

const commands: readonly Command[] = [
  importCommand,
  reportTotalsCommand,
  networkAdoptCommand,
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

export interface RunContext extends Omit<CommandContext, 'db'> {
  /** Opens the database for one command, and prepares its tables if that is wanted; closed when it has ended. */
  openDatabase(prepare: boolean): Promise<Database>
}

/**
 * Runs the command that the words say.
 * @throws {UsageError} when they say none, or say it wrongly
 */
export async function runOperatorCommand(
  args: readonly string[],
  { openDatabase, ...context }: RunContext,
): Promise<ExitStatus> {
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => args[at] === word))
  if (!command) {
    if (args.length > 0 && !isHelp(args[0])) {
      throw new UsageError(`There is no command "${args.slice(0, 2).join(' ')}".\n\n${formatOverview()}`)
    }
    context.print(formatOverview())
    return args.length > 0 ? 0 : 2
  }
  const commandArgs = args.slice(command.name.split(' ').length)
  if (commandArgs.some(isHelp)) {
    context.print(formatHelp(command))
    return 0
  }
  const execute = command.prepare(parseArguments(command, commandArgs))
  const db = await openDatabase(!command.managesMigrations)
  try {
    return await execute({ db, ...context })
  } finally {
    await db.close()
  }
}

const isHelp = (word: string | undefined) => word === 'help' || word === '--help' || word === '-h'

function parseArguments(command: Command, args: string[]): CommandArguments {
  try {
    const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true })
    return {
      positionals,
      value: (option) => {
        const value = values[option]
        return typeof value === 'string' ? value : undefined
      },
      values: (option) => {
        const value = values[option]
        return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
      },
      flag: (option) => values[option] === true,
    }
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ')
    throw new UsageError(`${sentence}. Usage: ${formatUsage(command)}`)
  }
}

const formatUsage = ({ name, usage }: Command) => `npm run operator -- ${name} ${usage}`.trimEnd()

const formatHelp = (command: Command) =>
  [command.summary, '', `Usage: ${formatUsage(command)}`, ...(command.help ? ['', command.help] : [])].join(
    '\n',
  )

const formatOverview = () =>
  [
    'Usage: npm run operator -- <command>',
    '',
    ...commands.flatMap(({ name, usage, summary }) => [`  ${name} ${usage}`.trimEnd(), `      ${summary}`]),
    '',
    'Add --help to a command for more.',
  ].join('\n')
