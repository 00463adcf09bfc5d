import type { Locale } from '#contract/locale.ts'

interface Crumb {
  readonly name: string
  readonly url: string
}

export const createBreadcrumb = (crumbs: readonly Crumb[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, url }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: url,
  })),
})

interface HowToOptions {
  readonly locale: Locale
  readonly url: string
  readonly image: string
  readonly title: string
  readonly description: string
  readonly minutes?: number | undefined
  readonly steps: readonly { id: string; title: string; text: string }[]
}

export function createHowTo({ locale, url, image, title, description, minutes, steps }: HowToOptions) {
  const page = { '@id': url, url, image, inLanguage: locale, description }
  if (steps.length === 0) return { '@type': 'Article', headline: title, ...page }
  return {
    '@type': 'HowTo',
    name: title,
    ...page,
    ...(minutes && { totalTime: `PT${minutes}M` }),
    step: steps.map((step, i) => ({
      '@type': 'HowToStep',
      position: i + 1,
      name: step.title,
      text: step.text.replaceAll('**', ''),
      url: `${url}#${step.id}`,
    })),
  }
}
