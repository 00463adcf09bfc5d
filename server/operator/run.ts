import { Command, CommanderError, Option } from 'commander'
import { runAsOperator } from '#server/platform/auth/audit.ts'
import {
  type CommandContext,
  type ExitStatus,
  type Lines,
  type OperatorCommand,
  parseLine,
  UsageError,
} from '#server/platform/command-line/command.ts'
import { capitalize } from '#server/platform/command-line/format.ts'
import type { Database } from '#server/platform/db/database.ts'
import { buildCommand } from './build-command.ts'
import { groupSummaries, loadCommands } from './registry.ts'

/** "rates set", as in the audit log. */
export const listCommandNames = async (): Promise<string[]> => (await loadCommands()).map(({ name }) => name)

export interface RunContext extends Omit<CommandContext, 'db' | 'print'> {
  /** For the audit log; `--as` takes precedence. */
  person?: string | undefined
  openDatabase(needsMigrations: boolean): Promise<Database>
  print(line: string): void
}

/** @throws {UsageError} before the database is opened */
export async function runOperatorCommand(
  args: readonly string[],
  { openDatabase, print: printLine, person, ...context }: RunContext,
): Promise<ExitStatus> {
  const commands = await loadCommands(args[0] === 'help' ? args[1] : args[0])
  const { status, command, values = {}, name = person } = parseCommandLine(commands, args, printLine)
  if (!command) return status
  const db = await openDatabase(!command.runsWithoutMigrations)
  try {
    const print = (lines: Lines) => flatten(lines).forEach(printLine)
    const resolved = await resolveValues(db, command, values)
    const status = await runAsOperator(name, async () => command.run({ db, ...context, print }, resolved))
    return status ?? 0
  } finally {
    await db.close()
  }
}

const flatten = (lines: Lines): string[] =>
  typeof lines === 'string' ? [lines] : Array.isArray(lines) ? lines.flatMap(flatten) : []

async function resolveValues(db: Database, command: OperatorCommand, values: Record<string, unknown>) {
  const resolved = { ...values }
  for (const [key, { resolve }] of Object.entries(command.parameters ?? {}))
    if (resolve && values[key] !== undefined) resolved[key] = await resolve(db, String(values[key]))
  return resolved
}

interface ParsedCommandLine {
  status: ExitStatus
  command?: OperatorCommand
  values?: Record<string, unknown>
  /** Who runs it. */
  name?: string
}

function parseCommandLine(
  commands: readonly OperatorCommand[],
  args: readonly string[],
  print: (line: string) => void,
): ParsedCommandLine {
  const parsed: ParsedCommandLine = { status: 0 }
  const program = createProgram(print)
  for (const command of commands)
    addCommand(
      findGroup(program, command.name),
      buildCommand(command, (values) => Object.assign(parsed, { command, values })),
    )
  try {
    program.parse(args, { from: 'user' })
    Object.assign(parsed, { name: program.getOptionValue('as') })
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
const maxNameLength = 64

/** Built per run: a commander program retains parsed state. */
const createProgram = (print: (line: string) => void): Command =>
  new Command('npm run operator --')
    .description('Administers a Hookline installation.')
    .helpOption('-h, --help', 'show this help')
    .addOption(
      new Option('--as <name>', 'who you are, for the audit log (default: the user who ran sudo)').argParser(
        parseLine(maxNameLength),
      ),
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => print(text.trimEnd()),
      outputError: () => {},
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .configureHelp({ visibleCommands: listLeafCommands, subcommandTerm: formatTerm })

/** The program itself for a command of one word. */
function findGroup(program: Command, name: string): Command {
  const [word = '', second] = name.split(' ')
  if (second === undefined) return program
  return (
    program.commands.find((group) => group.name() === word) ??
    addCommand(program, new Command(word).description(`Commands for ${groupSummaries[word]}.`))
  )
}

function addCommand(parent: Command, command: Command): Command {
  parent.addCommand(command.copyInheritedSettings(parent))
  return command
}

const listLeafCommands = ({ commands }: Command): Command[] =>
  commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))

const formatTerm = (command: Command): string =>
  `${command.parent?.parent ? `${command.parent.name()} ` : ''}${command.name()} ${command.usage()}`
