import { basename, dirname } from 'node:path'
import { type Locale, locales } from '#contract/locale.ts'
import type { FrontMatter } from './front-matter.ts'
import { parseTime } from './notice-time.ts'
import type { Diagnostic } from './notice-warnings.ts'

/** What is said of a notice above its text. What is missing or wrong is undefined. */
export interface NoticeFields {
  locale: Locale | undefined
  title: string | undefined
  pinned: boolean | undefined
  at: Date | undefined
}

/** A value, or what is wrong with it. */
type FieldResult<Value> = { value: Value } | { wrong: string }

const fieldParsers = {
  language: (value: unknown): FieldResult<Locale> => {
    const locale = findLocale(String(value))
    return locale ? { value: locale } : { wrong: `is one of ${locales.join(', ')}` }
  },
  title(value: unknown): FieldResult<string> {
    if (typeof value !== 'string' || value.trim() === '') return { wrong: 'is a text: put it into quotes' }
    return /\p{Cc}/u.test(value.trim()) ? { wrong: 'is one line' } : { value: value.trim() }
  },
  pinned: (value: unknown): FieldResult<boolean> =>
    typeof value === 'boolean' ? { value } : { wrong: 'is true or false' },
  publish_at(value: unknown): FieldResult<Date> {
    const moment = parseTime(String(value))
    return typeof moment === 'string' ? { wrong: moment } : { value: moment }
  },
}

/** Reads the fields of a file; whatever is wrong is added to the faults. */
export function parseNoticeFields(
  name: string,
  { fields }: FrontMatter,
  diagnostics: Diagnostic[],
): NoticeFields {
  for (const [key, { line }] of fields)
    if (!Object.hasOwn(fieldParsers, key))
      diagnostics.push({ line, message: `${key || 'this'} is not known; there may be: ${fieldNames}` })
  function read<Value>(key: string, reader: (value: unknown) => FieldResult<Value>): Value | undefined {
    const found = fields.get(key)
    const reading = found && reader(found.value)
    if (!reading) return undefined
    if ('value' in reading) return reading.value
    diagnostics.push({ line: found.line, message: `${key} ${reading.wrong}` })
    return undefined
  }
  return {
    locale: fields.has('language')
      ? read('language', fieldParsers.language)
      : parseLocaleFromPath(name, diagnostics),
    title: read('title', fieldParsers.title),
    pinned: read('pinned', fieldParsers.pinned),
    at: read('publish_at', fieldParsers.publish_at),
  }
}

const fieldNames = Object.keys(fieldParsers).join(', ')

const findLocale = (name: string): Locale | undefined =>
  locales.find((one) => one.toLowerCase() === name.toLowerCase())

/** "spring.ko.mdx" and "ko/spring.mdx" */
function parseLocaleFromPath(path: string, diagnostics: Diagnostic[]): Locale | undefined {
  const suffix = /\.([\w-]+)\.mdx?$/i.exec(basename(path))?.[1] ?? ''
  const locale = findLocale(suffix) ?? findLocale(basename(dirname(path)))
  if (!locale)
    diagnostics.push({
      line: 1,
      message: `its language is not said: write language: ko between two lines of --- above it, or name the file name.ko.mdx (${locales.join(', ')})`,
    })
  return locale
}
