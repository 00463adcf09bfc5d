import type { Locale } from '#contract/platform/locale.ts'
import { defaultFacts, type HomeFact, type SiteHome, type SiteLogo } from '#contract/portal/site-home.ts'
import { getSiteName, type Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { findTextLocale, localizeText } from '#server/platform/localized-text.ts'
import { computeFacts } from './home-facts.ts'
import { createLogo, createPicture, createSharePicture, selectImages } from './home-images.ts'
import { selectHomeRow } from './home-queries.ts'
import type { HomeTexts, StoredFact } from './home-texts.ts'

/** `locales`: see `getPreferredLocales`. */
export async function selectHome(
  db: Queryable,
  site: Pick<Site, 'id' | 'name' | 'names'>,
  locales: readonly Locale[],
): Promise<SiteHome> {
  const [home, images] = await Promise.all([selectHomeRow(db, site.id), selectImages(db, site.id)])
  const headline = localizeText(home.headline, locales)
  return {
    headline: headline === '' ? [] : headline.split('\n'),
    headlineLocale: findTextLocale(home.headline, locales) ?? null,
    lead: localizeText(home.lead, locales) || null,
    leadLocale: findTextLocale(home.lead, locales) ?? null,
    action: localizeAction(home, locales),
    facts: await selectFacts(db, site, home.facts ?? defaultFacts, locales),
    picture: home.hasPicture ? createPicture(images, home, locales) : 'none',
    logo: createLogo(images, home, getSiteName(site, locales[0]), locales),
    share: createSharePicture(images, locales),
  }
}

/** Other pages than the home show it without the facts, which may have to be counted. */
export async function selectLogo(
  db: Queryable,
  site: Pick<Site, 'id' | 'name' | 'names'>,
  locales: readonly Locale[],
): Promise<SiteLogo | null> {
  const [home, images] = await Promise.all([selectHomeRow(db, site.id), selectImages(db, site.id)])
  return createLogo(images, home, getSiteName(site, locales[0]), locales)
}

function localizeAction(
  { actionLabel, actionHref }: HomeTexts,
  locales: readonly Locale[],
): SiteHome['action'] {
  const locale = findTextLocale(actionLabel, locales)
  if (!locale) return null
  return { label: actionLabel[locale] ?? '', href: actionHref[locale] ?? '', locale }
}

async function selectFacts(
  db: Queryable,
  site: Pick<Site, 'id'>,
  facts: readonly StoredFact[],
  locales: readonly Locale[],
): Promise<HomeFact[]> {
  const kinds = facts.filter((fact) => typeof fact === 'string')
  const computed = kinds.length > 0 ? await computeFacts(db, site, kinds) : new Map()
  return facts.flatMap((fact) => {
    if (typeof fact === 'string') return computed.get(fact) ?? []
    const locale = findTextLocale(fact.value, locales)
    return locale
      ? { kind: 'text' as const, value: fact.value[locale] ?? '', label: fact.label[locale] ?? '', locale }
      : []
  })
}
