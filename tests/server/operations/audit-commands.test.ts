// @module-tag extended
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCommandNames } from '#server/operator/run.ts'
import { createEncryption } from '#server/platform/auth/encryption.ts'
import type { Database } from '#server/platform/db/database.ts'
import { encryptDetails } from '#server/settlement/payees/details.ts'
import { encryptTaxId } from '#server/settlement/payees/tax-ids.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createTone } from '#tests/support/audio-files.ts'
import { expectChange } from '#tests/support/audit.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { queueTestMail } from '#tests/support/mails.ts'
import { formatAds, monthFileName } from '#tests/support/month-files.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatMetadata,
  metadataRow,
  reportFileName,
} from '#tests/support/report-files.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

const day = '2026-03-01'
const site = 'studio.example'
const boss = 'boss@studio.example'
/** Key for commands that encrypt or decrypt. */
const secretKey = '07'.repeat(32)
const isrc = 'KRA402000111'

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>
const ids = { channel: 0, owner: { siteId: 0, accountId: 0 } }

beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
  const created = await createSite(db, site)
  const manager = await createAccount(db, created, boss)
  await createAccount(db, created, 'alone@studio.example', undefined, false)
  await createAccount(db, created, 'kim@studio.example', manager)
  ids.owner = { siteId: created.id, accountId: manager }
  ids.channel = await createChannel(db, manager, channelIdFor('one'), {
    verification: 'verified',
    approval: 0,
  })
})
afterAll(async () => {
  await folder.remove()
  await db.close()
})

const catalog = (...lines: string[]) => ['isrc,track,artist,category,moods', ...lines, ''].join('\n')
const write = (name: string, content: string) => folder.write(name, content)
const run = (...args: string[]) =>
  runOperatorWith(db, { SECRET_KEY: secretKey, TRACK_FILES_DIR: join(folder.path, 'track-files') }, ...args)

async function queueFailedMail(): Promise<string> {
  const id = await queueTestMail(db, ids.owner, boss)
  await queryRaw(db, `update mails set state = 'failed' where id = $1`, [id])
  return String(id)
}

const findStatementNumber = async () => {
  const [statement] = await queryRaw<{ number: string }>(
    db,
    `select '202602-' || lpad(id::text, 6, '0') as number from statements where month = '2026-02-01'`,
  )
  return statement?.number ?? ''
}

/** Lists commands that change something, in an order in which each finds something to change. @returns the arguments */
const changes: Record<string, () => Promise<string[]>> = {
  import: async () => [await write(reportFileName('basic', day), formatActivity([activityRow(day)]))],
  'report withdraw': async () => ['activity', day],
  'report accept': async () => ['activity', day, '--reason', 'lost'],
  'report expect': async () => ['activity', day],
  'month import': async () => [await write(monthFileName('video_summary'), formatAds([['one', '1.5']]))],
  'month withdraw': async () => ['--month', '2026-03'],
  'rates set': async () => [day, '1390'],
  'rates import': async () => [await write('rates.csv', `${day},1392.5\n`)],
  'rates remove': async () => [day],
  'site add': async () => ['other.example', '--name', 'Other'],
  'site set': async () => [site, '--name', 'Studio', '--default-network', boss],
  'network adopt': async () => [
    await write(
      reportFileName('video_metadata', day),
      formatMetadata([metadataRow({ channel_id: channelIdFor('adopted') })]),
    ),
    ...['--site', 'adopted.example', '--manager', boss, '--from', day],
  ],
  'account promote': async () => ['alone@studio.example', '--site', site],
  'account roles': async () => [boss, 'owner,manager,reader', '--site', site],
  'account demote': async () => ['alone@studio.example', '--site', site],
  'account password': async () => [boss, '--site', site],
  'account confirm': async () => [boss, '--site', site],
  'account reset-factors': async () => {
    await queryRaw(
      db,
      `insert into totp_secrets (account_id, secret, last_step, created_at)
      select id, '', 0, now() from accounts where email = $1 and kind = 'person'`,
      [boss],
    )
    return [boss, '--site', site]
  },
  'account grant-operator': async () => [boss, '--site', site],
  'account revoke-operator': async () => [boss, '--site', site],
  'payment set': async () => [
    ...['--site', site, '--company-name', 'Studio Ltd.', '--company-address', '1 Film Street'],
    ...['--business-number', '123-45-67891', '--company-mail', 'pay@studio.example'],
    ...['--manager-name', 'Kim', '--manager-contact', '+82 2 123'],
  ],
  'partner add': async () => ['Shop', '--site', site],
  'partner revoke': async () => ['1'],
  'provider add': async () => [
    ...[site, 'google', '--client-id', 'hookline'],
    ...['--client-secret-file', await write('client-secret.txt', 'secret')],
  ],
  'provider set': async () => ['1', '--for', 'staff'],
  'provider remove': async () => ['1'],
  'channel review': async () => [String(ids.channel), 'approve'],
  'channel assign': async () => [
    await write('assignments.csv', `channel,member,from\n${ids.channel},kim@studio.example,2026-04-01\n`),
  ],
  'channel earns-from': async () => [String(ids.channel), '2026-01-31'],
  'member fee': async () => ['kim@studio.example', '20', '--from', '2026-04-01', '--site', site],
  'member import': async () => [
    await write('members.csv', 'email,nickname\nnew-member@studio.example,New\n'),
    ...['--network', boss, '--site', site],
  ],
  'network fee': async () => [boss, '15', '--site', site],
  'channel share': async () => [...[String(ids.channel), 'kim@studio.example=60', '--from', '2026-04-01']],
  'month close': async () => {
    await run(
      'month',
      'import',
      await write(monthFileName('video_summary', '202602'), formatAds([['one', '99.5']])),
    )
    const rate = ['--rate', '1390', '--reason', 'The bank’s rate.']
    const { text } = await run('month', 'preview', '--month', '2026-02', '--rate', '1390')
    const draft = /^draft (\w+)$/m.exec(text)?.[1] ?? ''
    const names = [...text.matchAll(/\[(.+)\]$/gm)].map(([, key]) => key)
    const explained = names.flatMap((name) => ['--explain', `${name}=There is none.`])
    return ['--month', '2026-02', '--draft', draft, ...rate, '--again', '1390', ...explained]
  },
  'month reopen': async () => ['--month', '2026-02', '--reason', 'A slip.'],
  'month release': async () => {
    await run('month', 'close', ...((await changes['month close']?.()) ?? []))
    return ['--month', '2026-02']
  },
  'payee show': async () => {
    const { accountId } = ids.owner
    const encryption = createEncryption(async () => Buffer.from(secretKey, 'hex'))
    const details = { name: 'Boss', bank: 'KB', account: '12345678', swift: null, country: null }
    await queryRaw(
      db,
      `insert into payees (account_id, kind, details, masked_account, entered_at)
      values ($1, 'business', $2, '•••• 5678', now())`,
      [accountId, await encryptDetails(encryption, accountId, { kind: 'business', ...details })],
    )
    return [String(accountId)]
  },
  'payee tax-id': async () => {
    const { accountId } = ids.owner
    const encryption = createEncryption(async () => Buffer.from(secretKey, 'hex'))
    await queryRaw(
      db,
      `insert into payee_tax_ids (account_id, number, masked_number, entered_at)
      values ($1, $2, '123-45-•••••', now())`,
      [accountId, await encryptTaxId(encryption, accountId, '1234567891')],
    )
    return [String(accountId)]
  },
  'payee confirm': async () => [String(ids.owner.accountId), '--version', '1'],
  'withholding set': async () => [site, '--kind', 'individual', '--from', '2026-04', '--income-tax', '3'],
  'withholding remove': async () => [site, '--kind', 'individual', '--from', '2026-04'],
  'statement pay': async () => [await findStatementNumber(), '--date', '2026-03-25', '--reference', 'Bank 1'],
  'statement return': async () => [
    await findStatementNumber(),
    '--date',
    '2026-03-26',
    '--reason',
    'Wrong holder',
  ],
  'question answer': async () => {
    const [asked] = await queryRaw<{ id: number }>(
      db,
      `with asked as (
        insert into questions (asked_by, network_id, kind, first_day, last_day, amount, currency, asked_at, last_asked_id)
        values ($1, $1, 'day', $2, $2, 0, 'KRW', now(), 1)
        returning id)
      insert into question_messages (question_id, is_answer, author_id, body, created_at)
      select id, false, $1, 'Why?', now() from asked
      returning question_id as id`,
      [ids.owner.accountId, day],
    )
    return [String(asked?.id), '--text', 'Because.']
  },
  'entry add': async () => [
    ...['kim@studio.example', '--site', site, '--kind', 'bonus'],
    ...['--amount', '1000', '--reason', 'A prize'],
  ],
  'entry remove': async () => {
    const [entry] = await queryRaw<{ id: number }>(
      db,
      'select id from manual_entries where removed_at is null',
    )
    return [String(entry?.id), '--network', boss, '--site', site]
  },
  'channel unassign': async () => [join(folder.path, 'assignments.csv')],
  'channel release': async () => [String(ids.channel), '--reason', 'Not theirs.'],
  'music moods': async () => [await write('moods.csv', 'key,ko,en,zh-CN,zh-TW\nlate-night,가,Late,深,深\n')],
  'music import': async () => [await write('catalog.csv', catalog(`${isrc},Old,Band,BGM,calm`))],
  'music supply': async () => {
    await writeFile(join(folder.path, `${isrc}.wav`), createTone(40))
    return [join(folder.path, `${isrc}.wav`)]
  },
  'music remove-file': async () => [isrc],
  'music withdraw': async () => [isrc],
  'music restore': async () => [isrc],
  'mail suppress': async () => ['gone@studio.example'],
  'mail unsuppress': async () => ['gone@studio.example'],
  'mail show': async () => [await queueFailedMail()],
  'mail retry': async () => [await queueFailedMail()],
  'notice publish': async () => [await write('spring.en.md', '# Spring\n\nNew music.\n'), '--site', site],
  'notice edit': async () => ['1', await write('spring.en.md', '# Spring\n\nMore\nmusic.\n')],
  'notice pin': async () => ['1'],
  'notice unpin': async () => ['1'],
  'notice withdraw': async () => ['1'],
  'notice restore': async () => ['1'],
}

const readOnly = [
  ...['audit', 'backup', 'doctor', 'report days', 'report list', 'report show', 'report totals'],
  ...[
    'rates list',
    'site list',
    'site show',
    'account list',
    'account why',
    'payment show',
    'invoice list',
    'ledger journal',
    'partner list',
    'provider list',
    'channel list',
    'channel show',
  ],
  ...['music list', 'music files', 'music downloads', 'notice list', 'notice show', 'mail list', 'mail test'],
  ...['month list', 'month show', 'month totals', 'month reconcile', 'month preview'],
  ...['payee list', 'member fees', 'withholding list', 'withholding totals'],
  ...['statement list', 'statement show', 'statement account', 'statement pdf', 'entry list', 'payout list'],
  ...['question list', 'question show'],
  ...['youtube status', 'youtube jobs'],
]

/** report-fetching.test.ts tests these, because they need YouTube. */
const fetching = ['youtube connect', 'youtube disconnect', 'youtube fetch']

interface Entry {
  action: string
  actor: string
  detail: Record<string, unknown>
}

const takeEntries = async (database: Database = db): Promise<Entry[]> => {
  const entries = await queryRaw<Entry>(database, 'select action, actor, detail from audit_log order by id')
  await clearAuditLog(database)
  return entries
}

const getChange = ({ action, detail: { before, after } }: Entry) => ({ action, before, after })

describe('a command', () => {
  test('either changes something or only reads', async () => {
    expect((await listCommandNames()).sort()).toEqual(
      [
        ...Object.keys(changes),
        ...readOnly,
        ...fetching,
        // tests/server/people/sign-in-help.test.ts, membership.test.ts
        ...['account mail-link', 'account allow-attempts', 'account move'],
        // tests/server/settlement/bank-exchange.test.ts
        ...['payout export', 'payout results', 'payout cancel'],
        // tests/server/portal/site-pages.test.ts
        'site pages',
        // tests/server/settlement/deletions.test.ts
        ...['account remove', 'channel remove'],
        // tests/server/settlement/tax-files.test.ts
        'withholding file',
        // tests/server/settlement/tax-invoices.test.ts
        'invoice record',
        'restore',
        'migrate',
        'distribute',
        'reencrypt',
      ].sort(),
    )
  })

  test('reencrypt leaves the key of before and the new one', async () => {
    const [oldKey, newKey] = ['07'.repeat(32), '08'.repeat(32)]
    const oldEncryption = createEncryption(async () => Buffer.from(oldKey, 'hex'))
    const { accountId } = ids.owner
    const secret = await oldEncryption.encrypt(new Uint8Array(20), `totp ${accountId}`)
    await queryRaw(
      db,
      'insert into totp_secrets (account_id, secret, last_step, created_at) values ($1, $2, 0, now())',
      [accountId, secret],
    )
    await clearAuditLog(db)
    await runOperatorWith(db, { SECRET_KEY: newKey, SECRET_KEY_OLD: oldKey }, 'reencrypt')
    await queryRaw(db, 'delete from totp_secrets')
    const entries = await takeEntries()
    expect(entries.map(({ action }) => action)).toEqual(['reencrypt'])
    expectChange(entries[0]?.detail)
  })

  test.each(Object.keys(changes))('%s leaves the old and the new values', async (name) => {
    const args = (await changes[name]?.()) ?? []
    await clearAuditLog(db)
    await run(...name.split(' '), ...args)
    const entries = await takeEntries()
    expect(entries.map(({ action }) => action)).toContain(name)
    for (const { actor, detail } of entries) {
      expect(actor).toBe('operator')
      expectChange(detail)
    }
  })
})

describe('an entry', () => {
  test('has the payment values without personal data', async () => {
    await run('payment', 'set', '--site', site, '--company-name', 'Film Ltd.', '--manager-name', 'Lee')
    expect((await takeEntries()).map(getChange)).toEqual([
      {
        action: 'payment set',
        before: { company_name: 'Studio Ltd.', manager_name: '(hidden)' },
        after: { company_name: 'Film Ltd.', manager_name: '(hidden)' },
      },
    ])
  })

  test('has the text that an edit replaced, and prints on one line', async () => {
    await run(
      'notice',
      'edit',
      '1',
      await write('spring.en.md', `# Spring\n\n${'Much more music.\n'.repeat(9)}`),
    )
    const [line] = (await run('audit')).lines
    expect(line).toContain('body_en: More music. → Much more music.')
    expect(line).toMatch(/…$/)
    const [entry] = await takeEntries()
    expect(entry?.detail.before).toEqual({ body_en: 'More\nmusic.' })
  })

  test('is there for each track that an import changes, withdraws or restores', async () => {
    const importCatalog = async (...lines: string[]) => {
      await writeFile(join(folder.path, 'catalog.csv'), catalog(...lines))
      await run('music', 'import', join(folder.path, 'catalog.csv'), '--withdraw-missing')
      return (await takeEntries()).map(getChange)
    }
    const action = 'music import'
    const other = 'KRA402000112,Other,Band,BGM,calm'
    expect(await importCatalog(`${isrc},New,Band,song,late-night`, other)).toEqual([
      { action, before: { name: 'Old', category: 'BGM' }, after: { name: 'New', category: 'song' } },
      { action, before: { moods: ['calm'] }, after: { moods: ['late-night'] } },
      {
        action,
        before: { tracks: 1, withdrawn_tracks: 0 },
        after: { tracks: 2, withdrawn_tracks: 0 },
      },
    ])
    const missing = { withdrawn: 'missing in a file' }
    expect(await importCatalog(other)).toEqual([
      { action, before: { withdrawn: false }, after: missing },
      { action, before: { tracks: 2, withdrawn_tracks: 0 }, after: { tracks: 1, withdrawn_tracks: 1 } },
    ])
    expect(await importCatalog(`${isrc},New,Band,song,late-night`, other)).toEqual([
      { action, before: missing, after: { withdrawn: false } },
      { action, before: { tracks: 1, withdrawn_tracks: 1 }, after: { tracks: 2, withdrawn_tracks: 0 } },
    ])
  })

  test('prints rates of before and after, of entries of earlier versions too', async () => {
    await run('rates', 'set', day, '1390')
    await execRaw(
      db,
      `insert into audit_log (actor, action, detail)
      values ('operator', 'rates set', '{"before": "1380", "after": "1390"}')`,
    )
    const { lines } = await run('audit')
    expect(lines.map((line) => line.replace(/.*rates set {2}/, ''))).toEqual([
      'won: 1380 → 1390',
      `rate ${day}  won: – → 1390`,
    ])
  })
})
