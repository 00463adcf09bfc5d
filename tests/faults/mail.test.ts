import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { ManagedJobQueue } from '#server/platform/jobs/queue.ts'
import { createLog } from '#server/platform/log.ts'
import { createMailServer } from '#server/platform/mail/smtp.ts'
import { startMailWorker } from '#server/platform/mail/worker.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { type FakeSmtp, readMessage, type SmtpFault, startFakeSmtp } from '#tests/support/fake-smtp-server.ts'
import { listJobStates, runRetriesNow, startJobs } from '#tests/support/jobs.ts'
import {
  createMailOwner,
  findLinkToken,
  type MailOwner,
  queueTestMail,
  readMail,
} from '#tests/support/mails.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { startServer } from '#tests/support/server-process.ts'

let smtp: FakeSmtp
beforeEach(async () => {
  smtp = await startFakeSmtp()
})
afterEach(() => smtp.close())

describe('a worker', () => {
  let db: Database
  let jobs: ManagedJobQueue
  let owner: MailOwner
  let stopWorker: () => Promise<void>
  const logLines: string[] = []
  beforeAll(async () => {
    db = await createOwnDatabase()
    owner = await createMailOwner(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await queryRaw(db, 'delete from mail_suppressions')
    logLines.length = 0
    const log = createLog('debug', { write: (line: string) => void logLines.push(line) })
    jobs = await startJobs(db, log)
    const config = readConfig({ SMTP_URL: smtp.url })
    stopWorker = await startMailWorker({
      db,
      log,
      jobs,
      now: () => new Date(),
      settings: config,
      server:
        config.mail.smtp &&
        createMailServer(config.mail.smtp, {
          connectMs: 500,
          greetingMs: 500,
          handOverMs: 1_000,
          replyMs: 1_500,
        }),
    })
  })
  afterEach(async () => {
    await stopWorker()
    await jobs.close()
    await queryRaw(db, 'delete from jobs.job')
    await queryRaw(db, 'delete from mails')
    expect(logLines.join('')).not.toMatch(/@example\.test|s3cret/)
    for (const { content } of smtp.messages) expect(logLines.join('')).not.toContain(findLinkToken(content))
  })

  const send = async (recipient: string, ...faults: SmtpFault[]): Promise<number> => {
    smtp.faults.push(...faults)
    return queueTestMail(db, owner, recipient)
  }
  const waitForState = (id: number, state: string) =>
    expect.poll(async () => (await readMail(db, id)).state).toBe(state)
  const waitForAttempt = (id: number, attempts: number) =>
    expect.poll(async () => await readMail(db, id)).toMatchObject({ state: 'queued', attempts })

  /** The mail's row shows a failed attempt before the queue does. */
  async function retryNow(): Promise<void> {
    await expect.poll(() => listJobStates(db, 'send-mail')).toContain('retry')
    await runRetriesNow(db, jobs, 'send-mail')
  }

  test('hands a mail over once, then forgets its secrets', async () => {
    const id = await send('plain@example.test')
    await waitForState(id, 'sent')
    expect(await readMail(db, id)).toEqual({ state: 'sent', failure: null, attempts: 1, data: {} })
    expect(smtp.countMessages('plain@example.test')).toBe(1)
    expect(smtp.messages[0]?.from).toBe('no-reply@example.test')
    expect(findLinkToken(smtp.messages[0]?.content ?? '')).not.toBe('')
  })

  test.each<[string, SmtpFault[]]>([
    ['an unfinished greeting', [{ step: 'greeting', cut: true, times: 1 }]],
    ['no greeting', [{ step: 'greeting', silent: true, times: 1 }]],
    ['421 as greeting', [{ step: 'greeting', reply: '421 4.3.2 Too busy', times: 1 }]],
    ['a cut at the hello', [{ step: 'EHLO', cut: true, times: 1 }]],
    ['a wrong password', [{ step: 'AUTH', reply: '535 5.7.8 Wrong password', times: 1 }]],
    ['a refused sender', [{ step: 'MAIL', reply: '550 5.7.1 Sender not allowed', times: 1 }]],
    ['451 for the recipient', [{ step: 'RCPT', reply: '451 4.7.1 Greylisted', times: 1 }]],
    ['421 for the recipient', [{ step: 'RCPT', reply: '421 4.3.2 Closing', times: 1 }]],
    ['a cut after the recipient', [{ step: 'RCPT', cut: true, times: 1 }]],
    ['silence after the recipient', [{ step: 'RCPT', silent: true, times: 1 }]],
    ['a cut before the message is asked for', [{ step: 'DATA', cut: true, times: 1 }]],
    ['451 for the whole message', [{ step: 'end', reply: '451 4.3.0 Try later', times: 1 }]],
    ['421 for the whole message', [{ step: 'end', reply: '421 4.3.2 Closing', times: 1 }]],
  ])('tries again after %s, and delivers once', async (_, faults) => {
    const id = await send('later@example.test', ...faults)
    await waitForAttempt(id, 1)
    expect((await readMail(db, id)).failure).toBeTruthy()
    expect(smtp.countMessages('later@example.test')).toBe(0)
    await retryNow()
    await waitForState(id, 'sent')
    expect(smtp.countMessages('later@example.test')).toBe(1)
  })

  test('tries again when nothing listens, until something does', async () => {
    await smtp.close()
    const id = await send('refused@example.test')
    await waitForAttempt(id, 1)
    smtp = await startFakeSmtp(smtp.port)
    await retryNow()
    await waitForState(id, 'sent')
    expect(smtp.countMessages('refused@example.test')).toBe(1)
  })

  test('reports a mail that no attempt of a day could deliver', async () => {
    const id = await send('never@example.test', { step: 'RCPT', reply: '451 4.7.1 Greylisted' })
    for (let attempt = 1; attempt < 10; attempt++) {
      await waitForAttempt(id, attempt)
      await retryNow()
    }
    await waitForState(id, 'failed')
    expect(await readMail(db, id)).toMatchObject({ attempts: 10, failure: expect.stringContaining('451') })
    expect(smtp.messages).toEqual([])
  })

  test.each([
    ['550 5.1.1 No such user', true],
    ['550 No such user', true],
    ['550 5.7.1 Your server is on a block list', false],
    ['552 5.2.2 Mailbox full', false],
  ])('reports %s at once; suppresses the address: %s', async (reply, isSuppressed) => {
    const id = await send('gone@example.test', { step: 'RCPT', reply })
    await waitForState(id, 'failed')
    expect(await readMail(db, id)).toMatchObject({ attempts: 1, failure: expect.stringContaining(reply) })
    smtp.faults.length = 0
    const second = await send('gone@example.test')
    await waitForState(second, isSuppressed ? 'suppressed' : 'sent')
    expect(smtp.countMessages('gone@example.test')).toBe(isSuppressed ? 0 : 1)
  })

  test.each<SmtpFault>([
    { step: 'DATA', reply: '554 5.6.0 Not this' },
    { step: 'end', reply: '554 5.7.1 Looks like spam' },
  ])('reports a refused message, and does not blame the address: %o', async (fault) => {
    const id = await send('spam@example.test', fault)
    await waitForState(id, 'failed')
    smtp.faults.length = 0
    await waitForState(await send('spam@example.test'), 'sent')
  })

  test.each<[string, SmtpFault, number]>([
    ['while the message arrives', { step: 'message', cut: true }, 0],
    ['after the final dot', { step: 'end', cut: true }, 1],
    ['of silence after the final dot', { step: 'end', silent: true }, 1],
  ])('reports a connection lost %s as uncertain and sends nothing again', async (_, fault, deliveries) => {
    const id = await send('perhaps@example.test', fault)
    await waitForState(id, 'uncertain')
    smtp.faults.length = 0
    await runRetriesNow(db, jobs, 'send-mail')
    // A later mail has left, so nothing is waiting any more.
    await waitForState(await send('next@example.test'), 'sent')
    expect(await readMail(db, id)).toMatchObject({ state: 'uncertain', attempts: 1 })
    expect(smtp.countMessages('perhaps@example.test')).toBe(deliveries)
  })

  test('waits for a slow server', async () => {
    const id = await send(
      'slow@example.test',
      { step: 'greeting', delayMs: 300 },
      { step: 'RCPT', delayMs: 300 },
      { step: 'end', delayMs: 900 },
    )
    await waitForState(id, 'sent')
    expect(smtp.countMessages('slow@example.test')).toBe(1)
  })

  test('has one Message-ID for all attempts of a mail, and others for others', async () => {
    const id = await send('same@example.test', { step: 'end', cut: true, times: 1 })
    await waitForState(id, 'uncertain')
    await queryRaw(db, `update mails set state = 'queued' where id = $1`, [id])
    const other = await send('other@example.test')
    await waitForState(other, 'sent')
    await waitForState(id, 'sent')
    const ids = smtp.messages.map(({ to, content }) => [to, readMessage(content).headers.get('message-id')])
    const [first, second] = ids.filter(([to]) => to === 'same@example.test')
    expect(first?.[1]).toBeTruthy()
    expect(second).toEqual(first)
    expect(ids.find(([to]) => to === 'other@example.test')?.[1]).not.toBe(first?.[1])
  })
})

describe('a server process', () => {
  let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
  const ids: number[] = []
  beforeAll(async () => {
    template = await prepareProcessDatabase(async (db) => {
      const owner = await createMailOwner(db)
      for (const name of ['one', 'two', 'three'])
        ids.push(await queueTestMail(db, owner, `${name}@example.test`))
    })
  })
  afterAll(() => template.remove())

  /** Processes start slowly on a busy machine. */
  const patient = { timeout: 30_000 }

  type Place = Awaited<ReturnType<typeof template.copy>>
  const start = (place: Place) => startServer({ ...place.environment, SMTP_URL: smtp.url, LOG_LEVEL: 'info' })

  async function readStates(place: Place): Promise<Record<string, string>> {
    const db = await place.open()
    const rows = await queryRaw<{ recipient: string; state: string }>(
      db,
      'select recipient, state from mails order by id',
    )
    await db.close()
    return Object.fromEntries(rows.map(({ recipient, state }) => [recipient, state]))
  }

  /** Expects each mail to have been delivered once, or to be reported. */
  function expectOnceOrReported(states: Record<string, string>): void {
    for (const [recipient, state] of Object.entries(states)) {
      const deliveries = smtp.countMessages(recipient)
      expect({ recipient, state, deliveries }).toEqual(
        state === 'sent'
          ? { recipient, state, deliveries: 1 }
          : { recipient, state: 'uncertain', deliveries: expect.toBeOneOf([0, 1]) },
      )
    }
  }

  test.each<SmtpFault>([
    { step: 'greeting', silent: true },
    { step: 'end', silent: true },
  ])(
    'that is killed at %o reports what it was sending and sends the rest',
    async (fault) => {
      const place = await template.copy()
      smtp.faults.push(fault)
      const killed = start(place)
      await killed.address()
      await expect.poll(() => smtp.steps.includes(fault.step), patient).toBe(true)
      killed.kill('SIGKILL')
      await killed.ended
      smtp.faults.length = 0
      const restarted = start(place)
      await restarted.address()
      // A server first has to notice the silence of the killed process.
      for (let reported = 0; reported < 2; reported++) await restarted.waitForOutput(/"state":"uncertain"/)
      await restarted.waitForOutput(/("state":"(uncertain|sent)"[\s\S]*){3}/)
      restarted.kill('SIGTERM')
      expect(await restarted.ended).toMatchObject({ status: 0 })
      const states = await readStates(place)
      expect(Object.values(states).sort()).toEqual(['sent', 'uncertain', 'uncertain'])
      expectOnceOrReported(states)
      await place.remove()
    },
    120_000,
  )

  test('that is stopped while a server is slow waits for its reply', async () => {
    const place = await template.copy()
    smtp.faults.push({ step: 'end', delayMs: 1_500 })
    const stopped = start(place)
    await stopped.address()
    await expect.poll(() => smtp.steps.includes('end'), patient).toBe(true)
    stopped.kill('SIGTERM')
    expect(await stopped.ended).toMatchObject({ status: 0 })
    smtp.faults.length = 0
    const restarted = start(place)
    await restarted.address()
    await expect.poll(() => smtp.messages.length, patient).toBe(3)
    await restarted.waitForOutput(/"state":"sent"/)
    restarted.kill('SIGTERM')
    await restarted.ended
    const states = await readStates(place)
    expect(states).toEqual(Object.fromEntries(Object.keys(states).map((recipient) => [recipient, 'sent'])))
    expectOnceOrReported(states)
    await place.remove()
  }, 120_000)

  test.skipIf(!postgresUrl)(
    'sends no mail that another one sends',
    async () => {
      const place = await template.copy()
      const db = await place.open()
      await queryRaw(
        db,
        `insert into mails (event_key, site_id, account_id, kind, recipient, locale, data, created_at, changed_at)
        select 'many ' || n, site_id, account_id, kind, 'many-' || n || '@example.test', locale, data, now(), now()
        from mails, generate_series(1, 20) n
        where id = $1`,
        [ids[0]],
      )
      await db.close()
      const servers = [start(place), start(place)]
      await Promise.all(servers.map((server) => server.address()))
      await expect.poll(() => smtp.messages.length, patient).toBe(23)
      await expect
        .poll(async () => Object.values(await readStates(place)), patient)
        .toEqual(Array(23).fill('sent'))
      for (const server of servers) server.kill('SIGTERM')
      await Promise.all(servers.map((server) => server.ended))
      expectOnceOrReported(await readStates(place))
      await place.remove()
    },
    120_000,
  )
})
