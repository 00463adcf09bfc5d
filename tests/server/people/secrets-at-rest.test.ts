// @module-tag extended
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { join as joinSite, login } from '#contract/people/auth.ts'
import { changeEmail, readEmailLink, requestPasswordReset } from '#contract/people/email-links.ts'
import { addMember } from '#contract/people/member-management.ts'
import { addTotp, startTotp } from '#contract/people/second-factor.ts'
import { createSignInCode } from '#contract/people/sign-in-codes.ts'
import { createSharedReport } from '#contract/portal/shared-reports.ts'
import { updatePayee } from '#contract/settlement/payees.ts'
import { writeBackup } from '#server/operations/backup/writer.ts'
import { createEncryption, loadSecretKey } from '#server/platform/auth/encryption.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/log.ts'
import { startMailWorker } from '#server/platform/mail/worker.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, insertFacts } from '#tests/support/facts.ts'
import { type FakeSmtp, readMessage, startFakeSmtp } from '#tests/support/fake-smtp-server.ts'
import { startJobs } from '#tests/support/jobs.ts'
import { queueTestMail } from '#tests/support/mails.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

// Asks for every kind of link, code and number, reads the mails as they were sent, and searches for each value in all that
// is stored.

const domain = 'example.test'
const account = '110987654321'
const taxId = '9001011234568'
const memberPassword = 'eleven quiet rivers'

/** Values by what they are. */
type Secrets = Map<string, string>

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function dumpTables(db: Database): Promise<string> {
  const tables = await queryRaw<{ name: string }>(
    db,
    `select c.oid::regclass::text as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r'
      and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const [row] = await queryRaw<{ text: string | null }>(
      db,
      `select string_agg(t::text, E'\n') as text from only ${name} t`,
    )
    texts.push(`${name}\n${row?.text ?? ''}`)
  }
  return texts.join('\n')
}

/** Also as the bytes of a binary column. */
const findSecrets = (secrets: Secrets, text: Buffer | string): string[] =>
  [...secrets]
    .filter(([, value]) => text.includes(value) || text.includes(Buffer.from(value).toString('hex')))
    .map(([name]) => name)

const findTokens = (text: string, name: string): [string, string][] =>
  [...text.matchAll(/(?:email-link#|unsubscribe\?token=)([\w-]{32,43})/g)].map(([, token = ''], index) => [
    `${name} ${index}`,
    token,
  ])

function readText(content: string): string {
  const { headers, parts } = readMessage(content)
  return `${parts['text/plain']} ${headers.get('list-unsubscribe')}`
}

const databases = postgresUrl ? ['the embedded database', 'a PostgreSQL server'] : ['the embedded database']

describe.each(databases)('%s', (name) => {
  const isServer = name === 'a PostgreSQL server'
  let folder: string
  let dataDir: string
  let db: Database
  let api: Api
  let smtp: FakeSmtp
  const secrets: Secrets = new Map()
  const key = Buffer.alloc(32, 5).toString('base64')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hookline-rest-'))
    dataDir = join(folder, 'data')
    db = isServer ? await createTestDatabase() : await openDatabase({ databaseUrl: undefined, dataDir })
    if (!isServer) await migrate(db)
    smtp = await startFakeSmtp()
    const encryption = createEncryption(() => loadSecretKey(readConfig({ SECRET_KEY: key })))
    api = await startApi(db, undefined, { encryption })
    await askForEverything()
    await sendMails()
  })
  afterAll(async () => {
    await smtp.close()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  const operate = (...args: string[]) => runOperatorWith(db, { SECRET_KEY: key }, ...args)

  async function askForEverything(): Promise<void> {
    const site = await createSite(db, domain)
    const boss = await createAccount(db, site, `boss@${domain}`)
    const ann = await createAccount(db, site, `ann@${domain}`, boss)
    await queryRaw(db, `update accounts set email_confirmed_at = now()`)
    const channelId = channelIdFor('one')
    await insertAssignment(db, await createChannel(db, boss, channelId), ann)
    await insertFacts(db, [])
    const tokens = { boss: await signIn(api, `boss@${domain}`), ann: await signIn(api, `ann@${domain}`) }
    secrets.set('session', tokens.ann)

    const email = `new@${domain}`
    const joined = await api.call(joinSite, { body: { email, password: memberPassword, nickname: 'new' } })
    secrets.set('session of somebody new', joined.token).set('device', joined.device ?? 'device missing')
    secrets.set('password', memberPassword)
    await api.call(requestPasswordReset, { body: { email } })
    const change = { email: `newer@${domain}`, password: memberPassword }
    await api.call(changeEmail, { token: joined.token, body: change })
    const invited = { user_id: `invited@${domain}`, nickname: 'guest', channels: [] }
    await api.call(addMember, { token: tokens.boss, body: invited })
    const reminder = { channel: 'Band', day: '2027-03-16' }
    const reminded = { siteId: site.id, accountId: ann }
    await queueTestMail(db, reminded, `ann@${domain}`, { kind: 'channel-reminder', data: reminder })

    const share = {
      title: 'Band',
      channels: [channelId],
      time: { period: 'month' },
      withMoney: false,
      days: 7,
    }
    const shared = await api.request(createSharedReport, { token: tokens.ann, body: share })
    expect(shared.status, JSON.stringify(shared.body)).toBe(200)
    secrets.set('shared report', shared.body.token)
    const payee = { kind: 'individual', name: '김하늘', bankCode: '004', account, taxId, password }
    expect((await api.request(updatePayee, { token: tokens.ann, body: payee })).status).toBe(200)
    secrets.set('payout account', account).set('tax number', taxId)

    const { challenge, secret } = await api.call(startTotp, { token: tokens.ann, body: { password } })
    secrets.set('challenge', challenge).set('authenticator app', secret)
    const added = await api.call(addTotp, {
      token: tokens.ann,
      body: { challenge, code: createTotpCode(secret, api.clock.now) },
    })
    for (const code of added.recoveryCodes ?? []) secrets.set(`recovery code ${secrets.size}`, code)
    const { body } = await api.request(login, { body: { id: `ann@${domain}`, password } })
    secrets.set('challenge of a sign-in', body.challenge.token ?? body.challenge)

    const { lines } = await operate('partner', 'add', 'Shop', '--site', domain)
    const partnerKey = /hookline_[\w-]{43}/.exec(lines.join(' '))?.[0] ?? ''
    secrets.set('partner key', partnerKey)
    const reply = await api.send(createSignInCode.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${partnerKey}` },
      body: JSON.stringify({ email: `ann@${domain}` }),
    })
    secrets.set('code of a partner', ((await reply.json()) as { code: string }).code)

    const links = await operate('account', 'password', `boss@${domain}`, '--site', domain)
    for (const [name, token] of findTokens(links.text, 'link of a command')) secrets.set(name, token)
    expect(secrets.has('link of a command 0')).toBe(true)
  }

  /** The mails as sent, and others that end in each state. */
  async function sendMails(): Promise<void> {
    const [waiting] = await queryRaw<{ id: number }>(db, `select id from mails where kind = 'confirm-email'`)
    const shown = await operate('mail', 'show', String(waiting?.id))
    for (const [name, token] of findTokens(shown.text, 'link of a mail that was shown'))
      secrets.set(name, token)
    await deliver()
    for (const [index, { content }] of smtp.messages.entries())
      for (const [name, token] of findTokens(readText(content), `mail ${index}`)) secrets.set(name, token)
    expect([...secrets.keys()].filter((name) => name.startsWith('mail '))).toHaveLength(5)

    smtp.faults.push({ step: 'end', reply: '554 5.7.1 Looks like spam: {link}' })
    await ask('refused')
    smtp.faults.length = 0
    smtp.faults.push({ step: 'end', cut: true })
    await ask('perhaps')
    smtp.faults.length = 0
    await operate('mail', 'suppress', `gone@${domain}`)
    await ask('gone')
    const text = readText(smtp.messages.at(-1)?.content ?? '')
    for (const [name, token] of findTokens(text, 'mail that may have arrived')) secrets.set(name, token)
    expect(secrets.has('mail that may have arrived 0')).toBe(true)
  }

  async function ask(name: string): Promise<void> {
    const email = `${name}@${domain}`
    await api.call(joinSite, { body: { email, password: memberPassword, nickname: name } })
    await deliver()
  }

  async function deliver(): Promise<void> {
    const jobs = await startJobs(db)
    const settings = readConfig({ SMTP_URL: smtp.url })
    const stop = await startMailWorker({
      db,
      jobs,
      settings,
      now: () => new Date(),
      log: createLog('silent'),
    })
    await vi.waitFor(
      async () =>
        expect(await queryRaw(db, `select from mails where state in ('queued', 'sending')`)).toEqual([]),
      { timeout: 10_000 },
    )
    await stop()
    await jobs.close()
  }

  test('holds none of them in any table', async () => {
    const dump = await dumpTables(db)
    // The search itself works.
    expect(findSecrets(new Map([['email', `ann@${domain}`]]), dump)).toEqual(['email'])
    expect(secrets.size).toBeGreaterThan(20)
    expect(findSecrets(secrets, dump)).toEqual([])
  })

  test('nor in a backup', async () => {
    const path = join(folder, 'one.backup')
    await writeBackup(db, path)
    const backup = gunzipSync(await readFile(path))
    expect(findSecrets(new Map([['email', `ann@${domain}`]]), backup)).toEqual(['email'])
    expect(findSecrets(secrets, backup)).toEqual([])
  })

  test.skipIf(isServer)('nor in its files, what was written before included', async () => {
    const found = new Set<string>()
    const email = new Map([['email', `ann@${domain}`]])
    let files = 0
    for (const path of await listFiles(join(dataDir, 'postgres'))) {
      const bytes = await readFile(path)
      if (findSecrets(email, bytes).length > 0) files++
      for (const name of findSecrets(secrets, bytes)) found.add(name)
    }
    expect(files).toBeGreaterThan(0)
    expect([...found]).toEqual([])
  })

  test('mails that were not sent tell why, without their links', async () => {
    const mails = await queryRaw<{ recipient: string; state: string; failure: string; data: object }>(
      db,
      `select recipient, state, failure, data from mails where state <> 'sent' order by id`,
    )
    expect(mails.map(({ recipient, state }) => [recipient.split('@')[0], state])).toEqual([
      ['refused', 'failed'],
      ['perhaps', 'uncertain'],
      ['gone', 'suppressed'],
    ])
    expect(mails[0]?.failure).toMatch(/^554 5\.7\.1 Looks like spam: \S+#…/)
    expect(JSON.stringify(mails)).not.toMatch(/[\w-]{43}/)
  })

  test('an uncertain mail that is sent again has another link, and both work', async () => {
    const [mail] = await queryRaw<{ id: number }>(db, `select id from mails where state = 'uncertain'`)
    await runOperatorWith(db, { SECRET_KEY: key, SMTP_URL: smtp.url }, 'mail', 'retry', String(mail?.id))
    await deliver()
    const tokens = smtp.messages
      .filter(({ to }) => to === `perhaps@${domain}`)
      .flatMap(({ content }) => findTokens(readText(content), ''))
      .map(([, token]) => token)
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens)
      expect(await api.call(readEmailLink, { body: { token } })).toMatchObject({ purpose: 'confirm' })
  })
})
