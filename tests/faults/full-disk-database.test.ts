import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addChannel } from '#contract/channels/channel-changes.ts'
import { createTag } from '#contract/channels/channel-tags.ts'
import { updateAccount } from '#contract/people/account.ts'
import { join as joinSite, login } from '#contract/people/auth.ts'
import { requestPasswordReset } from '#contract/people/email-links.ts'
import { setFees } from '#contract/people/fees.ts'
import { addMember } from '#contract/people/member-management.ts'
import { saveView } from '#contract/portal/saved-views.ts'
import { createSharedReport } from '#contract/portal/shared-reports.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type ManagedJobQueue, RetryLater } from '#server/platform/jobs/queue.ts'
import { createLog } from '#server/platform/log.ts'
import { getObstacleKey } from '#server/settlement/closing/closing-obstacles.ts'
import { draftMonth } from '#server/settlement/closing/drafts.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { buildYoutubeChannel, createInMemoryYoutube } from '#tests/support/channel-fixtures.ts'
import { dumpRows } from '#tests/support/database-dump.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { listJobStates, startJobs } from '#tests/support/jobs.ts'
import { formatAds, monthFileName } from '#tests/support/month-files.ts'
import { runFailingOperator } from '#tests/support/operator.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { activityRow, formatActivity, reportFileName } from '#tests/support/report-files.ts'
import { describeOnSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts'
import { findPrograms, startPostgres } from '../../scripts/postgres-server.mjs'

// Every kind of write, while the disk of the database is full: it is refused as a whole, and succeeds once there is space.

const domain = 'studio.example'
const network = ['--site', domain, '--network', `boss@${domain}`]
const today = new Date().toISOString().slice(0, 10)
const month = '2026-03-01'

/** What became of a write. */
type Outcome = 'done' | 'refused'

type Write = (number: number) => Promise<Outcome>

function addTests(disk: SmallDisk, open: () => Promise<Database>): void {
  let db: Database
  let api: Api
  let jobs: ManagedJobQueue
  let folder: string
  const logLines: string[] = []
  let manager: string
  let memberId: number
  const newChannels = Array.from({ length: 40 }, (_, at) => channelIdFor(`new${at}`))

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hookline-inputs-'))
    db = await open()
    await migrate(db)
    const site = await createSite(db, domain)
    const boss = await createAccount(db, site, `boss@${domain}`)
    memberId = await createAccount(db, site, `ann@${domain}`, boss)
    await insertAssignment(db, await createChannel(db, boss, channelIdFor('ann')), memberId)
    await insertConfirmedPayee(db, memberId)
    await queryRaw(
      db,
      `update accounts set email_confirmed_at = now(), created_at = now() - interval '1 day'`,
    )
    await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
    jobs = await startJobs(db, createLog('error', { write: (line: string) => void logLines.push(line) }))
    const { youtube } = createInMemoryYoutube(...newChannels.map((id) => buildYoutubeChannel(id)))
    api = await startApi(db, undefined, { youtube, jobs })
    manager = await signIn(api, `boss@${domain}`, domain)
    await leaveNoRoomInPages(db)
  })
  afterAll(async () => {
    await jobs.close()
    await db.close()
    await rm(folder, { recursive: true })
  })

  const call =
    (endpoint: Parameters<Api['request']>[0], body: (number: number) => object, isPublic = false): Write =>
    async (number) => {
      // Limits are not what is tested: each attempt has its own address and time.
      api.clock.now = new Date(Date.now() + number * 600_000)
      const address = `10.1.${number >> 8}.${number % 256}`
      const reply = await api.request(endpoint, {
        domain,
        body: body(number),
        token: isPublic ? '' : manager,
        tamper: (sent) => void Object.assign(sent, { 'X-Forwarded-For': address }),
      })
      if (reply.status === 200) return 'done'
      expect(reply).toMatchObject({ status: 503, body: { code: 'storage_full' } })
      expect(reply.headers.get('Retry-After')).toBe('60')
      return 'refused'
    }

  const command =
    (words: (number: number) => string[] | Promise<string[]>): Write =>
    async (number) => {
      const { status, text } = await runFailingOperator(
        db,
        { SECRET_KEY: '07'.repeat(32) },
        ...(await words(number)),
      )
      if (status === 0) return 'done'
      expect(text).toMatch(
        /^The disk is full: there is no space left for .*Nothing is lost: .*Free some space/,
      )
      return 'refused'
    }

  async function writeInput(name: string, content: string): Promise<string> {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }

  const getStatementNumber = async () => {
    const rows = await selectStatements(db, {})
    const id = rows.find(({ accountId }) => accountId === memberId)?.id
    return formatStatementNumber(month, id ?? 0)
  }

  async function writeBankResult(): Promise<string> {
    const line = [await getStatementNumber(), 100_000, '정상', '', today, 'T1'].join('\t')
    const header = '업체사용 KEY\t입금액\t처리결과\t오류내용\t처리일시\t거래번호'
    return writeInput('result.txt', `${header}\n${line}\n`)
  }

  const close = async () => {
    const options = { month, krwMicros: 1_000_000_000, now: new Date() }
    const { fingerprint, obstacles } = await db.readSnapshot((view) => draftMonth(view, options))
    const explained = obstacles.flatMap((obstacle) => ['--explain', `${getObstacleKey(obstacle)}=x`])
    const rate = ['--rate', '1000', '--reason', 'x', '--again', '1000']
    return ['month', 'close', '--month', '2026-03', '--draft', fingerprint, ...rate, ...explained]
  }

  // Those of a month come first, each once: their tables are empty.
  const writes: Record<string, Write> = {
    'a file of a month': command(async () => [
      ...['month', 'import', '--owner', 'main', '--month', '2026-03'],
      await writeInput(monthFileName('ads'), formatAds([['ann', '100']])),
    ]),
    'the closing of a month': command(close),
    'the release of a month': command(() => ['month', 'release', '--month', '2026-03']),
    'a file for a bank': command((number) => [
      ...['payout', 'export', 'kb', ...network, '--output', join(folder, `bank${number}.xlsx`)],
    ]),
    'results of a bank': command(async () => [
      ...['payout', 'results', await writeBankResult(), ...network, '--date', today],
    ]),
    'an entry by hand': command(() => [
      ...['entry', 'add', `ann@${domain}`, '--site', domain, '--kind', 'bonus'],
      ...['--amount', '1000', '--reason', 'x'],
    ]),
    'a daily report': command(async (number) => [
      'import',
      await writeInput(
        reportFileName('basic', addDays('2026-03-01', number)),
        formatActivity([activityRow(addDays('2026-03-01', number))]),
      ),
      ...['--created', '2026-11-01T00:00:00Z'],
    ]),
    'a catalog': command(async (number) => [
      ...['music', 'import'],
      await writeInput(
        'c.csv',
        `isrc,track,artist,category\nKRA4020${String(number).padStart(5, '0')},A,B,BGM\n`,
      ),
    ]),
    'rates of exchange': command((number) => ['rates', 'set', addDays('2026-01-01', number), '1392.5']),
    'a notice': command(async (number) => [
      ...['notice', 'publish', await writeInput('n.en.md', `# Number ${number}\n\nNew.\n`), '--site', domain],
    ]),
    'a site': command((number) => ['site', 'add', `site${number}.example`, '--name', 'x']),
    'settings of a site': command((number) => ['site', 'set', domain, '--name', `Studio ${number}`]),
    'a key of a partner': command((number) => ['partner', 'add', `shop ${number}`, '--site', domain]),
    'a sign-in': call(login, () => ({ id: `ann@${domain}`, password }), true),
    'a join': call(
      joinSite,
      (number) => ({ email: `joined${number}@${domain}`, password, nickname: `j${number}` }),
      true,
    ),
    'a mail': call(requestPasswordReset, () => ({ email: `ann@${domain}` }), true),
    'a nickname': call(updateAccount, (number) => ({ nickname: `name ${number}` })),
    'a tag': call(createTag, (number) => ({ name: `tag ${number}` })),
    'a saved view': call(saveView, (number) => ({
      name: `view ${number}`,
      path: '/dashboard',
      query: 'period=latest',
    })),
    'a shared report': call(createSharedReport, (number) => ({
      title: `report ${number}`,
      channels: [channelIdFor('ann')],
      time: { period: 'latest' },
      days: 7,
    })),
    'a member': call(addMember, (number) => ({ user_id: `m${number}@${domain}`, nickname: `m ${number}` })),
    'fees of members': call(setFees, (number) => ({
      fees: [{ member: memberId, fee_rate: number % 100, from: addDays('2026-04-01', number) }],
    })),
    'a channel': call(addChannel, (number) => ({
      link: `https://www.youtube.com/channel/${newChannels[number % newChannels.length]}`,
      category: 'people',
    })),
  }

  afterEach(disk.free)

  let number = 0
  const maxAttempts = 50

  test.each(Object.entries(writes))(
    'has no space for %s: it is refused whole, and succeeds once there is',
    async (_, write) => {
      await startSegment(db)
      await disk.fill()
      let before = await dumpRows(db)
      // A page may have room for the first ones.
      for (let attempt = 0; (await write(++number)) === 'done'; attempt++) {
        expect(attempt).toBeLessThan(maxAttempts)
        before = await dumpRows(db)
      }
      expect(await dumpRows(db)).toEqual(before)
      await disk.free()
      expect(await dumpRows(db)).toEqual(before)
      expect(await write(number)).toBe('done')
      expect(await dumpRows(db)).not.toEqual(before)
    },
  )

  /** As a full page does: this row has no space, and others do. */
  const refuseRetries = () =>
    execRaw(
      db,
      `create function refuse_retry() returns trigger language plpgsql as $$
      begin raise exception 'no space' using errcode = '53100'; end $$;
      create trigger refuse_retry before insert or update on jobs.job_common
      for each row when (new.state = 'retry') execute function refuse_retry()`,
    )

  test('has no space to record that a job has failed: it is tried again once there is', async () => {
    await refuseRetries()
    let attempts = 0
    await jobs.registerHandler('refresh-lists', async () => {
      if (++attempts === 1) throw new RetryLater(0)
    })
    await jobs.enqueueMissing('refresh-lists', [0])
    await expect.poll(() => attempts).toBe(1)
    await expect.poll(() => logLines.some((line) => line.includes('job queue failed'))).toBe(true)
    await execRaw(db, 'drop function refuse_retry cascade')
    const patient = { timeout: 40_000 }
    await expect.poll(() => listJobStates(db, 'refresh-lists'), patient).toEqual(['completed'])
    expect(attempts).toBe(2)
  })

  test('keeps all of it when it is opened again', async () => {
    const before = await dumpRows(db)
    await jobs.close()
    await db.close()
    db = await open()
    jobs = await startJobs(db)
    expect(await dumpRows(db)).toEqual(before)
  })
}

/** New rows need a new page soon. */
async function leaveNoRoomInPages(db: Database): Promise<void> {
  const tables = await queryRaw<{ name: string }>(
    db,
    `select c.oid::regclass::text as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r'
      and n.nspname in ('public', 'jobs')`,
  )
  await execRaw(db, tables.map(({ name }) => `alter table ${name} set (fillfactor = 10);`).join('\n'))
}

/** The log of the database has space for what follows: without, it stops (see full-disk.test.ts). */
const startSegment = (db: Database) => execRaw(db, 'checkpoint')

describeOnSmallDisk('a full disk of the embedded database', 120, (disk) => {
  addTests(disk, () => openDatabase({ databaseUrl: undefined, dataDir: join(disk.path, 'data') }))
})

if (findPrograms())
  describeOnSmallDisk('a full disk of PostgreSQL', 160, (disk) => {
    let server: Awaited<ReturnType<typeof startPostgres>>
    beforeAll(async () => {
      server = await startPostgres({ parentFolder: disk.path })
    })
    afterAll(() => server?.stop())
    describe('its server', () => {
      addTests(disk, () => openDatabase({ databaseUrl: server?.url, dataDir: '' }))
    })
  })
else test.skip('a full disk of PostgreSQL: this machine has none that Hookline supports')
