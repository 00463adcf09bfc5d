import { type Locale, locales } from '#contract/platform/locale.ts'
import { formatCount } from './format.ts'
import { type NoticeFile, readNoticeFile } from './notice-file.ts'
import { type Diagnostic, findWarnings } from './notice-warnings.ts'

export interface NoticeContent {
  title: Partial<Record<Locale, string>>
  body: Partial<Record<Locale, string>>
  pinned: boolean | undefined
  publishAt: Date | undefined
  warnings: string[]
}

/** @returns the content, or one line per error across all files */
export async function readNoticeContent(
  folder: string,
  names: readonly string[],
): Promise<{ content: NoticeContent } | { errors: string[] }> {
  const results = await Promise.all(
    names.map(async (name) => ({ name, ...(await readNoticeFile(folder, name)) })),
  )
  const files = results.flatMap((result) => ('file' in result ? [{ name: result.name, ...result.file }] : []))
  const errors = [
    ...results.flatMap((result) =>
      'diagnostics' in result ? result.diagnostics.map((one) => formatDiagnostic(result.name, one)) : [],
    ),
    ...findDuplicateLocales(files),
    ...findConflicts(files, 'pinned', ({ pinned }) => pinned),
    ...findConflicts(files, 'publish_at', ({ publishAt }) => publishAt?.getTime()),
  ]
  return errors.length > 0 ? { errors } : { content: createContent(files) }
}

type NamedNoticeFile = NoticeFile & { name: string }

const formatDiagnostic = (name: string, { line, message }: Diagnostic) => `${name}, line ${line}: ${message}.`

const findDuplicateLocales = (files: readonly NamedNoticeFile[]): string[] =>
  files.flatMap(({ name, locale }, at) => {
    const first = files.findIndex((other) => other.locale === locale)
    return first === at
      ? []
      : [`${name}: ${files[first]?.name} is also in ${locale}; use one file per language.`]
  })

function findConflicts(
  files: readonly NamedNoticeFile[],
  field: string,
  getValue: (file: NamedNoticeFile) => unknown,
): string[] {
  const [first, ...others] = files.filter((file) => getValue(file) !== undefined)
  return others
    .filter((file) => first && getValue(file) !== getValue(first))
    .map(({ name }) => `${name}: its ${field} differs from that of ${first?.name}.`)
}

function createContent(files: readonly NamedNoticeFile[]): NoticeContent {
  const ordered = locales.flatMap((locale) => files.filter((file) => file.locale === locale))
  return {
    title: Object.fromEntries(ordered.map(({ locale, title }) => [locale, title])),
    body: Object.fromEntries(ordered.map(({ locale, body }) => [locale, body.replace(/^\n+/, '').trimEnd()])),
    pinned: files.find(({ pinned }) => pinned !== undefined)?.pinned,
    publishAt: files.find(({ publishAt }) => publishAt !== undefined)?.publishAt,
    warnings: files.flatMap(formatWarnings),
  }
}

const maxPrintedWarnings = 20

function formatWarnings({ name, body, bodyLine }: NamedNoticeFile): string[] {
  const warnings = findWarnings(body)
  const omitted = warnings.length - maxPrintedWarnings
  return [
    ...warnings
      .slice(0, maxPrintedWarnings)
      .map(
        ({ line, message }) => `warning: ${formatDiagnostic(name, { line: line + bodyLine - 1, message })}`,
      ),
    ...(omitted > 0 ? [`warning: ${name}: and ${formatCount(omitted, 'more warning')}.`] : []),
  ]
}
