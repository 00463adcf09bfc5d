import { parseArgs } from 'node:util'
import type { Database } from '#server/db/connect.ts'
import { adoptCommand } from './adopt.ts'
import { channelListCommand } from './channel-list.ts'
import { channelReviewCommand } from './channel-review.ts'
import { channelShowCommand } from './channel-show.ts'
import { type Command, type Context, type ExitStatus, type Given, UsageError } from './command.ts'
import { importCommand } from './import.ts'
import { ratesListCommand } from './rates-list.ts'
import { ratesSetCommand } from './rates-set.ts'
import { sitesListCommand } from './sites-list.ts'
import { totalsCommand } from './totals.ts'

const commands: readonly Command[] = [
  importCommand,
  totalsCommand,
  adoptCommand,
  ratesSetCommand,
  ratesListCommand,
  sitesListCommand,
  channelListCommand,
  channelShowCommand,
  channelReviewCommand,
]

export interface Surroundings extends Omit<Context, 'db'> {
  /** Opens the database for one command; closed when it has ended. */
  open(): Promise<Database>
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
  const db = await open()
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
