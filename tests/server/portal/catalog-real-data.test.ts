import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const realDataFile = fileURLToPath(new URL('../../../../shared/realdata/kr_isrc_real.csv', import.meta.url))
const hasRealData = existsSync(realDataFile)
if (!hasRealData) console.warn(`SKIPPED: ${realDataFile} is not there, so no real ISRCs were imported.`)

test.skipIf(!hasRealData)(
  'real tracks are taken in as they are, by either way of writing their ISRCs',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hookline-real-'))
    const db = await createTestDatabase()
    onTestFinished(async () => {
      await db.close()
      await rm(folder, { recursive: true })
    })
    // The file has the columns isrc, display, track, artist and release_date: only the category is missing.
    const [head = '', ...lines] = (await readFile(realDataFile, 'utf8')).trimEnd().split(/\r?\n/)
    const byCode = join(folder, 'code.csv')
    const byDisplay = join(folder, 'display.csv')
    await writeFile(byCode, [`${head},category`, ...lines.map((line) => `${line},song`)].join('\n'))
    const shown = head.replace('isrc,display', 'code,isrc')
    await writeFile(byDisplay, [`${shown},category`, ...lines.map((line) => `${line},SONG`)].join('\r\n'))
    const run = (path: string) =>
      runOperatorWith(db, { MEDIA_DIR: join(folder, 'media') }, 'music', 'import', path)
    const first = await run(byCode)
    expect(first).toMatchObject({ status: 0 })
    expect(first.text).toMatch(/unknown columns: display, release_date/)
    expect(first.text).toMatch(new RegExp(`${lines.length} tracks: ${lines.length} added`))
    expect((await run(byDisplay)).text).toMatch(new RegExp(`0 added, 0 changed, ${lines.length} unchanged`))
    const isrcs = await queryRaw<{ isrc: string }>(db, 'select isrc from tracks')
    expect(new Set(isrcs.map(({ isrc }) => isrc))).toEqual(new Set(lines.map((line) => line.slice(0, 12))))
  },
)
