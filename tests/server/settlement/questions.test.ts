import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMe } from '#contract/people/session.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { sumLines } from '#contract/settlement/lines/line-amounts.ts'
import {
  addQuestionMessage,
  askQuestion,
  listQuestions,
  markQuestionSeen,
  maxOpenQuestions,
  maxQuestionMessages,
  type Question,
  type QuestionSubject,
  readQuestion,
  reopenDays,
  settleQuestion,
} from '#contract/settlement/questions/questions.ts'
import { readStatement } from '#contract/settlement/statement-detail.ts'
import { roundStatement } from '#lib/format/whole-statement.ts'
import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  insertAssignment,
  listAuditEntries,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

const march = '2026-03-01'
const now = new Date('2026-06-20T12:00:00Z')
const dayMs = 24 * 60 * 60 * 1000
const day = '2026-04-10'

let api: Api
const ids: Record<string, number> = {}
const statements: Record<string, number> = {}
const tokens: Record<string, string> = {}

const fact = (channel: string, revenueMicros: number) => ({
  day,
  channelId: channelIdFor(channel),
  videoId: videoIdFor(channel),
  country: 'KR',
  views: 10,
  premiumViews: 1,
  revenueMicros,
  premiumRevenueMicros: 0,
})

beforeAll(async () => {
  api = await startApi()
  api.clock.now = now
  const { db } = api
  const site = await createSite(db)
  const elsewhere = await createSite(db, 'elsewhere.test', true)
  const people = [
    ['boss', site, undefined, true],
    ['ann', site, 'boss', false],
    ['ben', site, 'boss', false],
    ['rival', site, undefined, true],
    ['alone', site, undefined, false],
    ['stranger', elsewhere, undefined, true],
  ] as const
  for (const [name, where, network, isManager] of people) {
    ids[name] = await createAccount(db, where, `${name}@example.test`, network && ids[network], isManager)
    tokens[name] = await signIn(api, `${name}@example.test`, where.domain)
  }
  await queryRaw(db, 'update accounts set email_confirmed_at = now()')
  for (const [channel, network, member] of [
    ['ann', 'boss', 'ann'],
    ['ben', 'boss', 'ben'],
    ['alone', 'alone', 'alone'],
  ] as const) {
    const registration = await createChannel(db, id(network), channelIdFor(channel))
    await insertAssignment(db, registration, id(member))
  }
  await queryRaw(db, `update assignments set assigned_at = '2026-01-01', from_day = '2026-01-01'`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 200)`,
    [ids.ann],
  )
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2026-03-31', 1400000000)`)
  await insertFacts(db, [fact('ann', 20_000_000), fact('ben', 5_000_000), fact('alone', 3_000_000)])
  const amounts = { [channelIdFor('ann')]: '10', [channelIdFor('ben')]: '3', [channelIdFor('alone')]: '9' }
  await insertMonthFile(db, { month: march, source: 'ads', amounts })
  await insertMonthFile(db, { month: march, source: 'premium', amounts: { [channelIdFor('ann')]: '1.5' } })
  await closeAndRelease(db, {
    month: march,
    krwMicros: 1_400_000_000,
    now,
    explanation: 'There is no payment summary.',
  })
  for (const name of ['ann', 'ben', 'boss', 'alone'])
    statements[name] = (await selectStatements(db, { accountId: id(name) }))[0]?.id ?? 0
})
afterAll(() => api.close())

beforeEach(async () => {
  api.clock.now = now
  await queryRaw(api.db, 'delete from questions')
  await queryRaw(api.db, 'delete from mails')
  await queryRaw(api.db, 'delete from rate_limit_windows')
})

const id = (name: string) => ids[name] ?? 0
const token = (name: string) => tokens[name] ?? ''
/** The stranger is on another site. */
const as = (name: string) => ({
  token: token(name),
  domain: name === 'stranger' ? 'elsewhere.test' : 'example.test',
})
const incomeLine = `income/${channelIdFor('ann')}/ads`
const ofStatement = (name: string, line: string = 'net'): QuestionSubject => ({
  kind: 'statement',
  statement: statements[name] ?? 0,
  line,
})
const ofVideo = (name: string, more: object = {}): QuestionSubject => ({
  kind: 'video',
  channel: channelIdFor(name),
  video: videoIdFor(name),
  from: day,
  to: day,
  ...more,
})
const ofDay = (channel: string | null): QuestionSubject => ({
  kind: 'day',
  channel: channel && channelIdFor(channel),
  day,
})

const ask = async (who: string, subject: QuestionSubject, text = 'Why?') =>
  (await api.call(askQuestion, { ...as(who), body: { subject, text } })).id
const write = async (who: string, question: number, text = 'Because.') =>
  (await api.call(addQuestionMessage, { ...as(who), body: { id: question, text } })).id
const read = async (who: string, question: number): Promise<Question> =>
  (await api.call(readQuestion, { ...as(who), query: { id: question } })).question
const list = async (who: string, query: object = {}) =>
  api.call(listQuestions, { ...as(who), query } as never)
const settle = (who: string, question: number) =>
  api.call(settleQuestion, { ...as(who), body: { id: question } })
const see = async (who: string, question: number) => {
  const last = (await read(who, question)).thread.at(-1)?.id ?? 0
  return (await api.call(markQuestionSeen, { ...as(who), body: { id: question, message: last } })).unread
}
const countUnread = async (who: string) => (await api.call(readMe, as(who))).user.unread_questions

async function refuse(who: string, subject: unknown, text: unknown = 'Why?') {
  const { status, body } = await api.request(askQuestion, { ...as(who), body: { subject, text } as never })
  const [field] = Object.values<{ code: string }>(body.fields ?? {})
  return [status, body.code, field?.code]
}

const listMails = () =>
  queryRaw<{ kind: string; recipient: string; data: object }>(
    api.db,
    'select kind, recipient, data from mails order by id',
  )

describe('a line of a statement', () => {
  test('is asked about by its person, answered by the manager, and settled', async () => {
    const question = await ask('ann', ofStatement('ann', incomeLine), ' How so?\r\nIt was more. ')
    expect(await list('ann')).toMatchObject({
      total: 1,
      questions: [
        {
          id: question,
          subject: {
            kind: 'statement',
            line: incomeLine,
            month: '2026-03',
            channelName: expect.any(String),
          },
          state: 'open',
          isOwn: true,
          isUnread: false,
          messages: 1,
          excerpt: 'How so?\nIt was more.',
          amount: 14_000_000,
          currency: 'KRW',
        },
      ],
    })
    expect(await countUnread('boss')).toBe(1)
    expect(await see('boss', question)).toBe(0)
    expect((await list('boss', { state: 'open' })).questions).toMatchObject([
      { id: question, isOwn: false, isUnread: false, nickname: 'ann' },
    ])
    const answered = await write('boss', question)
    expect((await read('ann', question)).thread.at(-1)?.id).toBe(answered)
    expect(await countUnread('ann')).toBe(1)
    expect(await read('ann', question)).toMatchObject({
      state: 'answered',
      isUnread: true,
      currentAmount: null,
      isWritable: true,
      thread: [
        { isAnswer: false, nickname: 'ann', text: 'How so?\nIt was more.' },
        { isAnswer: true, nickname: 'boss', isOperator: false, text: 'Because.' },
      ],
    })
    expect(await see('ann', question)).toBe(0)
    await settle('ann', question)
    await settle('ann', question)
    expect(await read('boss', question)).toMatchObject({ state: 'settled', settledAt: now.toISOString() })
  })

  test('has the amount that the statement shows, whichever line it is', async () => {
    const { statement } = await api.call(readStatement, {
      ...as('ann'),
      query: { id: statements.ann ?? 0 },
    })
    const lines = [...sumLines(roundStatement(statement))]
    expect(lines.length).toBeGreaterThan(14)
    for (const [line, amount] of lines) {
      await queryRaw(api.db, 'delete from questions')
      expect([line, (await read('ann', await ask('ann', ofStatement('ann', line)))).amount]).toEqual([
        line,
        amount,
      ])
      await queryRaw(api.db, 'delete from rate_limit_windows')
    }
  })

  test('that is not in it, or in somebody else’s, cannot be asked about', async () => {
    const missing = [404, 'not_found', undefined]
    expect(await refuse('ann', ofStatement('ann', `income/${channelIdFor('ben')}`))).toEqual(missing)
    expect(await refuse('ann', ofStatement('ben'))).toEqual(missing)
    expect(await refuse('boss', ofStatement('ann'))).toEqual(missing)
    expect(await refuse('rival', ofStatement('ann'))).toEqual(missing)
    expect(await refuse('ann', { kind: 'statement', statement: statements.ann, line: 'nothing' })).toEqual([
      422,
      'invalid',
      'invalid',
    ])
  })

  test('of a month that is not released cannot be asked about, even by the network itself', async () => {
    await queryRaw(api.db, `update months set state = 'closed', released_at = null where month = $1`, [march])
    expect(await refuse('boss', ofStatement('boss'))).toEqual([404, 'not_found', undefined])
    await queryRaw(api.db, `update months set state = 'released', released_at = now() where month = $1`, [
      march,
    ])
  })
})

describe('a video and a day', () => {
  test('keep the figure as it was shown, beside that of today', async () => {
    const asked = await ask('ann', ofVideo('ann'))
    const { totals } = await api.call(readVideo, {
      ...as('ann'),
      query: {
        period: 'custom',
        from: day,
        to: day,
        channel: channelIdFor('ann'),
        video: videoIdFor('ann'),
      },
    })
    // After the fee: what ann sees.
    expect(totals.grossProfit).toBeNull()
    expect(await read('boss', asked)).toMatchObject({
      amount: totals.netProfit,
      currentAmount: totals.netProfit,
      subject: { kind: 'video', from: day, to: day, channel: channelIdFor('ann'), title: null },
    })
    const ofChannel = await ask('ann', ofDay('ann'))
    const ofAll = await ask('ann', ofDay(null))
    await insertFacts(api.db, [fact('ann', 10_000_000), fact('ben', 5_000_000), fact('alone', 3_000_000)])
    for (const question of [asked, ofChannel, ofAll]) {
      const { amount, currentAmount } = await read('ann', question)
      expect([amount, currentAmount]).toEqual([totals.netProfit, (totals.netProfit ?? 0) / 2])
    }
    await insertFacts(api.db, [fact('ann', 20_000_000), fact('ben', 5_000_000), fact('alone', 3_000_000)])
  })

  test('are found by what they are about', async () => {
    const video = await ask('ann', ofVideo('ann'))
    const dayOfChannel = await ask('ann', ofDay('ann'))
    const ofAll = await ask('ann', ofDay(null))
    const statement = await ask('ann', ofStatement('ann'))
    const find = async (query: object) => (await list('ann', query)).questions.map((one) => one.id)
    expect(await find({ video: videoIdFor('ann') })).toEqual([video])
    expect(await find({ channel: channelIdFor('ann') })).toEqual([dayOfChannel, video])
    expect(await find({ day })).toEqual([ofAll, dayOfChannel])
    expect(await find({ statement: statements.ann })).toEqual([statement])
    expect(await find({ size: 3, page: 1 })).toEqual([video])
    expect(await find({ state: 'answered' })).toEqual([])
  })

  test('outside what the person sees, or outside the known days, cannot be asked about', async () => {
    const missing = [404, 'not_found', undefined]
    expect(await refuse('ann', ofVideo('ben'))).toEqual(missing)
    expect(await refuse('ann', ofDay('ben'))).toEqual(missing)
    expect(await refuse('rival', ofVideo('ann'))).toEqual(missing)
    expect(await refuse('stranger', ofDay('ann'))).toEqual(missing)
    expect(await refuse('ann', ofVideo('ann', { video: 'unknownvid_' }))).toEqual(missing)
    const invalid = [422, 'invalid', 'day_invalid']
    expect(await refuse('ann', ofVideo('ann', { to: '2026-04-11' }))).toEqual(invalid)
    expect(await refuse('ann', ofVideo('ann', { from: '2026-04-11' }))).toEqual(invalid)
    expect(await refuse('ann', { kind: 'day', channel: null, day: '2026-04-11' })).toEqual(invalid)
    expect(await refuse('rival', ofDay(null))).toEqual(invalid)
  })
})

describe('people', () => {
  test('see their own questions, managers those of the network, and nobody else any', async () => {
    const anns = await ask('ann', ofStatement('ann'))
    const bens = await ask('ben', ofStatement('ben'))
    const own = await ask('boss', ofDay(null))
    const alones = await ask('alone', ofDay(null))
    const listed = async (who: string) => (await list(who)).questions.map((one) => one.id).sort()
    expect(await listed('ann')).toEqual([anns])
    expect(await listed('ben')).toEqual([bens])
    expect(await listed('boss')).toEqual([anns, bens, own])
    expect(await listed('alone')).toEqual([alones])
    for (const who of ['rival', 'stranger']) expect(await listed(who)).toEqual([])
    for (const [who, question] of [
      ['ann', bens],
      ['ben', own],
      ['alone', anns],
      ['rival', anns],
      ['stranger', alones],
      ['boss', alones],
    ] as const) {
      const calls = [
        api.request(readQuestion, { ...as(who), query: { id: question } }),
        api.request(addQuestionMessage, { ...as(who), body: { id: question, text: 'x' } }),
        api.request(settleQuestion, { ...as(who), body: { id: question } }),
        api.request(markQuestionSeen, { ...as(who), body: { id: question, message: 1 } }),
      ]
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(4).fill(404))
    }
    expect((await api.request(settleQuestion, { ...as('boss'), body: { id: anns } })).status).toBe(404)
  })

  test('who have left still ask about their statements, not about the network’s figures', async () => {
    const ofLine = await ask('ann', ofStatement('ann'))
    const ofFigure = await ask('ann', ofVideo('ann'))
    await queryRaw(api.db, `update accounts set network_id = id, roles = '{}' where id = $1`, [ids.ann])
    await write('ann', ofLine)
    await write('boss', ofLine)
    expect((await read('boss', ofFigure)).currentAmount).toBeNull()
    expect((await read('ann', ofFigure)).isWritable).toBe(false)
    expect(
      (await api.request(addQuestionMessage, { ...as('ann'), body: { id: ofFigure, text: 'x' } })).body.code,
    ).toBe('question_closed')
    await queryRaw(api.db, `update accounts set network_id = $2, roles = '{member}' where id = $1`, [
      ids.ann,
      ids.boss,
    ])
  })

  test('who are deleted leave the questions of their statements, without a name', async () => {
    const { db } = api
    const site = await queryRaw<{ id: number }>(db, `select id from sites where domain = 'example.test'`)
    const gone = await createAccount(db, { id: site[0]?.id ?? 0 } as never, 'gone@example.test', ids.boss)
    const insert = (columns: string, values: string) =>
      queryRaw(
        db,
        `with asked as (
          insert into questions (asked_by, network_id, ${columns}, amount, currency, asked_at, last_asked_id)
          values ($1, $2, ${values}, 0, 'KRW', now(), 1)
          returning id)
        , said as (
          insert into question_messages (question_id, is_answer, author_id, body, created_at)
          select id, false, $1, 'Why?', now() from asked
          returning id, question_id)
        select from said`,
        [gone, ids.boss],
      )
    await insert('kind, statement_id, line', `'statement', ${statements.ben}, 'net'`)
    await insert('kind, first_day, last_day', `'day', '${day}', '${day}'`)
    await queryRaw(
      db,
      'update questions q set last_asked_id = (select max(id) from question_messages m where m.question_id = q.id)',
    )
    expect((await list('boss')).total).toBe(2)
    await db.transaction((tx) => anonymizeAccount(tx, gone, now))
    const { questions } = await list('boss')
    expect(questions).toMatchObject([{ subject: { kind: 'statement' }, nickname: null }])
    expect((await read('boss', questions[0]?.id ?? 0)).thread).toMatchObject([
      { nickname: null, isOperator: false },
    ])
    expect(await queryRaw(db, 'select from question_messages')).toHaveLength(1)
  })
})

describe('a thread', () => {
  test('is continued by asking again, opened again after it was settled, and ends a month later', async () => {
    const question = await ask('ann', ofStatement('ann'))
    expect(await ask('ann', ofStatement('ann'), 'And?')).toBe(question)
    await write('boss', question)
    await settle('ann', question)
    expect(await ask('ann', ofStatement('ann'), 'Still?')).toBe(question)
    expect(await read('ann', question)).toMatchObject({ state: 'open', messages: 4, settledAt: null })
    await settle('ann', question)
    await write('boss', question)
    expect(await read('ann', question)).toMatchObject({ state: 'answered', isUnread: true })
    await settle('ann', question)
    api.clock.now = new Date(now.getTime() + reopenDays * dayMs)
    for (const who of ['ann', 'boss']) tokens[who] = await signIn(api, `${who}@example.test`)
    expect((await read('ann', question)).isWritable).toBe(false)
    for (const who of ['ann', 'boss'])
      expect(
        (await api.request(addQuestionMessage, { ...as(who), body: { id: question, text: 'x' } })).body.code,
      ).toBe('question_closed')
    expect(await ask('ann', ofStatement('ann'))).not.toBe(question)
  })

  test('two askings at once make one', async () => {
    const [one, other] = await Promise.all([
      ask('ann', ofStatement('ann'), 'One'),
      ask('ann', ofStatement('ann'), 'Two'),
    ])
    expect(one).toBe(other)
    expect((await read('ann', one)).messages).toBe(2)
  })

  test('texts have 1 to 2,000 characters, and none that hides', async () => {
    const codes = {
      question_required: ['', '  \n '],
      question_length: ['x'.repeat(2_001)],
      question_characters: ['a\u0000b', 'a\tb', '\u202Eevil', 'a\ud800b', '\x1b[31m'],
    }
    for (const [code, texts] of Object.entries(codes))
      for (const text of texts)
        expect(await refuse('ann', ofStatement('ann'), text)).toEqual([422, 'invalid', code])
    const kept = `${'가'.repeat(1_997)}\n👨‍👩`.slice(0, 2_000)
    expect((await read('ann', await ask('ann', ofStatement('ann'), kept))).thread[0]?.text).toBe(kept)
  })

  test('messages, open questions and messages of a thread are limited', async () => {
    const question = await ask('ann', ofStatement('ann'))
    await queryRaw(
      api.db,
      `insert into question_messages (question_id, is_answer, author_id, body, created_at)
      select $1, false, $2, 'x', now() from generate_series(2, $3)`,
      [question, ids.ann, maxQuestionMessages],
    )
    expect(await refuse('ann', ofStatement('ann'))).toEqual([409, 'question_full', undefined])
    await queryRaw(
      api.db,
      `insert into questions (asked_by, network_id, kind, first_day, last_day, amount, currency, asked_at, last_asked_id)
      select $1, $2, 'day', day, day, 0, 'KRW', now(), 1
      from generate_series('2026-01-01'::date, '2026-01-01'::date + $3::integer - 2, '1 day') day`,
      [ids.ann, ids.boss, maxOpenQuestions],
    )
    expect(await refuse('ann', ofVideo('ann'))).toEqual([409, 'questions_full', undefined])
    await queryRaw(api.db, `update questions set settled_at = now() where kind = 'day'`)
    await ask('ann', ofVideo('ann'))
    await queryRaw(api.db, `update rate_limit_windows set count = ${rateLimits.question}`)
    expect(await refuse('ann', ofStatement('ann', 'closing'))).toEqual([429, 'too_many', undefined])
  })

  test('both sides are mailed once until they look, without the text', async () => {
    const question = await ask('ann', ofStatement('ann'), 'A secret?')
    await write('ann', question, 'Hello?')
    await see('boss', question)
    await write('ann', question)
    await write('boss', question)
    await write('boss', question)
    expect(await listMails()).toEqual([
      { kind: 'question-asked', recipient: 'boss@example.test', data: { question, nickname: 'ann' } },
      { kind: 'question-asked', recipient: 'boss@example.test', data: { question, nickname: 'ann' } },
      { kind: 'question-answered', recipient: 'ann@example.test', data: { question } },
    ])
    const person = await findPerson(api.db, 'boss@example.test')
    await queryRaw(
      api.db,
      `update accounts set email_confirmed_at = null, is_self_registered = false where id = $1`,
      [person],
    )
    await see('boss', question)
    await write('ann', question)
    expect(await listMails()).toHaveLength(3)
    await queryRaw(api.db, 'update accounts set email_confirmed_at = now() where id = $1', [person])
  })

  test('leaves audit entries without texts', async () => {
    await clearAuditLog(api.db)
    const question = await ask('ann', ofStatement('ann'), 'A secret?')
    await write('boss', question, 'A secret.')
    await settle('ann', question)
    await see('boss', question)
    const entries = await listAuditEntries(api.db)
    expect(JSON.stringify(entries)).not.toContain('secret')
    expect(entries).toMatchObject(
      ['askQuestion', 'addQuestionMessage', 'settleQuestion'].map((action) => ({ action })),
    )
  })
})

describe('the operator', () => {
  test('answers what managers and independent accounts ask, by commands', async () => {
    const { db } = api
    const anns = await ask('ann', ofStatement('ann'))
    const own = await ask('boss', ofDay(null), 'Why so little?')
    const alones = await ask('alone', ofStatement('alone'))
    expect(await listMails()).toMatchObject([{ kind: 'question-asked' }])
    expect((await runOperator(db, 'question', 'list', '--open', '--site', 'example.test')).text).toMatch(
      /boss@example.test[\s\S]+alone@example.test[\s\S]+2 questions/,
    )
    expect((await runOperator(db, 'question', 'show', String(own))).text).toMatch(
      /2026-04-10[\s\S]+Why so little\?/,
    )
    expect((await runOperator(db, 'question', 'show', String(alones))).text).toMatch(
      /statement 202603-\d+, net/,
    )
    expect(await runOperator(db, 'question', 'answer', String(own), '--text', 'A holiday.')).toMatchObject({
      status: 0,
    })
    expect(await read('boss', own)).toMatchObject({
      state: 'answered',
      isUnread: true,
      thread: [{}, { isAnswer: true, isOperator: true, nickname: null, text: 'A holiday.' }],
    })
    expect((await runOperator(db, 'doctor')).text).toMatch(/1 question about figures waiting for 3 days/)
    expect((await runOperator(db, 'question', 'list', '--open')).text).not.toContain('boss@')
    expect((await listMails()).at(-1)).toMatchObject({
      kind: 'question-answered',
      recipient: 'boss@example.test',
    })
    // Their manager answers it.
    for (const args of [
      ['show', String(anns)],
      ['answer', String(anns), '--text', 'x'],
    ])
      await expect(runOperator(db, 'question', ...args)).rejects.toThrow(/no question/)
    await settle('boss', own)
    await queryRaw(db, `update questions set settled_at = '2020-01-01' where id = $1`, [own])
    await expect(runOperator(db, 'question', 'answer', String(own), '--text', 'x')).rejects.toThrow(
      /has ended/,
    )
  })
})

type Action = 'ask' | 'answer' | 'settle' | 'seeAsker' | 'seeManager'

test('whatever happens in a thread, its state and its marks follow from its messages', async () => {
  const actions = fc.array(fc.constantFrom<Action>('ask', 'answer', 'settle', 'seeAsker', 'seeManager'), {
    minLength: 1,
    maxLength: 14,
  })
  await fc.assert(
    fc.asyncProperty(actions, async (steps) => {
      await queryRaw(api.db, 'delete from questions')
      await queryRaw(api.db, 'delete from rate_limit_windows')
      const question = await ask('ben', ofStatement('ben'))
      const model = { state: 'open', messages: 1, ben: false, boss: true }
      for (const step of steps) {
        if (step === 'ask') {
          await ask('ben', ofStatement('ben'))
          Object.assign(model, { state: 'open', messages: model.messages + 1, ben: false, boss: true })
        } else if (step === 'answer') {
          await write('boss', question)
          Object.assign(model, { state: 'answered', messages: model.messages + 1, ben: true, boss: false })
        } else if (step === 'settle') {
          await settle('ben', question)
          if (model.state !== 'settled') Object.assign(model, { state: 'settled', ben: false })
        } else {
          const who = step === 'seeAsker' ? 'ben' : 'boss'
          await see(who, question)
          model[who] = false
        }
        const [asker, manager] = [await read('ben', question), await read('boss', question)]
        expect({
          state: asker.state,
          messages: asker.thread.length,
          ben: asker.isUnread,
          boss: manager.isUnread,
        }).toEqual(model)
        expect([await countUnread('ben'), await countUnread('boss')]).toEqual([
          model.ben ? 1 : 0,
          model.boss ? 1 : 0,
        ])
      }
    }),
    { numRuns: propertyRuns(40) },
  )
})
