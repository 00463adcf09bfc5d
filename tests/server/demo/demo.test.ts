// @module-tag extended
// @module-tag adapter
import { expect, test } from 'vitest'
import { locales } from '#contract/platform/locale.ts'
import { readMeta } from '#contract/portal/site.ts'
import { readHome } from '#contract/portal/site-home.ts'
import { ensureDemoData } from '#server/demo/seed/seed.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { startApi, testEncryption } from '#tests/support/api.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

const now = new Date('2026-11-20T09:00:00Z')

test('instances that start together seed the demo once and wait for it', async () => {
  const template = await prepareProcessDatabase(async () => {})
  const instance = await template.copy()
  const first = await instance.open()
  const url = instance.environment.DATABASE_URL
  const second = url ? await openDatabase({ databaseUrl: url, dataDir: '' }) : first
  const lines: string[] = []
  const start = async (db: typeof first) => {
    await ensureDemoData(db, now, testEncryption, (line) => lines.push(line))
    return queryRaw<{ domain: string }>(db, 'select domain from sites')
  }
  const [one, two] = await Promise.all([start(first), start(second)])
  expect(one.length).toBeGreaterThan(2)
  expect(two).toEqual(one)
  expect(lines).toHaveLength(2)
  expect(await findBrokenReportInvariants(first)).toEqual([])
  const api = await startApi(first)
  for (const domain of ['mcn2.localhost', 'mcn3.localhost', 'mcn4.localhost', 'playlist.localhost']) {
    for (const language of locales) {
      const { home } = await api.call(readHome, { domain: '', query: { domain }, language })
      expect([home.leadLocale, home.action?.locale, home.facts.length]).toEqual([language, language, 3])
    }
  }
  for (const { domain } of one) {
    for (const language of locales.filter((locale) => locale !== 'ko')) {
      const { metadata } = await api.call(readMeta, { domain: '', query: { domain }, language })
      expect(metadata.name, `${domain} in ${language}`).not.toMatch(/\p{scx=Hangul}/u)
    }
  }
  await first.close()
  if (postgresUrl) await second.close()
  await instance.remove()
  await template.remove()
}, 120_000)
