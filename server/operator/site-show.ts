import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import { locales } from '#contract/platform/locale.ts'
import { defaultFacts, type HomeFact } from '#contract/portal/site-home.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { LocalizedText } from '#server/platform/localized-text.ts'
import { getPreferredLocales } from '#server/platform/localized-text.ts'
import { selectHome } from '#server/portal/site/home.ts'
import { type ImageRow, selectImages } from '#server/portal/site/home-images.ts'
import { selectHomeRow } from '#server/portal/site/home-queries.ts'
import type { StoredFact } from '#server/portal/site/home-texts.ts'
import { minimumAmount, siteCurrency } from '#server/settlement/ledger/ledger.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatAmount, formatInteger, formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseDomain } from './parsers.ts'
import { formatSite, selectSiteRows } from './sites.ts'

export const siteShowCommand = (schedule: Schedule) =>
  createCommand('show', {
    summary: 'print a site with its minimum payment and its home page: texts, facts and images',
    examples: ['site show studio.example', 'site show studio.example --json'],
  })
    .argument('<domain>', 'domain of the site', parseDomain)
    .option('--json', 'print JSON')
    .action((domain, { json }) =>
      schedule(async ({ db, print }) => {
        const site = await requireSite(db, domain)
        const home = await selectHomeState(db, site)
        const rows = await selectSiteRows(db, domain)
        const minimum = await selectMinimumPayment(db, site)
        print(
          formatResult(json, { ...rows[0], minimumPayment: minimum, home }, () => [
            ...rows.map(formatSite),
            formatEntry(
              'min. payment',
              `${formatAmount(minimum.amount, minimum.currency)}; less is carried over`,
            ),
            ...formatHome(home),
          ]),
        )
      }),
    )

const MinimumRow = z.object({ amount: Integer, currency: z.enum(currencies) })

const selectMinimumPayment = (db: Queryable, { id }: Site) =>
  queryOne(
    db,
    MinimumRow,
    sql`select ${minimumAmount} as amount,
      ${siteCurrency} as currency
    from sites s
    where s.id = ${id}`,
  )

type HomeState = Awaited<ReturnType<typeof selectHomeState>>

async function selectHomeState(db: Queryable, site: Site) {
  const { facts, ...texts } = await selectHomeRow(db, site.id)
  const { facts: values } = await selectHome(db, site, getPreferredLocales(undefined, site.isPlaylist))
  return { ...texts, facts: facts ?? defaultFacts, values, images: await selectImages(db, site.id) }
}

function formatHome(home: HomeState): string[] {
  const { headline, lead, actionLabel, actionHref, pictureAlt, logoAlt, hasPicture, images } = home
  const action = Object.fromEntries(
    Object.entries(actionLabel).map(([locale, label]) => [locale, `${label} → ${actionHref[locale] ?? ''}`]),
  )
  return [
    ...formatTexts('headline', headline, 'the design’s own'),
    ...formatTexts('lead', lead, 'the design’s own'),
    ...formatTexts('action', action, 'the design’s own'),
    ...home.facts.flatMap((fact, at) => formatFact(`fact ${at + 1}`, fact, home.values)),
    ...(home.facts.length === 0 ? [formatEntry('facts', 'none')] : []),
    ...formatPicture(images, hasPicture),
    ...formatTexts('picture text', pictureAlt, 'none'),
    ...(['logo', 'logo-dark', 'favicon'] as const).map((kind) =>
      formatEntry(kind, formatImage(images.find((image) => image.kind === kind)) ?? 'none'),
    ),
    ...formatTexts('logo text', logoAlt, 'the name of the site'),
    ...formatShares(images.filter(({ kind }) => kind === 'share')),
  ]
}

const labelWidth = 14
const formatEntry = (label: string, text: string) => `${label.padEnd(labelWidth)}${text}`

function formatTexts(label: string, text: LocalizedText, missing: string): string[] {
  const written = locales.filter((locale) => text[locale])
  if (written.length === 0) return [formatEntry(label, missing)]
  const absent = locales.filter((locale) => !text[locale])
  return [
    ...written.map((locale, at) =>
      formatEntry(at === 0 ? label : '', `${locale}: ${text[locale]?.replaceAll('\n', ' / ')}`),
    ),
    ...(absent.length > 0 ? [formatEntry('', `missing: ${absent.join(', ')}`)] : []),
  ]
}

function formatFact(label: string, fact: StoredFact, values: readonly HomeFact[]): string[] {
  if (typeof fact === 'object') {
    const texts = Object.fromEntries(
      Object.entries(fact.value).map(([locale, value]) => [locale, `${value} ${fact.label[locale] ?? ''}`]),
    )
    return formatTexts(label, texts, 'none')
  }
  const found = values.find(({ kind }) => kind === fact)
  const value = typeof found?.value === 'number' ? formatInteger(found.value) : found?.value
  return [formatEntry(label, `${fact}: ${value ?? 'no value, left out'}`)]
}

const formatImage = (image: ImageRow | undefined) =>
  image && `${image.path} (${image.width} × ${image.height})`

function formatPicture(images: readonly ImageRow[], hasPicture: boolean): string[] {
  const picture = images.find(({ kind }) => kind === 'picture')
  if (!hasPicture) return [formatEntry('picture', 'none')]
  if (!picture) return [formatEntry('picture', 'drawn by the design')]
  const { widths, focusX, focusY } = picture
  return [
    formatEntry('picture', formatImage(picture) ?? ''),
    formatEntry('', `widths ${widths.join(', ')}; focus ${focusX},${focusY}`),
  ]
}

const formatShares = (shares: readonly ImageRow[]): string[] =>
  shares.length === 0
    ? [formatEntry('share', 'drawn when the site is built')]
    : shares.map((share, at) =>
        formatEntry(at === 0 ? 'share' : '', `${share.locale || 'all languages'}: ${formatImage(share)}`),
      )
