import { basename, dirname } from 'node:path'
import { type Locale, locales } from '#contract/locale.ts'
import type { FrontMatter } from '#server/front-matter.ts'
import type { Noted } from './notice-look.ts'
import { readMoment } from './notice-time.ts'

/** What is said of a notice above its text. What is missing or wrong is undefined. */
export interface NoticeFields {
  locale: Locale | undefined
  title: string | undefined
  pinned: boolean | undefined
  at: Date | undefined
}

/** A value, or what is wrong with it. */
type Reading<Value> = { value: Value } | { wrong: string }

const readers = {
  language: (value: unknown): Reading<Locale> => {
    const locale = localeNamed(String(value))
    return locale ? { value: locale } : { wrong: `is one of ${locales.join(', ')}` }
  },
  title(value: unknown): Reading<string> {
    if (typeof value !== 'string' || value.trim() === '') return { wrong: 'is a text: put it into quotes' }
    return /\p{Cc}/u.test(value.trim()) ? { wrong: 'is one line' } : { value: value.trim() }
  },
  pinned: (value: unknown): Reading<boolean> =>
    typeof value === 'boolean' ? { value } : { wrong: 'is true or false' },
  publish_at(value: unknown): Reading<Date> {
    const moment = readMoment(String(value))
    return typeof moment === 'string' ? { wrong: moment } : { value: moment }
  },
}

/** Reads the fields of a file; whatever is wrong is added to the faults. */
export function readFields(name: string, { fields }: FrontMatter, faults: Noted[]): NoticeFields {
  for (const [key, { line }] of fields)
    if (!Object.hasOwn(readers, key))
      faults.push({ line, message: `${key || 'this'} is not known; there may be: ${knownFields}` })
  function read<Value>(key: string, reader: (value: unknown) => Reading<Value>): Value | undefined {
    const found = fields.get(key)
    const reading = found && reader(found.value)
    if (!reading) return undefined
    if ('value' in reading) return reading.value
    faults.push({ line: found.line, message: `${key} ${reading.wrong}` })
    return undefined
  }
  return {
    locale: fields.has('language') ? read('language', readers.language) : requireLocale(name, faults),
    title: read('title', readers.title),
    pinned: read('pinned', readers.pinned),
    at: read('publish_at', readers.publish_at),
  }
}

const knownFields = Object.keys(readers).join(', ')

const localeNamed = (name: string): Locale | undefined =>
  locales.find((one) => one.toLowerCase() === name.toLowerCase())

/** "spring.ko.mdx" and "ko/spring.mdx" */
function requireLocale(path: string, faults: Noted[]): Locale | undefined {
  const named = /\.([\w-]+)\.mdx?$/i.exec(basename(path))?.[1] ?? ''
  const locale = localeNamed(named) ?? localeNamed(basename(dirname(path)))
  if (!locale)
    faults.push({
      line: 1,
      message: `its language is not said: write language: ko between two lines of --- above it, or name the file name.ko.mdx (${locales.join(', ')})`,
    })
  return locale
}
