import type { Locale } from '#contract/locale.ts'
import { locales } from '#contract/locale.ts'
import { type NoticeFile, readNoticeFile } from './notice-file.ts'
import { lookOver } from './notice-look.ts'
import { countOf } from './outcome.ts'

/** A notice in its languages, as files have it. */
export interface NoticeWords {
  title: Partial<Record<Locale, string>>
  body: Partial<Record<Locale, string>>
  pinned: boolean | undefined
  at: Date | undefined
  /** Lines about what will not be shown as it was meant. */
  warnings: string[]
}

/** Reads all files of one notice. @returns lines with every fault of every one where there is any */
export async function readNoticeFiles(
  folder: string,
  names: readonly string[],
): Promise<{ words: NoticeWords } | { faults: string[] }> {
  const read = await Promise.all(
    names.map(async (name) => ({ name, ...(await readNoticeFile(folder, name)) })),
  )
  const files = read.flatMap((one) => ('file' in one ? [{ name: one.name, ...one.file }] : []))
  const faults = [
    ...read.flatMap((one) => ('faults' in one ? one.faults.map((fault) => lineOf(one.name, fault)) : [])),
    ...twice(files),
    ...disagreement(files, 'pinned', ({ pinned }) => pinned),
    ...disagreement(files, 'publish_at', ({ at }) => at?.getTime()),
  ]
  return faults.length > 0 ? { faults } : { words: wordsOf(files) }
}

type Named = NoticeFile & { name: string }

const lineOf = (name: string, { line, message }: { line: number; message: string }) =>
  `${name}, line ${line}: ${message}.`

const twice = (files: readonly Named[]): string[] =>
  files.flatMap(({ name, locale }, at) => {
    const first = files.findIndex((other) => other.locale === locale)
    return first === at
      ? []
      : [`${name}: ${files[first]?.name} is in ${locale}, too; give one file for a language.`]
  })

/** What files say of the notice as a whole must be the same in all that say it. */
function disagreement(files: readonly Named[], field: string, said: (file: Named) => unknown): string[] {
  const saying = files.filter((file) => said(file) !== undefined)
  const [first, ...others] = saying
  return others
    .filter((file) => first && said(file) !== said(first))
    .map(({ name }) => `${name}: its ${field} is another one than that of ${first?.name}.`)
}

function wordsOf(files: readonly Named[]): NoticeWords {
  const ordered = locales.flatMap((locale) => files.filter((file) => file.locale === locale))
  return {
    title: Object.fromEntries(ordered.map(({ locale, title }) => [locale, title])),
    body: Object.fromEntries(ordered.map(({ locale, body }) => [locale, body.replace(/^\n+/, '').trimEnd()])),
    pinned: files.find(({ pinned }) => pinned !== undefined)?.pinned,
    at: files.find(({ at }) => at !== undefined)?.at,
    warnings: files.flatMap(warningsOf),
  }
}

const mostWarnings = 20

function warningsOf({ name, body, bodyLine }: Named): string[] {
  const noted = lookOver(body)
  const more = noted.length - mostWarnings
  return [
    ...noted
      .slice(0, mostWarnings)
      .map(({ line, message }) => `note: ${lineOf(name, { line: line + bodyLine - 1, message })}`),
    ...(more > 0 ? [`note: ${name}: and ${countOf(more, 'more line')} like these.`] : []),
  ]
}
