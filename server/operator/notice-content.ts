import type { Locale } from '#contract/locale.ts'
import { locales } from '#contract/locale.ts'
import { formatCount } from './format.ts'
import { type NoticeFile, readNoticeFile } from './notice-file.ts'
import { findWarnings } from './notice-warnings.ts'

/** A notice in its languages, as files have it. */
export interface NoticeContent {
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
): Promise<{ words: NoticeContent } | { faults: string[] }> {
  const read = await Promise.all(
    names.map(async (name) => ({ name, ...(await readNoticeFile(folder, name)) })),
  )
  const files = read.flatMap((one) => ('file' in one ? [{ name: one.name, ...one.file }] : []))
  const faults = [
    ...read.flatMap((one) =>
      'faults' in one ? one.faults.map((fault) => formatDiagnostic(one.name, fault)) : [],
    ),
    ...findDuplicateLocales(files),
    ...findConflicts(files, 'pinned', ({ pinned }) => pinned),
    ...findConflicts(files, 'publish_at', ({ at }) => at?.getTime()),
  ]
  return faults.length > 0 ? { faults } : { words: createContent(files) }
}

type NamedNoticeFile = NoticeFile & { name: string }

const formatDiagnostic = (name: string, { line, message }: { line: number; message: string }) =>
  `${name}, line ${line}: ${message}.`

const findDuplicateLocales = (files: readonly NamedNoticeFile[]): string[] =>
  files.flatMap(({ name, locale }, at) => {
    const first = files.findIndex((other) => other.locale === locale)
    return first === at
      ? []
      : [`${name}: ${files[first]?.name} is in ${locale}, too; give one file for a language.`]
  })

/** What files say of the notice as a whole must be the same in all that say it. */
function findConflicts(
  files: readonly NamedNoticeFile[],
  field: string,
  getValue: (file: NamedNoticeFile) => unknown,
): string[] {
  const filesWithValue = files.filter((file) => getValue(file) !== undefined)
  const [first, ...others] = filesWithValue
  return others
    .filter((file) => first && getValue(file) !== getValue(first))
    .map(({ name }) => `${name}: its ${field} is another one than that of ${first?.name}.`)
}

function createContent(files: readonly NamedNoticeFile[]): NoticeContent {
  const ordered = locales.flatMap((locale) => files.filter((file) => file.locale === locale))
  return {
    title: Object.fromEntries(ordered.map(({ locale, title }) => [locale, title])),
    body: Object.fromEntries(ordered.map(({ locale, body }) => [locale, body.replace(/^\n+/, '').trimEnd()])),
    pinned: files.find(({ pinned }) => pinned !== undefined)?.pinned,
    at: files.find(({ at }) => at !== undefined)?.at,
    warnings: files.flatMap(formatWarnings),
  }
}

const maxPrintedWarnings = 20

function formatWarnings({ name, body, bodyLine }: NamedNoticeFile): string[] {
  const diagnostics = findWarnings(body)
  const omittedCount = diagnostics.length - maxPrintedWarnings
  return [
    ...diagnostics
      .slice(0, maxPrintedWarnings)
      .map(({ line, message }) => `note: ${formatDiagnostic(name, { line: line + bodyLine - 1, message })}`),
    ...(omittedCount > 0 ? [`note: ${name}: and ${formatCount(omittedCount, 'more line')} like these.`] : []),
  ]
}
