import { isLocale, locales, localizePath } from '#contract/platform/locale.ts'
import type { HomeFact, HomePicture, SiteHome, SiteLogo } from '#contract/portal/site-home.ts'
import { getApiUrl } from '#lib/api/base-url.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatCount } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'

/** Percent. */
export const focusStep = 10

/** Declares the language of a text that differs from the page's. */
function setText(element: Element, text: string, language: string | null): void {
  element.textContent = text
  if (language && language !== locale()) element.setAttribute('lang', language)
}

function formatFact(fact: HomeFact, pattern: string): string {
  if (fact.kind === 'text') return fact.value
  if (fact.kind === 'counted_to') return formatDay(fact.value, locale())
  return pattern.replace('{n}', formatCount(fact.value, locale()))
}

/** Fills `HomeFacts.astro`, which has a template for each kind. */
function fillFacts(list: HTMLElement, facts: readonly HomeFact[]): void {
  const entries = facts.flatMap((fact) => {
    const template = list.querySelector<HTMLTemplateElement>(`template[data-fact="${fact.kind}"]`)
    const entry = template?.content.cloneNode(true) as DocumentFragment | undefined
    const [label, value] = [entry?.querySelector('dt'), entry?.querySelector('dd')]
    if (!template || !entry || !label || !value) return []
    setText(value, formatFact(fact, template.dataset.value ?? ''), fact.kind === 'text' ? fact.locale : null)
    if (fact.kind === 'text') setText(label, fact.label, fact.locale)
    return [entry]
  })
  for (const entry of entries) list.append(entry)
  list.toggleAttribute('hidden', entries.length === 0)
}

function create(document: Document, name: string, attributes: Record<string, string | number>): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

/** Rounds to the steps for which HomeLayout has a rule: the policy allows no style attributes. */
const toFocusStep = (percent: number) => Math.round(percent / focusStep) * focusStep

/** Replaces the picture that the design draws. */
function fillPicture(place: HTMLElement, { sources, width, height, alt, focus }: HomePicture): void {
  const { ownerDocument } = place
  const picture = create(ownerDocument, 'picture', { class: 'own-picture' })
  const formats = [...new Set(sources.map(({ format }) => format))]
  const sizes = '(min-width: 1180px) 55vw, 100vw'
  for (const format of formats) {
    const ofFormat = sources.filter((source) => source.format === format)
    const srcset = ofFormat.map((source) => `${getApiUrl(source.path)} ${source.width}w`).join(', ')
    picture.append(create(ownerDocument, 'source', { type: `image/${format}`, srcset, sizes }))
  }
  const src = getApiUrl(sources.at(-1)?.path ?? '')
  const point = { 'data-focus-x': toFocusStep(focus.x), 'data-focus-y': toFocusStep(focus.y) }
  picture.append(create(ownerDocument, 'img', { src, width, height, alt, fetchpriority: 'high', ...point }))
  place.replaceWith(picture)
}

/** Replaces the mark and the name wherever a page shows them, except where an island renders them again. */
export function fillLogo(document: Document, { light, dark, alt, width, height }: SiteLogo): void {
  for (const brand of document.querySelectorAll('a.brand')) {
    if (brand.closest('astro-island')) continue
    const picture = create(document, 'picture', { class: 'brand-logo' })
    const media = '(prefers-color-scheme: dark)'
    if (dark) picture.append(create(document, 'source', { srcset: getApiUrl(dark), media }))
    picture.append(create(document, 'img', { src: getApiUrl(light), width, height, alt }))
    brand.querySelector('.brand-mark')?.remove()
    brand.querySelector('[data-site-name]')?.replaceWith(picture)
  }
}

/** Replaces the content of the design with the site's own. */
export function fillHome(document: Document, home: SiteHome, origin: string): void {
  const headline = document.querySelector('[data-headline]')
  if (headline && home.headline.length > 0) {
    const lines = home.headline.map((line) => {
      const span = document.createElement('span')
      setText(span, line, home.headlineLocale)
      return span
    })
    headline.replaceChildren(...lines)
    // The heading font may lack its characters.
    headline.setAttribute('data-own', '')
  }
  const lead = document.querySelector('[data-lead]')
  if (lead && home.lead) setText(lead, home.lead, home.leadLocale)
  const action = document.querySelector('[data-action]')
  if (action && home.action) {
    setText(action, home.action.label, home.action.locale)
    const { href } = home.action
    const { lang } = document.documentElement
    const language = isLocale(lang) ? lang : locales[0]
    action.setAttribute('href', href.startsWith('/') ? localizePath(href, language) : href)
  }
  const facts = document.querySelector<HTMLElement>('[data-facts]')
  if (facts) fillFacts(facts, home.facts)
  const picture = document.querySelector<HTMLElement>('[data-picture]')
  if (picture && home.picture === 'none') picture.remove()
  else if (picture && home.picture) fillPicture(picture, home.picture as HomePicture)
  if (home.share) {
    const { path, width, height } = home.share
    const share = {
      image: new URL(getApiUrl(path), origin).href,
      'image:width': width,
      'image:height': height,
      // Nobody here knows what the picture shows.
      'image:alt': document.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? '',
    }
    for (const [name, value] of Object.entries(share))
      document.querySelector(`meta[property="og:${name}"]`)?.setAttribute('content', String(value))
  }
}
