import { InvalidArgumentError } from '@commander-js/extra-typings'
import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import { normalizeHost } from '#contract/platform/host.ts'
import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { parseDay } from '#server/platform/files/day.ts'

// Value parsers for commander, which prefixes an InvalidArgumentError with the argument or option name.

const maxDomainLength = 253

export function parseDomain(text: string): string {
  const domain = normalizeHost(text)
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(domain) || domain.length > maxDomainLength)
    throw new InvalidArgumentError('Expected a domain, for example studio.example.')
  return domain
}

export function parseEmail(text: string): string {
  const email = z.safeParse(Email, text)
  if (!email.success)
    throw new InvalidArgumentError('Expected an email address, for example boss@studio.example.')
  return email.data
}

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

export function parseDayArgument(text: string): string {
  const day = parseDay(text)
  if (!day) throw new InvalidArgumentError('Expected a day, for example 2026-03-02.')
  return day
}

/** A month, or two days, both inclusive. */
export function parsePeriod(text: string): DayRange {
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : undefined
  if (month !== undefined) return { from: month, to: addDays(getMonthStart(month, 1), -1) }
  const [first = '', last = '', ...others] = text.split('..')
  const [from, to] = [parseDay(first), parseDay(last)]
  if (!from || !to || to < from || others.length > 0)
    throw new InvalidArgumentError(
      'Expected a month or two days, for example 2026-03 or 2026-03-02..2026-03-08.',
    )
  return { from, to }
}

export function parseId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected an id, a whole number.')
  return Number(text)
}

export function parseShards(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError('Expected a number of shards, for example 32.')
  return Number(text)
}

/** The id of a registration, or YouTube's of a channel. */
export const channelNamePattern = /^([1-9]\d{0,8}|UC[\w-]{22})$/

export function parseChannelId(text: string): string {
  if (!channelNamePattern.test(text))
    throw new InvalidArgumentError('Expected the id of a registration or a channel id (UC…).')
  return text
}

export function parseOwner(text: string): string {
  if (!/^[\w.-]{1,100}$/.test(text))
    throw new InvalidArgumentError('Expected letters, digits, ".", "_" and "-" only.')
  return text
}

const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?$/i

export function parseTime(text: string): Date {
  const [, day = '', time = '', zone] = timePattern.exec(text) ?? []
  if (!isCalendarDay(day))
    throw new InvalidArgumentError('Expected a time with its time zone, for example 2026-12-01T09:00+09:00.')
  if (zone === undefined)
    throw new InvalidArgumentError(
      `The time zone is missing: ${day}T${time}+09:00 for Seoul, ${day}T${time}Z for UTC.`,
    )
  const date = new Date(`${day}T${time}${zone.toUpperCase()}`)
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('There is no such time.')
  return date
}

/** Rejects days like February 30, which Date would roll over. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

export const collect =
  <Value>(parse: (text: string) => Value) =>
  (text: string, values: Value[] = []): Value[] => [...values, parse(text)]

export function parseSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new InvalidArgumentError('Expected on or off.')
}
