import { chromium as browsers } from '@playwright/test'
import lighthouse from 'lighthouse'
import { locales } from '#contract/locale.ts'
import { localePath } from '#lib/language.ts'
import { chromium } from '#tests/support/chromium.ts'
import { freePort, startSite } from '#tests/support/site-server.ts'

// npm run lighthouse [-- --untimed]: what Lighthouse says of the public pages on a phone. With --untimed the score for
// performance is told but not required, since it depends on the machine.

const least: Record<string, number> = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 }
const untimed = process.argv.includes('--untimed')
const paths = [
  ...locales.map((locale) => localePath('/guides/ios-mobile-upload', locale)),
  ...locales.map((locale) => localePath('/', locale)),
  ...locales.map((locale) => localePath('/musics', locale)),
]

const site = await startSite()
const port = await freePort()
const browser = await browsers.launch({
  ...chromium,
  args: [...chromium.args, `--remote-debugging-port=${port}`],
})
let failed = false
try {
  for (const path of paths) failed = (await measure(path)) || failed
} finally {
  await browser.close()
  site.stop()
}
process.exitCode = failed ? 1 : 0

/** Prints the scores of a page, and what keeps it from a full one; gives whether one is too low. */
async function measure(path: string): Promise<boolean> {
  const result = await lighthouse(site.origin + path, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(least),
  })
  if (!result) throw new Error(`Lighthouse has nothing to say of ${path}`)
  const { categories, audits } = result.lhr
  const scores = Object.entries(categories).map(([name, { score }]) => ({
    name,
    score: Math.round((score ?? 0) * 100),
  }))
  console.log(`${path.padEnd(34)} ${scores.map(({ name, score }) => `${name} ${score}`).join(', ')}`)
  const low = scores.filter(
    ({ name, score }) => score < (least[name] ?? 100) && !(untimed && name === 'performance'),
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
