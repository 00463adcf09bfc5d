import { chromium as browsers } from '@playwright/test'
import lighthouse from 'lighthouse'
import { locales } from '#contract/platform/locale.ts'
import { designIds } from '#contract/portal/design.ts'
import { getGuidePath, guideEntries } from '#lib/guides/manifest.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { chromiumOptions } from '#tests/support/chromium-options.ts'
import { startSite } from '#tests/support/site-server.ts'
import { findFreePort } from '../../scripts/free-port.mjs'

// npm run lighthouse [-- --untimed --all] runs Lighthouse on the public pages as on a phone: one of each kind in four
// languages and the homes of all designs, or with --all every page in every language and design. With --untimed, the
// score for performance is reported but not required, since it depends on the machine.

const minScores: Record<string, number> = {
  performance: 99,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
const isUntimed = process.argv.includes('--untimed')
const previews = designIds.map((design) => design.replace(/^mcn-/, '?d='))
const localize = (path: string) => locales.map((locale) => localizePath(path, locale))
const guides = guideEntries.map(({ slug }) => getGuidePath(slug))
const pages = ['/', '/musics', ...guides].flatMap(localize)
const paths = process.argv.includes('--all')
  ? previews.flatMap((preview) => pages.map((path) => path + preview))
  : [
      ...['/guides/ios-mobile-upload', '/guides/getting-paid', '/', '/musics'].flatMap(localize),
      ...previews.filter((preview) => preview !== '').map((preview) => `/${preview}`),
    ]

const site = await startSite()
const port = await findFreePort()
const browser = await browsers.launch({
  ...chromiumOptions,
  args: [...chromiumOptions.args, `--remote-debugging-port=${port}`],
})
let hasFailed = false
try {
  for (const path of paths) hasFailed = (await measure(path)) || hasFailed
} finally {
  await browser.close()
  site.stop()
}
process.exitCode = hasFailed ? 1 : 0

/** Prints a page's scores and what lowers them. @returns whether one is too low */
async function measure(path: string): Promise<boolean> {
  const result = await lighthouse(site.origin + path, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(minScores),
  })
  if (!result) throw new Error(`Lighthouse has nothing to say of ${path}`)
  const { categories, audits } = result.lhr
  const scores = Object.entries(categories).map(([name, { score }]) => ({
    name,
    score: Math.round((score ?? 0) * 100),
  }))
  console.log(`${path.padEnd(34)} ${scores.map(({ name, score }) => `${name} ${score}`).join(', ')}`)
  const low = scores.filter(
    ({ name, score }) => score < (minScores[name] ?? 100) && !(isUntimed && name === 'performance'),
  )
  for (const { name } of low) {
    for (const { id } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id]
      if (audit && audit.score !== null && audit.score < 1)
        console.log(`  ${name}: ${audit.title} ${audit.displayValue ?? ''}`)
    }
  }
  return low.length > 0
}
