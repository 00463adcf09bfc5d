import { locales } from '#contract/platform/locale.ts'
import { defaultFacts } from '#contract/portal/site-home.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { formatAmount } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount, formatInteger } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { getPreferredLocales, type LocalizedText } from '#server/platform/localized-text.ts'
import { type ImageRow, selectImages } from '#server/portal/site/home-images.ts'
import { selectHomeRow } from '#server/portal/site/home-queries.ts'
import {
  type ListedSite,
  selectDefaultFee,
  selectMinimumPayment,
  selectSites,
} from '#server/portal/site/queries.ts'

export const commands = [
  cli.defineQuery('site show', {
    summary: 'print a site with its minimum payment and its home page: texts, facts and images',
    examples: ['site show studio.example', 'site show studio.example --json'],
    parameters: { site: cli.siteArgument },
    async read({ db }, { site }) {
      const [listed] = await selectSites(db, site.domain)
      const minimumPayment = await selectMinimumPayment(db, site.id)
      const permille = await selectDefaultFee(db, site.id)
      const defaultFee = permille === null ? null : permille / 10
      return { ...(listed as ListedSite), minimumPayment, defaultFee, home: await selectHomeState(db, site) }
    },
    format: ({ minimumPayment: { amount, currency }, defaultFee, home, ...site }) => [
      formatSite(site),
      ...Object.entries(site.names).map(([locale, name]) => formatEntry(`name ${locale}`, [name])),
      formatEntry('min. payment', [`${formatAmount(amount, currency)}; less is carried over`]),
      formatEntry('fee', [
        defaultFee === null ? 'new members have none' : `new members start with ${defaultFee} %`,
      ]),
      formatHome(home),
    ],
  }),
]

export function formatSite(site: ListedSite): string {
  const { domain, name, playlist, channels, managers, defaultNetwork, requireSecondFactor } = site
  const kind = playlist ? 'playlist site, US dollars' : 'Korean site'
  const newAccounts = defaultNetwork ? `new accounts join ${defaultNetwork}` : 'new accounts are standalone'
  const managerList = managers.join(', ') || 'no manager'
  const factor = requireSecondFactor ? ', managers need a second factor' : ''
  return `${domain}  ${name}  (${kind}, ${newAccounts}${factor})  ${formatCount(channels, 'channel')}  ${managerList}`
}

type HomeState = Awaited<ReturnType<typeof selectHomeState>>

async function selectHomeState(db: Queryable, site: Site) {
  const { selectHome } = await import('#server/portal/site/home.ts')
  const { facts, ...texts } = await selectHomeRow(db, site.id)
  const { facts: values } = await selectHome(db, site, getPreferredLocales(undefined, site.isPlaylist))
  return { ...texts, facts: facts ?? defaultFacts, values, images: await selectImages(db, site.id) }
}

const labelWidth = 14

/** Further lines are indented. */
const formatEntry = (label: string, lines: readonly string[]) =>
  lines.map((line, at) => `${(at === 0 ? label : '').padEnd(labelWidth)}${line}`)

function formatHome(home: HomeState): cli.Lines {
  const { headline, lead, actionLabel, actionHref, pictureAlt, logoAlt, facts, images } = home
  const action = joinTexts(actionLabel, actionHref, ' → ')
  const shares = images.filter(({ kind }) => kind === 'share')
  return [
    formatTexts('headline', headline, 'the design’s own'),
    formatTexts('lead', lead, 'the design’s own'),
    formatTexts('action', action, 'the design’s own'),
    facts.length === 0 && formatEntry('facts', ['none']),
    facts.map((fact, at) => {
      const label = `fact ${at + 1}`
      if (typeof fact === 'object') return formatTexts(label, joinTexts(fact.value, fact.label, ' '), 'none')
      const value = home.values.find(({ kind }) => kind === fact)?.value ?? 'no value, left out'
      return formatEntry(label, [`${fact}: ${typeof value === 'number' ? formatInteger(value) : value}`])
    }),
    formatEntry('picture', formatPicture(home)),
    formatTexts('picture text', pictureAlt, 'none'),
    (['logo', 'logo-dark', 'favicon'] as const).map((kind) =>
      formatEntry(kind, [formatImage(images.find((image) => image.kind === kind)) ?? 'none']),
    ),
    formatTexts('logo text', logoAlt, 'the name of the site'),
    formatEntry(
      'share',
      shares.length === 0
        ? ['drawn when the site is built']
        : shares.map((share) => `${share.locale || 'all languages'}: ${formatImage(share)}`),
    ),
  ]
}

const joinTexts = (first: LocalizedText, second: LocalizedText, separator: string): LocalizedText =>
  Object.fromEntries(
    Object.entries(first).map(([locale, text]) => [locale, `${text}${separator}${second[locale] ?? ''}`]),
  )

function formatTexts(label: string, text: LocalizedText, missing: string): string[] {
  const absent = locales.filter((locale) => !text[locale])
  if (absent.length === locales.length) return formatEntry(label, [missing])
  const written = locales.filter((locale) => text[locale])
  return formatEntry(label, [
    ...written.map((locale) => `${locale}: ${text[locale]?.replaceAll('\n', ' / ')}`),
    ...(absent.length > 0 ? [`missing: ${absent.join(', ')}`] : []),
  ])
}

const formatImage = (image: ImageRow | undefined) =>
  image && `${image.path} (${image.width} × ${image.height})`

function formatPicture({ images, hasPicture }: HomeState): string[] {
  const picture = images.find(({ kind }) => kind === 'picture')
  if (!hasPicture || !picture) return [hasPicture ? 'drawn by the design' : 'none']
  const { widths, focusX, focusY } = picture
  return [formatImage(picture) ?? '', `widths ${widths.join(', ')}; focus ${focusX},${focusY}`]
}
