import { type CollectionEntry, getCollection, getEntry } from 'astro:content'
import type { MarkdownHeading } from 'astro'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { type GuideSlug, getSteps, guideEntries } from './manifest.ts'

// biome-ignore lint/performance/noBarrelFile: pages read guides and where they stand in one place
export { getGuideEntry, getGuidePath } from './manifest.ts'

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

/** Throws unless every language has the guides and steps of the manifest. */
export async function validateGuides(): Promise<void> {
  const guides = await getCollection('guides')
  const known = new Set(locales.flatMap((locale) => guideEntries.map(({ slug }) => getEntryId(locale, slug))))
  const problems = guides.filter(({ id }) => !known.has(id)).map(({ id }) => `No place for the guide ${id}`)
  for (const { slug, kind } of guideEntries) {
    const expected = Object.keys(getSteps(slug)).join()
    for (const { id, data } of await Promise.all(locales.map((locale) => loadGuide(locale, slug)))) {
      if (data.steps.map((step) => step.id).join() !== expected)
        problems.push(`The steps of ${id} are not those of the manifest: ${expected}`)
      if ((kind === 'answer') !== (data.next !== undefined))
        problems.push(`${id} ${kind === 'answer' ? 'lacks' : 'has no place for'} a next step`)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
