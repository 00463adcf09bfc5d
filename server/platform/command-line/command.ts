import { InvalidArgumentError } from 'commander'

export { InvalidArgumentError }

import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import { normalizeHost } from '#contract/platform/host.ts'
import { type AuditEntry, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { ExpectedError } from '#server/platform/expected-error.ts'
import { parseDay as parseCalendarDay } from '#server/platform/files/day.ts'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'
import { formatCount } from './format.ts'
import { type Column, formatTable } from './table.ts'

/** 0: success; 1: finished, but something failed or needs attention; 2: invalid usage or unable to run. */
export type ExitStatus = 0 | 1 | 2

/** Lines to print; what is no text is left out. */
export type Lines = string | false | null | undefined | readonly Lines[]

export interface CommandContext {
  db: Database
  config: Config
  cwd: string
  signal: AbortSignal
  progress: ImportProgress
  print(lines: Lines): void
}

export class UsageError extends ExpectedError {}

export class OperatorError extends ExpectedError {}

/** Throws commander's InvalidArgumentError; or the values that are allowed. */
type Parse = ((text: string) => unknown) | readonly string[]
type Parsed<Parser extends Parse> = Parser extends (text: string) => infer Value
  ? Value
  : Parser extends readonly (infer Value)[]
    ? Value
    : never
type ParseText = (text: string) => string

/** An argument or an option, as commander writes them: "<day>", "--site <domain>", "--csv [file]". */
export interface Parameter<Value, Given = Value> {
  flags: string
  description: string
  parse?: Parse
  isRequired?: boolean
  /** May be given several times. */
  isRepeatable?: boolean
  fallback?: unknown
  /** Describes the opposite of a switch: `--no-playlist`. */
  opposite?: string
  /** Finds what the value names in the database. @throws {OperatorError} when there is none */
  resolve?(db: Database, value: string): Promise<unknown>
  /** Carries only the types that commands get, before and after resolution. */
  readonly types?: { value: Value; given: Given }
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>
type Values<Known extends Parameters> = {
  [Name in keyof Known]: Known[Name] extends Parameter<infer Value, unknown> ? Value : never
}
type GivenValues<Known extends Parameters> = {
  [Name in keyof Known]: Known[Name] extends Parameter<unknown, infer Given> ? Given : never
}

type Argument<Flags, Value> = Flags extends `${string}...${string}`
  ? Value[]
  : Flags extends `[${string}`
    ? Value | undefined
    : Value

type Option<Flags, Value> = Flags extends `${string}<${string}`
  ? Value | undefined
  : Flags extends `${string}[${string}`
    ? Value | true | undefined
    : boolean

export const argument = <const Flags extends string, const Parser extends Parse = ParseText>(
  flags: Flags,
  description: string,
  parse?: Parser,
): Parameter<Argument<Flags, Parsed<Parser>>> => ({ flags, description, parse })

export const option = <const Flags extends string, const Parser extends Parse = ParseText>(
  flags: Flags,
  description: string,
  parse?: Parser,
): Parameter<Option<Flags, Parsed<Parser>>> => ({ flags, description, parse })

export const optionWithDefault = <const Parser extends Parse>(
  flags: string,
  description: string,
  parse: Parser,
  fallback: Parsed<Parser>,
): Parameter<Parsed<Parser>> => ({ flags, description, parse, fallback })

export const required = <const Parser extends Parse = ParseText>(
  flags: string,
  description: string,
  parse?: Parser,
): Parameter<Parsed<Parser>> => ({ flags, description, parse, isRequired: true })

/** An empty list if it is not given. */
export const repeatable = <const Parser extends Parse = ParseText>(
  flags: string,
  description: string,
  parse?: Parser,
): Parameter<Parsed<Parser>[]> => ({ flags, description, parse, isRepeatable: true })

export const switchOption = (
  flags: string,
  description: string,
  opposite: string,
): Parameter<boolean | undefined> => ({ flags, description, opposite })

interface CommandTexts<Given extends Parameters> {
  summary: string
  help?: string
  usage?: string
  examples: readonly string[]
  exitStatus?: string
  /** `run` gets their values under these names; the help lists them in this order. */
  parameters?: Given
  /** Refuses combinations of parameters before the database is opened. @throws {UsageError} */
  check?(values: GivenValues<Given>): void
}

interface Definition<Given extends Parameters> extends CommandTexts<Given> {
  /** Also runs on a database that lacks migrations, which all other commands refuse. */
  runsWithoutMigrations?: boolean
  /** No result means status 0. */
  run(context: CommandContext, values: Values<Given>): Promise<ExitStatus | undefined> | Promise<void>
}

export interface OperatorCommand extends Definition<Parameters> {
  /** "rates set", as in the audit log. */
  name: string
}

type NoParameters = Record<never, never>

export const defineCommand = <const Given extends Parameters = NoParameters>(
  name: string,
  definition: Definition<Given>,
): OperatorCommand => ({ name, ...definition })

export interface Outcome extends Partial<Omit<AuditEntry, 'action'>> {
  print: Lines
  site?: Pick<Site, 'id'>
  networkId?: number
  /** See `diffValues`: an unchanged value is not recorded. */
  hasChanged?: boolean
}

interface Change<Given extends Parameters> extends CommandTexts<Given> {
  /** The audit log records the `after` that it returns. */
  change(tx: Queryable, values: Values<Given>, context: CommandContext): Promise<Outcome>
}

/** A command that changes something in one transaction, and records it in the audit log under its name. */
export const defineChange = <const Given extends Parameters = NoParameters>(
  name: string,
  { change, ...texts }: Change<Given>,
): OperatorCommand =>
  defineCommand(name, {
    ...texts,
    async run(context, values) {
      const lines = await context.db.transaction(async (tx) => {
        const {
          print,
          site,
          networkId,
          hasChanged = true,
          before = null,
          after,
          ...entry
        } = await change(tx, values, context)
        if (hasChanged && after !== undefined) {
          const actor = { kind: 'operator', siteId: site?.id, networkId } as const
          await recordAuditEntry(tx, actor, { action: name, before, after, ...entry })
        }
        return print
      })
      context.print(lines)
    },
  })

interface Query<Given extends Parameters, Result>
  extends CommandTexts<Given>,
    Pick<Definition<Given>, 'runsWithoutMigrations'> {
  read(context: CommandContext, values: Values<Given>): Promise<Result>
  format(result: Result, values: Values<Given>): Lines
  /** Returns the value that `--json` prints; the result itself by default. */
  toJson?(result: Result): unknown
  /** Success if it is left out. */
  getStatus?(result: Result): ExitStatus
}

/** A command that only reads. `--json` prints what it reads. */
export const defineQuery = <const Given extends Parameters = NoParameters, Result = unknown>(
  name: string,
  { read, format, toJson = (result) => result, getStatus, parameters, ...texts }: Query<Given, Result>,
): OperatorCommand =>
  defineCommand<Parameters>(name, {
    ...(texts as CommandTexts<Parameters>),
    parameters: { ...parameters, json },
    async run(context, values) {
      const given = values as Values<Given>
      const result = await read(context, given)
      context.print(values.json ? JSON.stringify(toJson(result), null, 1) : format(result, given))
      return getStatus?.(result)
    },
  })

interface List<Given extends Parameters, Row> extends CommandTexts<Given> {
  read(context: CommandContext, values: Values<Given>): Promise<readonly Row[]>
  /** Returns the value that `--json` prints for a row; the row itself by default. */
  toJson?(row: Row): unknown
  columns: readonly Column<Row>[]
  /** Printed instead of a table without rows. */
  empty: string
  /** Names a row in the last line, which counts them. */
  unit?: string
}

/** A command that prints a table. `--json` prints the rows. */
export const defineList = <const Given extends Parameters = NoParameters, Row = unknown>(
  name: string,
  { columns, empty, unit, toJson = (row) => row, ...list }: List<Given, Row>,
): OperatorCommand =>
  defineQuery(name, {
    ...list,
    toJson: (rows: readonly Row[]) => rows.map(toJson),
    format: (rows: readonly Row[]) =>
      rows.length === 0 ? empty : [formatTable(rows, columns), unit && formatCount(rows.length, unit)],
  })

/** `what`: completes "Expected …" for text that cannot be parsed. */
export const expecting =
  <Value>(what: string, parse: (text: string) => Value | undefined) =>
  (text: string): Value => {
    const value = parse(text)
    if (value === undefined) throw new InvalidArgumentError(`Expected ${what}.`)
    return value
  }

export const matching = (pattern: RegExp, what: string) =>
  expecting(what, (text) => (pattern.test(text) ? text : undefined))

export const wholeNumber = (what: string, { min = 1, max = 999_999_999 } = {}) =>
  expecting(what, (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  )

const maxDomainLength = 253

export const parseDomain = expecting('a domain, for example studio.example', (text) => {
  const domain = normalizeHost(text)
  return /^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(domain) && domain.length <= maxDomainLength
    ? domain
    : undefined
})

export const parseEmail = expecting(
  'an email address, for example boss@studio.example',
  (text) => z.safeParse(Email, text).data,
)

export const parseLine =
  (maxLength: number) =>
  (text: string): string => {
    const line = text.trim()
    if (line === '') throw new InvalidArgumentError('Expected some text.')
    if (/\p{Cc}/u.test(line)) throw new InvalidArgumentError('Expected a single line.')
    if ([...line].length > maxLength)
      throw new InvalidArgumentError(`Expected at most ${maxLength} characters.`)
    return line
  }

export const parseDay = expecting('a day, for example 2026-03-02', parseCalendarDay)

export const parseId = wholeNumber('an id, a whole number')

export const channelNamePattern = /^([1-9]\d{0,8}|UC[\w-]{22})$/

export const parseChannelName = matching(channelNamePattern, 'the id of a registration or a channel id (UC…)')

export const parseOwner = matching(/^[\w.-]{1,100}$/, 'letters, digits, ".", "_" and "-" only')

/** @throws {OperatorError} when there is none */
export async function requireSite(db: Queryable, domain: string): Promise<Site> {
  const { findSite } = await import('#server/platform/auth/sites.ts')
  const site = await findSite(db, domain)
  if (!site) throw new OperatorError(`There is no site ${domain}. See: site list`)
  return site
}

// Parameters of several commands

export const json = option('--json', 'print JSON')
export const idOf = (what: string) => argument('<id>', `id of the ${what}, see: ${what} list`, parseId)
export const channelName = argument('<id|UC…>', 'id of the registration, or channel id', parseChannelName)
const siteParameter = { parse: parseDomain, resolve: requireSite }
export const siteArgument: Parameter<Site, string> = {
  flags: '<domain>',
  description: 'domain of the site',
  ...siteParameter,
}
export const optionalSite = (description: string): Parameter<Site | undefined, string | undefined> => ({
  flags: '--site <domain>',
  description,
  ...siteParameter,
})
export const siteFilter = (what: string) => optionalSite(`only ${what} of this site`)
export const siteOf = (what: string): Parameter<Site, string> => ({
  flags: '--site <domain>',
  description: `site of ${what}`,
  isRequired: true,
  ...siteParameter,
})
export const ownerOption = (description: string) => option('--owner <name>', description, parseOwner)
export const fromDay = option('--from <day>', 'first day', parseDay)
export const toDay = option('--to <day>', 'last day', parseDay)
