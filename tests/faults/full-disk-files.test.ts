import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadSecretKey } from '#server/platform/auth/encryption.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { formatError } from '#server/platform/expected-error.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite, insertAssignment } from '#tests/support/accounts.ts'
import { createMp3Frames, createTone } from '#tests/support/audio-files.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { dumpRows } from '#tests/support/database-dump.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runFailingOperator } from '#tests/support/operator.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { contentOwnerId, createIssue, startFetching } from '#tests/support/report-fetching.ts'
import { describeOnSmallDisk } from '#tests/support/small-disk.ts'

// The database has space, the folder of what is written has none.

const month = '2026-03-01'

describeOnSmallDisk('a full disk', 8, ({ path: folder, fill, free }) => {
  let db: Database
  let inputs: string
  let statement: string
  beforeAll(async () => {
    inputs = await mkdtemp(join(tmpdir(), 'hookline-inputs-'))
    await writeInputs()
    db = await createOwnDatabase()
    const site = await createSite(db, 'studio.example')
    const boss = await createAccount(db, site, 'boss@studio.example')
    const ann = await createAccount(db, site, 'ann@studio.example', boss)
    await insertAssignment(db, await createChannel(db, boss, channelIdFor('ann')), ann)
    await insertConfirmedPayee(db, ann)
    await queryRaw(
      db,
      `insert into tracks (isrc, name, artist, category) values ('KRA402000112', 'A', 'B', 'BGM')`,
    )
    await queryRaw(db, 'update accounts set email_confirmed_at = now()')
    await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
    await insertMonthFile(db, { month, source: 'ads', amounts: { [channelIdFor('ann')]: '100' } })
    const now = new Date('2026-04-20T03:00:00Z')
    await closeAndRelease(db, { month, krwMicros: 1_000_000_000, now, explanation: 'x' })
    const [row] = await selectStatements(db, { ids: undefined })
    statement = formatStatementNumber(month, row?.id ?? 0)
  })
  afterEach(async () => {
    await free()
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
  })
  afterAll(async () => {
    await db.close()
    await rm(inputs, { recursive: true })
  })

  async function writeInputs(): Promise<void> {
    const createPicture = (width: number, height: number, background: string) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toFile(join(inputs, `${background}.png`))
    await createPicture(900, 600, 'teal')
    await createPicture(400, 200, 'navy')
    await createPicture(128, 128, 'gold')
    await createPicture(1200, 630, 'gray')
    await writeFile(join(inputs, 'audio.mp3'), createMp3Frames(100))
    await writeFile(join(inputs, 'KRA402000112.wav'), createTone(40))
    await writeFile(
      join(inputs, 'catalog.csv'),
      'isrc,track,artist,category,cover,exclusive_logo,audio\nKRA402000111,A,B,BGM,teal.png,navy.png,audio.mp3\n',
    )
  }

  const listFiles = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name !== 'filler')
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))

  const output = (name: string) => join(folder, name)
  const image = (color: string) => join(inputs, `${color}.png`)

  interface Kind {
    words(): string[]
    /** Space for the first part of what is written. */
    leaving?: number
    /** Content-addressed files may stay: they are whole, and taken by the next attempt. */
    keeps?: RegExp
  }

  const kinds: Record<string, Kind> = {
    'a table': {
      words: () => [
        ...['ledger', 'journal', '--from', '2026-01-01', '--to', '2026-12-31'],
        ...['--output', output('journal.csv')],
      ],
    },
    'a statement': { words: () => ['statement', 'pdf', statement, '--output', output('statement.pdf')] },
    'half of a statement': {
      words: () => ['statement', 'pdf', statement, '--output', output('statement.pdf')],
      leaving: 8_192,
    },
    'a file for a bank': {
      words: () => [
        ...['payout', 'export', 'kb', '--site', 'studio.example', '--network', 'boss@studio.example'],
        ...['--output', output('bank.xlsx')],
      ],
    },
    'a backup': { words: () => ['backup', output('hookline.backup')] },
    'half of a backup': { words: () => ['backup', output('hookline.backup')], leaving: 4_096 },
    'a catalog': { words: () => ['music', 'import', join(inputs, 'catalog.csv')] },
    'half of a catalog': {
      words: () => ['music', 'import', join(inputs, 'catalog.csv')],
      leaving: 16_384,
      keeps: /^media\/(covers|logos|audio)\/[0-9a-f]{32}[.\w-]+$/,
    },
    'the file of a track': { words: () => ['music', 'supply', join(inputs, 'KRA402000112.wav')] },
    'half of the file of a track': {
      words: () => ['music', 'supply', join(inputs, 'KRA402000112.wav')],
      leaving: 65_536,
    },
    'images of a site': {
      words: () => [
        ...['site', 'set', 'studio.example', '--logo', image('navy'), '--favicon', image('gold')],
        ...['--picture', image('teal'), '--share', image('gray')],
      ],
    },
    'half of the images of a site': {
      words: () => [
        ...['site', 'set', 'studio.example', '--logo', image('navy'), '--favicon', image('gold')],
        ...['--picture', image('teal'), '--share', image('gray')],
      ],
      leaving: 8_192,
      keeps: /^media\/(site-logos|favicons|site-pictures|share-pictures)\/[0-9a-f]{32}[.\w-]+$/,
    },
  }

  const environment = {
    MEDIA_DIR: join(folder, 'media'),
    TRACK_FILES_DIR: join(folder, 'track-files'),
    SECRET_KEY: '07'.repeat(32),
  }
  const run = (words: string[]) => runFailingOperator(db, environment, ...words)

  test.each(Object.entries(kinds))(
    'has no space for %s: nothing of it stays, and it is written once there is',
    async (_, { words, leaving, keeps }) => {
      const before = await dumpRows(db)
      await fill(leaving)
      const { status, text } = await run(words())
      expect(text).toMatch(
        new RegExp(`^The disk is full: there is no space left for .* in ${folder}.*Free some space`, 'm'),
      )
      expect(status).toBe(2)
      expect((await listFiles()).filter((name) => !keeps?.test(name))).toEqual([])
      await free()
      expect(await dumpRows(db)).toEqual(before)
      expect(await run(words())).toMatchObject({ status: 0 })
      expect((await listFiles()).length).toBeGreaterThan(0)
      expect((await listFiles()).filter((name) => /part/.test(name))).toEqual([])
    },
  )

  test('has no space for the key of secrets: it says so, and makes one once there is', async () => {
    const config = readConfig({ DATA_DIR: folder })
    await fill()
    const refusal = await loadSecretKey(config).catch(formatError)
    expect(refusal).toMatch(new RegExp(`^The disk is full: there is no space left for .* in ${folder}`))
    expect(await listFiles()).toEqual([])
    await free()
    expect(await loadSecretKey(config)).toHaveLength(32)
  })

  test('has no space for reports: the operator hears of it, and they are imported once there is', async () => {
    const fetching = await startFetching(db)
    await fetching.connect()
    await fetching.fetch()
    for (const type of ['content_owner_basic_a4', 'content_owner_estimated_revenue_a1']) {
      const job = fetching.world.findJob(contentOwnerId, type)
      if (job) fetching.world.addReport(job, '2026-02-27', { content: createIssue(type, '2026-02-27') })
    }
    const settings = { ...fetching.dependencies.settings, spoolDir: folder }
    await fill()
    await expect(fetching.fetch({ settings })).rejects.toThrow('disk is full')
    const listProblems = () =>
      queryRaw<{ kind: string }>(
        db,
        "select kind from operator_alerts where kind = 'storage' and ended_at is null",
      )
    expect(await listProblems()).toEqual([{ kind: 'storage' }])
    expect(await listFiles()).toEqual([])
    await free()
    expect(await fetching.fetch({ settings })).toMatchObject({ imported: 2 })
    expect(await listProblems()).toEqual([])
    expect((await listFiles()).filter((name) => /part/.test(name))).toEqual([])
    await fetching.close()
  })
})
