import { demoHomes } from '#server/demo/data/home-texts.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { saveHomeTexts } from '#server/portal/site/home-queries.ts'
import { findHomeProblems, toHomeTexts } from '#server/portal/site/home-texts.ts'

export async function insertHome(tx: Queryable, siteId: number, domain: string): Promise<void> {
  const home = demoHomes[domain]
  if (!home) return
  const [problem] = findHomeProblems(home)
  if (problem) throw new Error(`The home page of ${domain}: ${problem.path.join('.')} ${problem.message}`)
  await saveHomeTexts(tx, siteId, toHomeTexts(home))
}
