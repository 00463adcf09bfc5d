import { type CollectionEntry, getCollection, getEntry } from 'astro:content'
import type { MarkdownHeading } from 'astro'
import { type Locale, locales } from '#contract/locale.ts'
import { type GuideSlug, guideEntries } from './manifest.ts'

// Build time only: import from .astro files.

export type Guide = CollectionEntry<'guides'>

const getEntryId = (locale: Locale, slug: GuideSlug) =>
  `${locale}/${slug === '' || slug === 'auths' ? `${slug}/index`.replace(/^\//, '') : slug}`

/** Throws if missing, to fail the build. */
export async function loadGuide(locale: Locale, slug: GuideSlug): Promise<Guide> {
  const guide = await getEntry('guides', getEntryId(locale, slug))
  if (!guide) throw new Error(`There is no guide ${getEntryId(locale, slug)}`)
  return guide
}

export const getGuidePath = (slug: GuideSlug) => (slug === '' ? '/guides' : `/guides/${slug}`)

export const getGuideEntry = (slug: GuideSlug) => {
  const entry = guideEntries.find((candidate) => candidate.slug === slug)
  if (!entry) throw new Error(`No guide is called ${slug}`)
  return entry
}

export function getParentGuides(slug: GuideSlug): GuideSlug[] {
  if (slug === '') return []
  return slug.startsWith('auths/') ? ['', 'auths'] : ['']
}

export function getTableOfContents({ data, body = '' }: Guide, headings: readonly MarkdownHeading[]) {
  const [before = ''] = body.split('<Steps')
  const leadingCount = before.match(/^## /gm)?.length ?? 0
  const sections = headings
    .filter(({ depth }) => depth === 2)
    .map(({ slug: id, text }) => ({ id, title: text, number: undefined }))
  const steps = data.steps.map(({ id, title }, i) => ({ id, title, number: i + 1 }))
  return [...sections.slice(0, leadingCount), ...steps, ...sections.slice(leadingCount)]
}

/** Throws if missing, to fail the build. */
export async function loadPage<C extends 'musics' | 'notices'>(collection: C, locale: Locale) {
  const page = await getEntry(collection, `${locale}/index`)
  if (!page) throw new Error(`There is no page ${collection}/${locale}/index`)
  return page
}

const getOutline = ({ data }: Guide) => data.steps.map(({ id, screen }) => `${id}:${screen}`).join(' ')

/** Throws unless all languages have the same guides and steps. */
export async function validateGuides(): Promise<void> {
  const guides = await getCollection('guides')
  const known = new Set(locales.flatMap((locale) => guideEntries.map(({ slug }) => getEntryId(locale, slug))))
  const problems = guides.filter(({ id }) => !known.has(id)).map(({ id }) => `No place for the guide ${id}`)
  for (const { slug } of guideEntries) {
    const [source, ...others] = await Promise.all(locales.map((locale) => loadGuide(locale, slug)))
    for (const other of others) {
      if (source && getOutline(other) !== getOutline(source))
        problems.push(`The steps of ${other.id} are not those of ${source.id}`)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
