import { type Locale, locales } from '#contract/platform/locale.ts'
import { lockSite } from '#server/people/lookups.ts'
import { diffValues } from '#server/platform/auth/audit.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import {
  describeSitePages,
  saveSitePages,
  type WrittenPage,
  type WrittenPages,
} from '#server/portal/own-pages/queries.ts'

export const commands = [
  cli.defineChange('site pages', {
    summary: 'hide, replace or add public pages of a site, from a folder',
    help: `The folder holds all pages of the site below /guides. What it lacks is shown as the product has it; a page that an earlier
folder had goes. Each page is a Markdown file in the folder of its language:
  ko/our-rules.mdx      an address of your own: a page that is added, as /guides/our-rules
  en/pc-upload.mdx      an address of the product: replaces that page in this language
  pages.yaml            hide: [mobile-unlock, auths/pc-auth] hides pages in all languages

A file starts with front matter between two lines of ---:
  title: "Rules of our network"     up to 60 characters
  description: "What we ask of …"   for search engines and lists, up to 200
  short: "Our rules"                optional: the title in lists, up to 40
  lead: "Five rules …"              optional: below the title, up to 300

Headings, lists, tables, code, emphasis and links are shown; a quote (>) becomes a box. A page that is added is listed with the
guides of the languages that it has; in the others, its address leads to their list. All files are checked first, each
problem with its line, and nothing is changed if there is one. Readers see a change within a minute.`,
    examples: [
      'site pages studio.example --folder pages --check',
      'site pages studio.example --folder pages',
      'site pages studio.example --none',
    ],
    parameters: {
      site: cli.siteArgument,
      folder: cli.option('--folder <folder>', 'folder with the pages of the site'),
      none: cli.option('--none', 'removes all: the site has the pages of the product'),
      check: cli.option('--check', 'only checks the folder'),
    },
    check({ folder, none }) {
      if ((folder === undefined) === !none)
        throw new cli.UsageError('Give --folder, or --none to have the pages of the product.')
    },
    async change(tx, { site: { id, domain }, folder, none, check }, context) {
      const written =
        folder === undefined || none
          ? { hidden: [], pages: [] }
          : await (await import('#server/portal/own-pages/page-files.ts')).readPageFolder(context, folder)
      if (check) return { print: [formatPages(written), 'The folder can be used. Nothing was changed.'] }
      await lockSite(tx, domain)
      const before = await describeSitePages(tx, id)
      await saveSitePages(tx, id, written, new Date())
      const change = diffValues(before, await describeSitePages(tx, id))
      return {
        print: [formatPages(written), change.hasChanged ? 'changed' : 'unchanged'],
        site: { id },
        subject: { kind: 'site', id },
        ...change,
      }
    },
  }),
]

function formatPages({ hidden, pages }: WrittenPages): cli.Lines {
  const ordered = locales.flatMap((locale) => pages.filter((page) => page.locale === locale))
  const bySlug = Map.groupBy(ordered, ({ slug }) => slug)
  return [
    formatCount(bySlug.size, 'page'),
    ...[...bySlug].map(
      ([slug, entries]) => `/guides/${slug}  ${formatLanguages(entries)}  ${entries[0]?.title}`,
    ),
    hidden.map((slug) => `/guides/${slug}  hidden`),
  ]
}

function formatLanguages(entries: readonly WrittenPage[]): string {
  const has = (locale: Locale) => entries.some((entry) => entry.locale === locale)
  const missing = locales.filter((locale) => !has(locale))
  const written = locales.filter(has).join(' ')
  return missing.length > 0 ? `${written} (not in ${missing.join(', ')})` : written
}
