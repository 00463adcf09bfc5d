import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Database } from '#server/platform/db/database.ts'
import { accountConfirmCommand } from './account-confirm.ts'
import { accountDemoteCommand } from './account-demote.ts'
import { accountListCommand } from './account-list.ts'
import { accountGrantOperatorCommand, accountRevokeOperatorCommand } from './account-operator.ts'
import { accountPasswordCommand } from './account-password.ts'
import { accountPromoteCommand } from './account-promote.ts'
import { accountResetFactorsCommand } from './account-reset-factors.ts'
import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { channelAssignCommand, channelUnassignCommand } from './channel-assign.ts'
import { channelListCommand } from './channel-list.ts'
import { channelReleaseCommand } from './channel-release.ts'
import { channelReviewCommand } from './channel-review.ts'
import { channelShareCommand } from './channel-share.ts'
import { channelShowCommand } from './channel-show.ts'
import { type CommandContext, type ExitStatus, type Schedule, UsageError, type Work } from './command.ts'
import { distributeCommand } from './distribute.ts'
import { doctorCommand } from './doctor.ts'
import { capitalize } from './format.ts'
import { importCommand } from './import.ts'
import { mailListCommand } from './mail-list.ts'
import { mailRetryCommand } from './mail-retry.ts'
import { mailShowCommand } from './mail-show.ts'
import { mailSuppressCommand, mailUnsuppressCommand } from './mail-suppress.ts'
import { mailTestCommand } from './mail-test.ts'
import { monthCloseCommand, monthPreviewCommand } from './month-close.ts'
import { monthImportCommand } from './month-import.ts'
import { monthListCommand } from './month-list.ts'
import { monthReconcileCommand } from './month-reconcile.ts'
import { monthShowCommand } from './month-show.ts'
import { monthTotalsCommand } from './month-totals.ts'
import { monthWithdrawCommand } from './month-withdraw.ts'
import { musicImportCommand } from './music-import.ts'
import { musicListCommand } from './music-list.ts'
import { musicMoodsCommand } from './music-moods.ts'
import { musicRestoreCommand, musicWithdrawCommand } from './music-withdraw.ts'
import { networkAdoptCommand } from './network-adopt.ts'
import { noticeEditCommand } from './notice-edit.ts'
import { noticeListCommand } from './notice-list.ts'
import { noticePublishCommand } from './notice-publish.ts'
import { noticeShowCommand } from './notice-show.ts'
import { noticeStateCommands } from './notice-state.ts'
import { partnerAddCommand } from './partner-add.ts'
import { partnerListCommand } from './partner-list.ts'
import { partnerRevokeCommand } from './partner-revoke.ts'
import { payeeConfirmCommand } from './payee-confirm.ts'
import { payeeListCommand } from './payee-list.ts'
import { payeeShowCommand } from './payee-show.ts'
import { paymentSetCommand } from './payment-set.ts'
import { paymentShowCommand } from './payment-show.ts'
import { ratesImportCommand } from './rates-import.ts'
import { ratesListCommand } from './rates-list.ts'
import { ratesRemoveCommand } from './rates-remove.ts'
import { ratesSetCommand } from './rates-set.ts'
import { reencryptCommand } from './reencrypt.ts'
import { reportDaysCommand } from './report-days.ts'
import { reportListCommand } from './report-list.ts'
import { reportShowCommand } from './report-show.ts'
import { reportTotalsCommand } from './report-totals.ts'
import { reportWithdrawCommand } from './report-withdraw.ts'
import { restoreCommand } from './restore.ts'
import { siteAddCommand } from './site-add.ts'
import { siteListCommand } from './site-list.ts'
import { siteSetCommand } from './site-set.ts'
import { siteShowCommand } from './site-show.ts'
import { statementAccountCommand } from './statement-account.ts'
import { statementListCommand } from './statement-list.ts'
import { statementPayCommand } from './statement-pay.ts'
import { statementPdfCommand } from './statement-pdf.ts'
import { statementShowCommand } from './statement-show.ts'
import { withholdingListCommand } from './withholding-list.ts'
import { withholdingRemoveCommand, withholdingSetCommand } from './withholding-set.ts'
import { withholdingTotalsCommand } from './withholding-totals.ts'
import { youtubeConnectCommand } from './youtube-connect.ts'
import { youtubeDisconnectCommand } from './youtube-disconnect.ts'
import { youtubeFetchCommand } from './youtube-fetch.ts'
import { youtubeJobsCommand } from './youtube-jobs.ts'
import { youtubeStatusCommand } from './youtube-status.ts'

/** "rates set", as in the audit log. */
export const listCommandNames = (): string[] =>
  listLeafCommands(
    createProgram(
      () => {},
      () => {},
    ),
  )
    .filter((command) => command.name() !== 'help')
    .map(getCommandName)

const getCommandName = (command: CommandUnknownOpts): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()

type CommandFactory = (schedule: Schedule) => CommandUnknownOpts

interface CommandGroup {
  name: string
  summary: string
  commands: readonly CommandFactory[]
}

const groups: readonly CommandGroup[] = [
  {
    name: 'report',
    summary: 'imported reports and their figures',
    commands: [
      reportDaysCommand,
      reportListCommand,
      reportShowCommand,
      reportTotalsCommand,
      reportWithdrawCommand,
    ],
  },
  {
    name: 'month',
    summary: "YouTube's final files of months",
    commands: [
      monthImportCommand,
      monthListCommand,
      monthShowCommand,
      monthTotalsCommand,
      monthReconcileCommand,
      monthWithdrawCommand,
      monthPreviewCommand,
      monthCloseCommand,
    ],
  },
  {
    name: 'statement',
    summary: 'statements of closed months, and their payment',
    commands: [
      statementListCommand,
      statementShowCommand,
      statementPayCommand,
      statementPdfCommand,
      statementAccountCommand,
    ],
  },
  {
    name: 'payee',
    summary: 'payment details of accounts',
    commands: [payeeListCommand, payeeShowCommand, payeeConfirmCommand],
  },
  {
    name: 'withholding',
    summary: 'local tax that sites withhold',
    commands: [
      withholdingSetCommand,
      withholdingListCommand,
      withholdingRemoveCommand,
      withholdingTotalsCommand,
    ],
  },
  {
    name: 'youtube',
    summary: 'fetching reports from YouTube',
    commands: [
      youtubeConnectCommand,
      youtubeStatusCommand,
      youtubeFetchCommand,
      youtubeJobsCommand,
      youtubeDisconnectCommand,
    ],
  },
  { name: 'network', summary: 'networks', commands: [networkAdoptCommand] },
  {
    name: 'rates',
    summary: 'exchange rates',
    commands: [ratesSetCommand, ratesImportCommand, ratesListCommand, ratesRemoveCommand],
  },
  {
    name: 'site',
    summary: 'sites',
    commands: [siteAddCommand, siteSetCommand, siteShowCommand, siteListCommand],
  },
  {
    name: 'account',
    summary: 'accounts',
    commands: [
      accountListCommand,
      accountPromoteCommand,
      accountDemoteCommand,
      accountPasswordCommand,
      accountConfirmCommand,
      accountResetFactorsCommand,
      accountGrantOperatorCommand,
      accountRevokeOperatorCommand,
    ],
  },
  { name: 'payment', summary: 'payment information', commands: [paymentSetCommand, paymentShowCommand] },
  {
    name: 'partner',
    summary: 'partner keys',
    commands: [partnerAddCommand, partnerListCommand, partnerRevokeCommand],
  },
  {
    name: 'channel',
    summary: 'channels',
    commands: [
      channelListCommand,
      channelShowCommand,
      channelReviewCommand,
      channelAssignCommand,
      channelUnassignCommand,
      channelShareCommand,
      channelReleaseCommand,
    ],
  },
  {
    name: 'music',
    summary: 'the music catalog',
    commands: [
      musicImportCommand,
      musicListCommand,
      musicMoodsCommand,
      musicWithdrawCommand,
      musicRestoreCommand,
    ],
  },
  {
    name: 'mail',
    summary: 'mail',
    commands: [
      mailListCommand,
      mailShowCommand,
      mailRetryCommand,
      mailTestCommand,
      mailSuppressCommand,
      mailUnsuppressCommand,
    ],
  },
  {
    name: 'notice',
    summary: 'notices',
    commands: [
      noticePublishCommand,
      noticeEditCommand,
      ...noticeStateCommands,
      noticeListCommand,
      noticeShowCommand,
    ],
  },
]

const ungroupedCommands: readonly CommandFactory[] = [
  importCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  distributeCommand,
  reencryptCommand,
]

export interface RunContext extends Omit<CommandContext, 'db' | 'print'> {
  openDatabase(shouldMigrate: boolean): Promise<Database>
  print(line: string): void
}

/** @throws {UsageError} before the database is opened */
export async function runOperatorCommand(
  args: readonly string[],
  { openDatabase, print: printLine, ...context }: RunContext,
): Promise<ExitStatus> {
  const { status, work, managesMigrations } = parseCommandLine(args, printLine)
  if (!work) return status
  const db = await openDatabase(!managesMigrations)
  try {
    return (await work({ db, ...context, print: (lines) => [lines].flat().forEach(printLine) })) ?? 0
  } finally {
    await db.close()
  }
}

interface ParsedCommand {
  status: ExitStatus
  work?: Work
  managesMigrations: boolean
}

function parseCommandLine(args: readonly string[], print: (line: string) => void): ParsedCommand {
  const parsed: ParsedCommand = { status: 0, managesMigrations: false }
  const program = createProgram((work, options) => Object.assign(parsed, { work, ...options }), print)
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // commander exits nonzero when it prints help for a missing subcommand.
    if (error.exitCode > 0 && error.code !== 'commander.help')
      throw new UsageError(`${capitalize(error.message.replace(/^error: /, ''))}\nAdd --help for the usage.`)
    parsed.status = error.exitCode > 0 ? 2 : 0
  }
  return parsed
}

const helpWidth = 120

/** Built per run: a commander program retains parsed state. */
function createProgram(schedule: Schedule, print: (line: string) => void): Command {
  const program = new Command('npm run operator --')
    .description('Administers a Hookline installation.')
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => print(text.trimEnd()),
      outputError: () => {},
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .configureHelp({ visibleCommands: listLeafCommands, subcommandTerm: formatTerm })
  for (const create of ungroupedCommands) addCommand(program, create(schedule))
  for (const { name, summary, commands } of groups) {
    const group = new Command(name).description(`Commands for ${summary}.`)
    addCommand(program, group)
    for (const create of commands) addCommand(group, create(schedule))
  }
  return program
}

const addCommand = (parent: CommandUnknownOpts, command: CommandUnknownOpts) =>
  parent.addCommand(command.copyInheritedSettings(parent))

const listLeafCommands = ({ commands }: CommandUnknownOpts): CommandUnknownOpts[] =>
  commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))

function formatTerm(command: CommandUnknownOpts): string {
  return `${getCommandName(command)} ${command.usage()}`
}
