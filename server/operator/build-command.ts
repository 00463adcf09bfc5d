import { Argument, Command, Option } from 'commander'
import type { OperatorCommand, Parameter } from '#server/platform/command-line/command.ts'

/** Lines of the source are joined, because the terminal has a width of its own; examples are indented, and stay. */
const joinLines = (text: string) => text.replaceAll(/(?<=^\S.*)\n(?=\S)/gm, ' ')

const defaultExitStatus = '0 success, 2 refused or failed; nothing was changed'

/** Commander's form of a command. `schedule`: called once it was parsed. */
export function buildCommand(
  command: OperatorCommand,
  schedule: (values: Record<string, unknown>) => void,
): Command {
  const { name, summary, help, usage, examples, exitStatus = defaultExitStatus, parameters = {} } = command
  const built = new Command(name.split(' ').at(-1))
    .summary(summary)
    .description(help === undefined ? `${summary}.` : `${summary}.\n\n${joinLines(help)}`)
    .addHelpText(
      'after',
      `\nExamples:\n${examples.map((example) => `  npm run operator -- ${example}\n`).join('')}\nExit status: ${exitStatus}.`,
    )
  if (usage !== undefined) built.usage(usage)
  const readers = Object.entries(parameters).map(
    ([key, parameter]) =>
      [
        key,
        parameter.flags.startsWith('-') ? addOption(built, parameter) : addArgument(built, parameter),
      ] as const,
  )
  return built.action(() => {
    const values = Object.fromEntries(readers.map(([key, read]) => [key, read()]))
    command.check?.(values)
    schedule(values)
  })
}

type Reader = () => unknown

function addArgument(built: Command, { flags, description, parse }: Parameter<unknown>): Reader {
  const argument = new Argument(flags, description)
  configure(argument, parse, argument.variadic)
  const index = built.registeredArguments.length
  built.addArgument(argument)
  return () => built.processedArgs[index]
}

function addOption(built: Command, parameter: Parameter<unknown>): Reader {
  const { flags, description, parse, isRequired, isRepeatable = false, fallback, opposite } = parameter
  const option = new Option(flags, description)
  configure(option, parse, isRepeatable)
  if (isRequired) option.makeOptionMandatory()
  if (fallback !== undefined) option.default(fallback)
  built.addOption(option)
  if (opposite !== undefined) built.addOption(new Option(flags.replace('--', '--no-'), opposite))
  const missing = option.isBoolean() && opposite === undefined ? false : isRepeatable ? [] : undefined
  return () => built.getOptionValue(option.attributeName()) ?? missing
}

function configure(target: Argument | Option, parse: Parameter<unknown>['parse'], isList: boolean): void {
  if (typeof parse === 'object') target.choices(parse)
  else if (isList)
    target.argParser((text, values?: unknown[]) => [...(values ?? []), parse ? parse(text) : text])
  else if (parse) target.argParser(parse)
}
