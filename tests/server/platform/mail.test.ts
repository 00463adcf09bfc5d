// @module-tag adapter
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAllTexts } from '#build/text-files.ts'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { demoMailRoutes } from '#server/demo/mail/mail-routes.ts'
import { deleteExpiredRows } from '#server/people/credentials/expiry.ts'
import { getSiteOrigin } from '#server/platform/auth/sites.ts'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { ManagedJobQueue } from '#server/platform/jobs/queue.ts'
import { createLog } from '#server/platform/log.ts'
import { type MailKind, mailData } from '#server/platform/mail/mail-data.ts'
import { renderMail } from '#server/platform/mail/render.ts'
import { findMail } from '#server/platform/mail/stored-mail.ts'
import { startMailWorker } from '#server/platform/mail/worker.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type FakeSmtp, readMessage, startFakeSmtp } from '#tests/support/fake-smtp-server.ts'
import { startJobs } from '#tests/support/jobs.ts'
import { createMailOwner, type MailOwner, queueTestMail, readMail } from '#tests/support/mails.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let db: Database
let api: Api
let owner: MailOwner
let smtp: FakeSmtp
beforeAll(async () => {
  db = await createTestDatabase()
  owner = await createMailOwner(db)
  await createMailOwner(db, 'playlist.localhost')
  const registerDemoRoutes = (app: Parameters<typeof demoMailRoutes>[0]) =>
    demoMailRoutes(app, db, readConfig({}))
  api = await startApi(db, undefined, { registerDemoRoutes })
})
afterAll(() => db.close())
beforeEach(async () => {
  smtp = await startFakeSmtp()
  await clearAuditLog(db)
  for (const table of ['mails', 'mail_suppressions', 'mail_preferences'])
    await queryRaw(db, `delete from ${table}`)
})
afterEach(() => smtp.close())

const run = (...args: string[]) => runOperatorWith(db, {}, 'mail', ...args)
const runWithServer = (...args: string[]) => runOperatorWith(db, { SMTP_URL: smtp.url }, 'mail', ...args)

/** Runs the worker on the waiting mail, at a given time. */
async function deliverQueued({ now = new Date(), environment = {}, count = 1 } = {}): Promise<string[]> {
  const lines: string[] = []
  const jobs: ManagedJobQueue = await startJobs(db)
  const stop = await startMailWorker({
    db,
    jobs,
    now: () => now,
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
    settings: readConfig({ SMTP_URL: smtp.url, ...environment }),
  })
  await expect.poll(() => lines.length).toBe(count)
  await stop()
  await jobs.close()
  return lines
}

describe('settings', () => {
  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, isSecure: false, isLoopback: false }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, isSecure: true }],
    ['smtp://127.0.0.1:25/', { host: '127.0.0.1', port: 25, isLoopback: true, credentials: undefined }],
    ['smtp://[::1]:2525', { host: '::1', isLoopback: true }],
    ['smtp://a%40b.example:p%2Fw@mail.example', { credentials: { user: 'a@b.example', password: 'p/w' } }],
  ])('%s is a mail server', (url, expected) => {
    expect(readConfig({ SMTP_URL: url }).mail.smtp).toMatchObject(expected)
  })

  test.each([
    'http://user:hunter2@mail.example',
    'smtp://user@mail.example#hunter2',
    'smtp://user:hunter2@mail.example/path',
    'smtp://user:hunter2%@mail.example',
    'smtp://:hunter2@mail.example',
    'hunter2',
  ])('%s is none, and its password is not printed', (url) => {
    const read = () => readConfig({ SMTP_URL: url })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/^SMTP_URL must be(?!.*hunter2)/)
  })

  test.each([
    ['no-reply@studio.example', { address: 'no-reply@studio.example', name: undefined }],
    ['Studio <no-reply@studio.example>', { address: 'no-reply@studio.example', name: 'Studio' }],
    ['"스튜디오, 서울" <a@studio.example>', { address: 'a@studio.example', name: '스튜디오, 서울' }],
  ])('%s is a sender', (text, expected) => {
    expect(readConfig({ MAIL_FROM: text }).mail.from).toEqual(expected)
  })

  test.each(['studio', 'a@b@c', 'A <a@b>\r\nBcc: c@d', '<>'])('%j is no sender', (text) => {
    expect(() => readConfig({ MAIL_FROM: text })).toThrow(/^MAIL_FROM must be/)
  })

  test('a link leads to the domain of the site, with a port only for the demonstration', () => {
    expect(getSiteOrigin({ domain: 'studio.example' }, 4321)).toBe('https://studio.example')
    expect(getSiteOrigin({ domain: 'localhost' }, 4321)).toBe('http://localhost:4321')
    expect(getSiteOrigin({ domain: 'beats.localhost' }, 80)).toBe('http://beats.localhost:80')
    expect(getSiteOrigin({ domain: 'notlocalhost' }, 80)).toBe('https://notlocalhost')
  })
})

const hostile =
  'Évil"><img src=x onerror=alert(1)>\r\nBcc: victim@example.test\u202e\u0000\u2028http://evil.example'

const hostileData: { [Kind in MailKind]: object } = {
  'confirm-email': { link: 7 },
  invitation: { link: 7, network: hostile, roles: ['finance'] },
  'reset-password': { link: 7 },
  'change-email': { link: 7 },
  'sign-in-link': { link: 7 },
  'email-changed': {},
  'password-changed': {},
  'password-guessed': {},
  'password-known': {},
  'new-device': { browser: hostile, system: null, time: '2026-03-02T09:30:00.000Z' },
  'second-factor-changed': { change: 'codes-renewed' },
  'provider-linked': { provider: hostile },
  'provider-unlinked': { provider: hostile },
  'join-request': { nickname: hostile },
  'payee-changed': {},
  'portal-viewed': { network: hostile, at: '2026-03-02T09:30:00Z' },
  'payee-waiting': { nickname: hostile },
  'payee-rejected': { reason: hostile },
  'join-approved': {},
  'roles-changed': { network: hostile, roles: ['finance', 'reader'] },
  'channel-reminder': { channel: hostile, day: '2026-03-16' },
  'channel-expired': { channel: hostile },
  'channel-claimed': { channel: hostile },
  'channel-released': { channel: hostile },
  'channel-approved': { channel: hostile },
  'channel-held': { channel: hostile, reason: hostile },
  'channel-rejected': { channel: hostile, reason: hostile },
  statement: { id: 12, month: '2026-03', amount: 69_325_499, currency: 'KRW', needsDetails: false },
  'statement-paid': {
    id: 12,
    month: '2026-03',
    amount: 20_004_999,
    currency: 'USD',
    day: '2026-05-04',
    reference: hostile,
  },
  'statement-returned': {
    id: 12,
    month: '2026-03',
    amount: 20_004_999,
    currency: 'USD',
    day: '2026-05-06',
    reason: hostile,
  },
  'statement-mistake': {
    id: 12,
    month: '2026-03',
    amount: 20_004_999,
    currency: 'USD',
    day: '2026-05-06',
    reason: hostile,
  },
  'payment-requested': { nickname: hostile, amount: 20_000_000, currency: 'KRW' },
  'manual-entry': { amount: -20_000_000, currency: 'KRW', reason: hostile },
  'question-asked': { question: 12, nickname: hostile },
  'question-answered': { question: 12 },
  'payee-confirmed': {},
  'payee-read': { reading: 'account', nickname: hostile },
  'invoice-requested': { id: 12, month: '2026-03', amount: 20_000_000, currency: 'KRW' },
  'operator-alert': { alert: 'reports-lost', owner: 'main', day: '2026-03-16', count: 2 },
}

describe('a template', () => {
  const site = {
    name: 'Beats & "Co"',
    domain: 'studio.example',
    colorPrimary: '#ffee00',
    logoFavicon: '/logo.png',
  }
  const cases = locales.flatMap((locale) =>
    (Object.keys(mailData) as MailKind[]).map((kind) => [locale, kind] as const),
  )

  test.each(cases)('in %s of %s is complete and holds hostile values', (locale, kind) => {
    const data = mailData[kind].parse(hostileData[kind]) as never
    const { subject, text, html } = renderMail(kind, data, {
      site,
      locale,
      origin: 'https://studio.example',
      token: 'to"ken',
      unsubscribeUrl: 'https://studio.example/api/mail/unsubscribe?token=abc',
    })
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/\{\w+\}|undefined|null|NaN|Hookline/)
      expect(part).not.toMatch(/[\0\r\u2028\u202e]/)
    }
    expect(subject).not.toContain('\n')
    // Mail programs would turn it into a link.
    expect(text + html).not.toContain('http://evil.example')
    expect(html).not.toContain('<img src=x')
    expect(subject.length).toBeLessThan(200)
    expect(subject + text).toContain('Beats & "Co"')
    expect(text).not.toMatch(/^Bcc:/m)
    expect(html).toContain(`<html lang="${locale}">`)
    expect(html).toContain('Beats &amp; &quot;Co&quot;')
    expect(html).toContain('src="https://studio.example/logo.png"')
    // White on yellow would be illegible.
    expect(html).not.toContain('background:#ffee00;color:#ffffff')
    if (!('link' in data)) return
    const path = locale === 'ko' ? '' : `/${locale}`
    expect(text).toContain(`https://studio.example${path}/email-link#to%22ken\n`)
    expect(html.match(new RegExp(`"https://studio.example${path}/email-link#to%22ken"`, 'g'))).toHaveLength(2)
  })

  test('has a text for every kind, and no text is left over', async () => {
    const texts = (await readAllTexts(pathToFileURL(`${process.cwd()}/`), 'ko')).get('mails')
    expect(Object.keys(texts?.kinds ?? {}).sort()).toEqual([...Object.keys(mailData), 'test'].sort())
  })

  test('names the time of a sign-in in the zone of the language', () => {
    const render = (locale: 'ko' | 'en') =>
      renderMail(
        'new-device',
        { browser: 'Firefox', system: 'Linux', time: '2026-03-02T16:30:00.000Z' },
        { site, locale, origin: 'https://studio.example' },
      ).text
    expect(render('ko')).toMatch(/시각: 2026년 3월 3일 오전 1:30\(한국 시간\)/)
    expect(render('en')).toMatch(/Time: March 2, 2026 at 4:30\sPM \(UTC\)/)
  })
})

describe('mail about a statement', () => {
  const site = { name: 'Beats', domain: 'studio.example', colorPrimary: '#5b5bd6', logoFavicon: null }
  const render = <Kind extends 'statement' | 'statement-paid'>(kind: Kind, data: object, locale: Locale) =>
    renderMail(kind, mailData[kind].parse({ ...hostileData[kind], ...data }), {
      site,
      locale,
      origin: 'https://studio.example',
    })

  test.each([
    ['ko', '[Beats] 2026년 3월 정산서가 발행되었습니다', /실지급액은 ₩69,325입니다/, '/statements/12'],
    ['en', 'Your Beats statement for March 2026 is ready', /is ₩69,325\./, '/en/statements/12'],
    ['zh-CN', '【Beats】2026年3月结算单已发布', /为 ₩69,325。/, '/zh-CN/statements/12'],
    ['zh-TW', '【Beats】2026年3月結算單已發布', /為 (?:₩|￦)69,325。/, '/zh-TW/statements/12'],
  ] as const)('in %s says what is payable, but not in its subject', (locale, subject, amount, path) => {
    const mail = render('statement', {}, locale)
    expect(mail.subject).toBe(subject)
    expect(mail.text).toMatch(amount)
    expect(mail.text).toContain(`:\nhttps://studio.example${path}\n`)
    expect(mail.html).toContain(`href="https://studio.example${path}"`)
    const carriedOver = render('statement', { amount: 0 }, locale)
    expect(carriedOver.subject).toBe(subject)
    expect(carriedOver.text).not.toMatch(/₩|￦/)
    const needsDetails = render('statement', { needsDetails: true }, locale)
    expect(needsDetails.text).toMatch(/정산 계좌|payout account|收款信息|收款資料/)
    expect(needsDetails.text).not.toMatch(amount)
    expect(carriedOver.text).toMatch(/이월됩니다|carried over|结转|結轉/)
  })

  test('names the day and the reference of a payment', () => {
    const data = { amount: 1_234_005_000, reference: 'Bank 4711' }
    const { subject, text } = render('statement-paid', data, 'en')
    expect(subject).toBe('Your Beats statement for March 2026 was paid')
    expect(text).toContain('$1,234.01 was paid on May 4, 2026. Payment reference: Bank 4711')
    expect(render('statement-paid', data, 'ko').text).toMatch(
      /2026년 5월 4일에 US\$1,234\.01 지급이 완료되었습니다\. 송금 번호: Bank 4711/,
    )
  })
})

describe('the outbox', () => {
  test('takes one mail per event', async () => {
    const first = await queueTestMail(db, owner, 'a@example.test', { eventKey: 'one' })
    const second = await queueTestMail(db, owner, 'b@example.test', { eventKey: 'one' })
    expect(second).toBe(first)
    expect(await queryRaw(db, 'select recipient from mails')).toEqual([{ recipient: 'a@example.test' }])
  })

  test('a mail that leaves has headers that nothing can break', async () => {
    await queryRaw(db, 'update sites set name = $1 where id = $2', [
      'Beats\r\nBcc: x@y.example',
      owner.siteId,
    ])
    await queueTestMail(db, owner, 'kim@example.test', {
      kind: 'channel-reminder',
      locale: 'en',
      data: { channel: hostile.replace('\0', ''), day: '2026-03-16' },
    })
    await deliverQueued({ environment: { PORT: '4321' } })
    await queryRaw(db, `update sites set name = 'Example' where id = $1`, [owner.siteId])
    const [message] = smtp.messages
    expect(message).toMatchObject({ from: 'no-reply@example.test', to: 'kim@example.test' })
    const { headers, subject, parts } = readMessage(message?.content ?? '')
    expect([...headers.keys()].sort()).toEqual([
      'auto-submitted',
      'content-language',
      'content-type',
      'date',
      'from',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-auto-response-suppress',
    ])
    expect(subject).toMatch(/^Verify your channel on Beats Bcc: x@y\.example: Évil">/)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.get('list-unsubscribe')).toMatch(
      /^<https:\/\/example\.test\/api\/mail\/unsubscribe\?token=[\w-]{32}>$/,
    )
    expect(parts['text/plain']).toContain('https://example.test/en/manage-channel')
    expect(parts['text/html']).toContain('<!doctype html>')
  })

  test('security mail cannot be unsubscribed from, and has the sender that is set', async () => {
    await queueTestMail(db, owner, 'kim@example.test')
    await deliverQueued({ environment: { MAIL_FROM: 'Team <team@mail.example>' } })
    const { headers } = readMessage(smtp.messages[0]?.content ?? '')
    expect(headers.get('from')).toBe('Team <team@mail.example>')
    expect(headers.has('list-unsubscribe')).toBe(false)
  })

  test.each<[MailKind, object, number]>([
    ['confirm-email', {}, 7 * dayMs],
    ['invitation', { network: 'n' }, 7 * dayMs],
    ['reset-password', {}, 30 * minuteMs],
    ['change-email', {}, dayMs],
    ['new-device', { browser: null, system: null, time: '2026-03-02T00:00:00Z' }, 3 * dayMs],
  ])('%s leaves in time or not at all', async (kind, data, lifetimeMs) => {
    const created = new Date()
    const queue = () => queueTestMail(db, owner, 'kim@example.test', { kind, data: data as never }, created)
    const late = await queue()
    await deliverQueued({ now: new Date(created.getTime() + lifetimeMs) })
    expect(await readMail(db, late)).toEqual({ state: 'failed', failure: 'expired', attempts: 0, data: {} })
    const early = await queue()
    await deliverQueued({ now: new Date(created.getTime() + lifetimeMs - minuteMs) })
    expect((await readMail(db, early)).state).toBe('sent')
    expect(smtp.messages).toHaveLength(1)
  })

  test('without a mail server, mail waits', async () => {
    const id = await queueTestMail(db, owner, 'kim@example.test')
    const jobs = await startJobs(db)
    const lines: string[] = []
    const log = createLog('debug', { write: (line: string) => void lines.push(line) })
    await (await startMailWorker({ db, log, jobs, now: () => new Date(), settings: readConfig({}) }))()
    expect(await queryRaw(db, `select from jobs.job where name = 'send-mail' and state = 'created'`)).toEqual(
      [],
    )
    await jobs.close()
    expect(lines).toEqual([])
    expect(await readMail(db, id)).toMatchObject({ state: 'queued', attempts: 0 })
  })

  test('mail of an unknown kind, as after a return to an older version, is reported', async () => {
    const id = await queueTestMail(db, owner, 'kim@example.test')
    await queryRaw(db, `update mails set kind = 'greeting' where id = $1`, [id])
    await deliverQueued()
    expect(await readMail(db, id)).toMatchObject({ state: 'failed', failure: 'unknown kind or data' })
  })

  test('rows are deleted after 30 days', async () => {
    const id = await queueTestMail(db, owner, 'kim@example.test')
    await deleteExpiredRows(db, new Date(Date.now() + 29 * dayMs))
    expect((await readMail(db, id)).state).toBe('queued')
    await deleteExpiredRows(db, new Date(Date.now() + 30 * dayMs + minuteMs))
    expect(await findMail(db, id)).toBeNull()
  })
})

describe('mail that asks people to contact somebody', () => {
  const kinds: MailKind[] = [
    'email-changed',
    'second-factor-changed',
    'provider-linked',
    'provider-unlinked',
    'payee-changed',
    'payee-confirmed',
    'channel-claimed',
    'channel-released',
    'channel-held',
    'channel-rejected',
  ]

  async function deliver(locale: Locale): Promise<Record<string, string | undefined>[]> {
    for (const kind of kinds)
      await queueTestMail(db, owner, `${kind}@example.test`, {
        kind,
        locale,
        data: { change: 'codes-renewed', channel: 'Band', provider: 'Google', reason: 'Reused' } as never,
      })
    await deliverQueued({ count: kinds.length })
    expect(smtp.messages.map(({ to }) => to).sort()).toEqual(
      kinds.map((kind) => `${kind}@example.test`).sort(),
    )
    return smtp.messages.map(({ content }) => readMessage(content).parts)
  }

  afterEach(() => queryRaw(db, 'delete from payment_info'))

  test.each([
    ['ko', '문의처: ', ', '],
    ['en', 'Contact: ', ', '],
    ['zh-CN', '联系方式：', '，'],
    ['zh-TW', '聯絡方式：', '，'],
  ] as const)(
    'in %s names the contact of the site, as its operator has set it',
    async (locale, name, comma) => {
      const info = {
        '--company-name': 'Film Ltd.',
        '--company-address': 'Seoul',
        '--business-number': '123-45-67891',
        '--company-mail': 'pay@film.example',
        '--manager-name': 'Kim <Jiwoo>',
        '--manager-contact': '+82 2 123 4567',
      }
      await runOperatorWith(
        db,
        {},
        'payment',
        'set',
        '--site',
        'example.test',
        ...Object.entries(info).flat(),
      )
      for (const parts of await deliver(locale)) {
        expect(parts['text/plain']).toContain(
          `${name}${['Kim <Jiwoo>', '+82 2 123 4567', 'pay@film.example'].join(comma)}`,
        )
        expect(parts['text/html']).toContain(
          ['Kim &lt;Jiwoo&gt;', '+82 2 123 4567', 'pay@film.example'].join(comma),
        )
      }
    },
  )

  test.each([
    ['ko', '네트워크의 관리자에게 알려 주세요'],
    ['en', 'write to the manager of your network'],
    ['zh-CN', '请告知您所属 MCN 机构的管理员'],
    ['zh-TW', '請告知您所屬聯播網的管理員'],
  ] as const)('in %s says whom else to tell if there is none', async (locale, advice) => {
    for (const parts of await deliver(locale)) {
      expect(parts['text/plain']).toContain(advice)
      expect(parts['text/html']).toContain(advice)
    }
  })
})

describe('unsubscribing', () => {
  const queueReminder = () =>
    queueTestMail(db, owner, 'owner@example.test', {
      kind: 'channel-reminder',
      data: { channel: 'Band', day: '2026-03-16' },
    })

  async function findUrl(id: number): Promise<string> {
    const { text } = await run('show', String(id))
    const url = new URL(/https:\S+unsubscribe\S+/.exec(text)?.[0] ?? '')
    expect(url.origin).toBe('https://example.test')
    return `${url.pathname}${url.search}`.replace('/api/', '')
  }

  const isUnsubscribed = async () => (await queryRaw(db, 'select from mail_preferences')).length === 1

  test('takes one POST without the site’s headers; a look at the page changes nothing', async () => {
    const path = await findUrl(await queueReminder())
    const page = await api.send(path)
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/<html lang="ko">.*그만 받기/s)
    expect(await isUnsubscribed()).toBe(false)
    for (let repeated = 0; repeated < 2; repeated++) {
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const response = await api.send(path, {
        method: 'POST',
        headers: form,
        body: 'List-Unsubscribe=One-Click',
      })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('이제 안내와 정산 메일을 보내지 않습니다')
      expect(await isUnsubscribed()).toBe(true)
    }
    const reminder = await queueReminder()
    const security = await queueTestMail(db, owner, 'owner@example.test')
    await deliverQueued({ count: 3 })
    expect(await readMail(db, reminder)).toMatchObject({ state: 'suppressed', failure: 'unsubscribed' })
    expect((await readMail(db, security)).state).toBe('sent')
    await expect(run('retry', String(reminder))).rejects.toThrow(/has unsubscribed/)
  })

  test('works by the headers of the mail as sent, each on one line: a relay’s signature covers them', async () => {
    await queueReminder()
    await deliverQueued()
    const content = smtp.messages[0]?.content ?? ''
    const { headers } = readMessage(content)
    const url = headers.get('list-unsubscribe')?.replace(/^<(.*)>$/, '$1') ?? ''
    const lines = content.split('\r\n')
    expect(lines).toContain(`List-Unsubscribe: <${url}>`)
    expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const { origin, pathname, search } = new URL(url)
    expect(origin).toBe('https://example.test')
    const response = await api.send(`${pathname.replace('/api/', '')}${search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: headers.get('list-unsubscribe-post') ?? '',
    })
    expect(response.status).toBe(200)
    expect(await isUnsubscribed()).toBe(true)
  })

  test('can be taken back', async () => {
    const path = await findUrl(await queueReminder())
    await api.send(path, { method: 'POST' })
    const response = await api.send(path, { method: 'POST', body: 'resubscribe=1' })
    expect(await response.text()).toContain('안내와 정산 메일을 다시 보내 드립니다')
    expect(await isUnsubscribed()).toBe(false)
  })

  test.each(['', 'x'.repeat(32), "' or true --"])('%j is no token', async (token) => {
    await findUrl(await queueReminder())
    const path = `mail/unsubscribe?token=${encodeURIComponent(token)}`
    expect((await api.send(path)).status).toBe(404)
    expect((await api.send(path, { method: 'POST' })).status).toBe(404)
    expect(await isUnsubscribed()).toBe(false)
  })

  test('has a token that is no session', async () => {
    const path = await findUrl(await queueReminder())
    const token = new URLSearchParams(path.split('?')[1]).get('token') ?? ''
    expect(await queryRaw(db, 'select from sessions')).toEqual([])
    const response = await api.send('v2/account', { headers: { 'X-Auth-Token': token } })
    expect(response.status).toBeGreaterThanOrEqual(400)
  })
})

describe('the operator', () => {
  const listActions = () =>
    queryRaw<{ action: string; detail: object }>(db, 'select action, detail from audit_log order by id')

  test('lists mail by state and site', async () => {
    const id = await queueTestMail(db, owner, 'kim@example.test')
    await queueTestMail(db, owner, 'lee@example.test')
    await queryRaw(db, `update mails set state = 'failed', failure = $1 where id = $2`, ['550 No', id])
    expect((await run('list')).lines.at(-1)).toBe('2 mails')
    const { lines } = await run('list', '--state', 'failed', '--site', 'example.test')
    expect(lines[1]).toMatch(
      /^\d+ +\d{4}-\d\d-\d\d \d\d:\d\d {2}failed +confirm-email +kim@example\.test +example\.test +550 No$/,
    )
    const json = JSON.parse((await run('list', '--state', 'queued', '--json')).text)
    expect(json).toMatchObject([{ recipient: 'lee@example.test', attempts: 0, failure: null }])
    expect(json[0]).not.toHaveProperty('data')
    await expect(run('list', '--site', 'nowhere.test')).rejects.toThrow(/There is no site/)
  })

  test('sees the text with its link, which the audit log records without it', async () => {
    const id = await queueTestMail(db, owner, 'kim@example.test')
    const { text } = await run('show', String(id))
    expect(text).toMatch(/https:\/\/example\.test\/email-link#[\w-]{43}$/m)
    expect(await listActions()).toEqual([
      {
        action: 'mail show',
        detail: { kind: 'confirm-email', before: null, after: { shown: true } },
      },
    ])
    await deliverQueued()
    expect((await run('show', String(id))).text).toContain('Its content was deleted.')
    await expect(run('show', '999999')).rejects.toThrow(/There is no mail 999999/)
  })

  test.each(['failed', 'uncertain', 'suppressed'])('sends a %s mail again', async (state) => {
    const id = await queueTestMail(db, owner, 'kim@example.test')
    await queryRaw(db, `update mails set state = $1, failure = 'x' where id = $2`, [state, id])
    expect((await runWithServer('retry', String(id))).text).toContain('leaves within a minute')
    expect(await listActions()).toMatchObject([
      { action: 'mail retry', detail: { before: { state }, after: { state: 'queued' } } },
    ])
    await deliverQueued()
    expect(await readMail(db, id)).toMatchObject({ state: 'sent', failure: null })
    await expect(run('retry', String(id))).rejects.toThrow(/was sent: there is nothing to retry/)
  })

  test('does not send an expired link again', async () => {
    const id = await queueTestMail(
      db,
      owner,
      'kim@example.test',
      { kind: 'reset-password' },
      new Date(Date.now() - 31 * minuteMs),
    )
    await deliverQueued()
    await expect(run('retry', String(id))).rejects.toThrow(/has expired/)
  })

  test('suppresses an address and takes it back', async () => {
    await run('suppress', 'Kim@Example.test')
    await expect(run('suppress', 'kim@example.test')).rejects.toThrow(/already gets no mail/)
    const id = await queueTestMail(db, owner, 'kim@example.test')
    await deliverQueued()
    expect((await readMail(db, id)).state).toBe('suppressed')
    await expect(run('retry', String(id))).rejects.toThrow(/First run: mail unsuppress kim@example\.test/)
    await run('unsuppress', 'kim@example.test')
    await expect(run('unsuppress', 'kim@example.test')).rejects.toThrow(/is not suppressed/)
    await run('retry', String(id))
    await deliverQueued()
    expect((await readMail(db, id)).state).toBe('sent')
    const actions = await listActions()
    expect(actions.map(({ action }) => action)).toEqual(['mail suppress', 'mail unsuppress', 'mail retry'])
    expect(JSON.stringify(actions)).not.toContain('kim@')
  })

  test('hands over nothing without TLS to a server on another machine', async () => {
    const { port } = new URL(smtp.url)
    const elsewhere = { SMTP_URL: `smtp://user:hunter2@[::ffff:127.0.0.1]:${port}` }
    const sent = runOperatorWith(db, elsewhere, 'mail', 'test', 'me@example.test', '--site', 'example.test')
    await expect(sent).rejects.toThrow('did not accept it (deferred): 502')
    expect([smtp.steps, smtp.messages]).toEqual([['greeting', 'EHLO'], []])
  })

  test('tests the server', async () => {
    const { text } = await runWithServer('test', 'me@example.test', '--site', 'example.test')
    expect(text).toMatch(/accepted it: 250 2\.0\.0 Queued as 12345$/)
    expect(readMessage(smtp.messages[0]?.content ?? '').subject).toBe('[Example] 메일 발송 시험')
    smtp.faults.push({ step: 'RCPT', reply: '550 5.7.1 Relaying denied' })
    const refused = runWithServer('test', 'me@example.test', '--site', 'example.test', '--language', 'en')
    await expect(refused).rejects.toThrow(/did not accept it \(rejected\): 550 5\.7\.1 Relaying denied/)
    await expect(run('test', 'me@example.test', '--site', 'example.test')).rejects.toThrow(
      /SMTP_URL is not set/,
    )
  })
})

describe('doctor', () => {
  interface Finding {
    subject: string
    status: string
    message: string
  }
  async function findFindings(environment: Record<string, string>): Promise<Finding[]> {
    const { text } = await runOperatorWith(db, environment, 'doctor', '--json')
    return JSON.parse(text).filter(({ subject }: Finding) => subject === 'mail' || subject === 'outbox')
  }

  test('warns when mail cannot leave, except in the demonstration', async () => {
    await queueTestMail(db, owner, 'kim@example.test')
    expect(await findFindings({})).toMatchObject([
      { status: 'warning', message: 'SMTP_URL is not set: 1 mail in the outbox, and none leaves' },
    ])
    await queryRaw(db, `update sites set domain = 'example.localhost' where id = $1`, [owner.siteId])
    expect(await findFindings({})).toMatchObject([{ status: 'ok' }])
    await queryRaw(db, `update sites set domain = 'example.test' where id = $1`, [owner.siteId])
  })

  test('asks the server', async () => {
    expect(await findFindings({ SMTP_URL: smtp.url })).toMatchObject([
      { status: 'ok', message: `127.0.0.1:${smtp.port} answers and accepts the password` },
    ])
    expect(smtp.messages).toEqual([])
    smtp.faults.push({ step: 'AUTH', reply: '535 5.7.8 Wrong password' })
    const [refused] = await findFindings({ SMTP_URL: smtp.url })
    expect(refused).toMatchObject({ status: 'error', message: expect.stringContaining('535 5.7.8') })
    expect(JSON.stringify(refused)).not.toContain('s3cret')
    await smtp.close()
    expect(await findFindings({ SMTP_URL: smtp.url })).toMatchObject([
      { status: 'error', message: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  test('counts what did not arrive', async () => {
    for (const [state, age] of [
      ['failed', '1 hour'],
      ['failed', '2 days'],
      ['uncertain', '1 hour'],
      ['queued', '2 hours'],
    ]) {
      const id = await queueTestMail(db, owner, 'kim@example.test')
      await queryRaw(
        db,
        `update mails set state = $1, created_at = now() - $2::interval, changed_at = now() - $2::interval where id = $3`,
        [state, age, id],
      )
    }
    expect((await findFindings({ SMTP_URL: smtp.url }))[1]).toMatchObject({
      status: 'warning',
      message:
        '1 mail failed in the last day, 1 mail may not have arrived, 1 mail waiting for more than an hour',
    })
  })
})

describe('the demonstration’s mailbox', () => {
  const read = async (path: string) => {
    const response = await api.send(path, { headers: { 'Accept-Language': 'en' } })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }

  test('shows mail of the demonstration’s sites only, newest first', async () => {
    const [site] = await queryRaw<MailOwner>(
      db,
      `select s.id as "siteId", a.id as "accountId" from sites s join accounts a on a.site_id = s.id
      where s.domain = 'playlist.localhost'`,
    )
    if (!site) throw new Error('There is no demonstration.')
    const secret = await queueTestMail(db, owner, 'kim@example.test')
    const first = await queueTestMail(db, site, 'first@example.test', { locale: 'en' })
    const second = await queueTestMail(db, site, 'second@example.test', {
      kind: 'join-request',
      locale: 'en',
      data: { nickname: '</iframe><b>x' },
    })
    const index = await read('demo/mail')
    expect(index.text).toContain('Confirm your email address for Example')
    expect(index.text.indexOf('second@example.test')).toBeLessThan(index.text.indexOf('first@example.test'))
    expect(index.text).not.toContain('kim@example.test')
    expect((await read(`demo/mail/${secret}`)).status).toBe(404)
    const page = await read(`demo/mail/${first}`)
    expect(page.text).toMatch(/<a href="http:\/\/playlist\.localhost:4321\/en\/email-link#[\w-]{43}">/)
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect((await read(`demo/mail/${second}`)).text).not.toContain('<b>x')
    expect((await read('demo/mail/0')).status).toBe(404)
    expect((await read('demo/mail/style.css')).headers.get('Content-Type')).toMatch(/^text\/css/)
  })

  test('is not there without the demonstration', async () => {
    const other = await startApi(db)
    expect((await other.send('demo/mail')).status).toBe(404)
  })
})
