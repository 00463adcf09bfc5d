import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  addQuestionMessage,
  askQuestion,
  listQuestions,
  markQuestionSeen,
  type Question,
  readQuestion,
  settleQuestion,
} from '#contract/settlement/questions/questions.ts'
import { readStatement } from '#contract/settlement/statement-detail.ts'
import { screen as questions } from '#islands/settlement/questions/screen.ts'
import { screen as statement } from '#islands/settlement/statements/statement/screen.ts'
import { $user } from '#lib/api/session.ts'
import { type RenderedView, renderView } from '#tests/islands/kit/render-view.tsx'
import { createDetail, createStatement, account as owner } from './statement-fixtures.ts'

const realFetch = window.fetch
const realUrl = location.href
const member = { email: 'hanip@hookline.example' }
let shown: RenderedView | undefined

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  shown?.close()
  shown = undefined
  history.replaceState(null, '', realUrl)
})

const channelId = 'UC0000000000000000000001'
const at = '2026-11-21T11:12:00.000Z'

const ask = (text: string, id = 1): Question['thread'][number] => ({
  id,
  isAnswer: false,
  nickname: $user.get()?.nickname ?? '',
  isOperator: false,
  text,
  createdAt: at,
})
const answer = (text: string, id = 2): Question['thread'][number] => ({
  ...ask(text, id),
  isAnswer: true,
  nickname: '윤서 매니저',
})

function createQuestion(change: Partial<Question> = {}): Question {
  const thread = change.thread ?? [ask('왜 이만큼인가요?')]
  return {
    id: 7,
    subject: {
      kind: 'statement',
      statement: 12,
      line: `income/${channelId}/ads`,
      number: '202610-000012',
      month: '2026-10',
      channelName: '모퉁이 부엌',
    },
    state: 'open',
    amount: 938_386_000,
    currency: 'KRW',
    isOwn: true,
    nickname: '한입',
    askedAt: at,
    changedAt: at,
    settledAt: null,
    excerpt: thread.at(-1)?.text ?? '',
    messages: thread.length,
    isUnread: false,
    currentAmount: null,
    isWritable: true,
    ...change,
    thread,
  }
}

/** A server with some questions, that keeps what is sent. */
function serve(stored: Question[], isAnswering = false) {
  const sent: [string, unknown][] = []
  const find = (id: unknown) => stored.find((one) => one.id === Number(id))
  const add = (question: Question, text: string) => {
    const isAnswer = isAnswering
    question.thread.push({ ...(isAnswer ? answer(text) : ask(text)), id: question.thread.length + 1 })
    question.state = isAnswer ? 'answered' : 'open'
    question.messages = question.thread.length
  }
  window.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href)
    const path = pathname.slice(pathname.indexOf('v2/'))
    const body = init?.body ? JSON.parse(String(init.body)) : {}
    const reply = (output: object) => Response.json({ success: true, message: '', ...output })
    if (init?.method === 'POST' && path.startsWith(listQuestions.path)) sent.push([path, body])
    if (path === listQuestions.path) {
      const state = searchParams.get('state')
      const found = stored.filter((one) => state === null || one.state === state)
      return reply({ total: found.length, page: 0, size: 20, questions: found.map(toSummary) })
    }
    if (path === readQuestion.path) return reply({ question: find(searchParams.get('id')) ?? {} })
    if (path === readStatement.path) {
      const october = createStatement({ income: 1_340_552, fee: -268_110, payable: 1_072_442 })
      return reply({
        statement: createDetail(october, {
          account: { ...owner, id: isAnswering ? 3 : ($user.get()?.id ?? 0) },
        }),
      })
    }
    if (path === askQuestion.path) {
      const subject = { ...createQuestion().subject, ...body.subject }
      stored.push(createQuestion({ id: 8, subject, thread: [ask(body.text)] }))
      return reply({ id: 8 })
    }
    const question = find(body.id)
    if (path === addQuestionMessage.path && question) {
      add(question, body.text)
      return reply({ id: 9 })
    }
    if (path === settleQuestion.path && question) {
      question.state = 'settled'
      return reply({})
    }
    if (path === markQuestionSeen.path && question) {
      question.isUnread = false
      return reply({ unread: 0 })
    }
    return realFetch(input, init)
  }
  return sent
}

const toSummary = ({ thread: _, currentAmount, isWritable, ...summary }: Question) => summary

async function showStatement(search = ''): Promise<void> {
  history.replaceState(null, '', '/statements/12')
  shown = await renderView(statement, { ...member, search })
}

async function showQuestions(search = ''): Promise<void> {
  history.replaceState(null, '', '/questions')
  shown = await renderView(questions, { ...member, search })
}

test('each line of a statement is asked about below it', async () => {
  const sent = serve([])
  await showStatement()
  const bubble = page.getByRole('button', { name: '월말 잔액(지급 전) 문의하기' })
  await userEvent.click(bubble)
  await expect.element(bubble).toHaveAttribute('aria-expanded', 'true')
  const thread = page.getByRole('region', { name: '이 금액에 대한 문의' })
  await userEvent.click(thread.getByRole('button', { name: '보내기' }))
  await expect.element(thread.getByText('내용을 입력해 주세요.')).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.fill(thread.getByRole('textbox', { name: '궁금한 점' }), '왜 이만큼인가요?')
  await userEvent.click(thread.getByRole('button', { name: '보내기' }))
  await expect.element(thread.getByText('답변 대기')).toBeVisible()
  await expect.element(thread.getByRole('textbox', { name: '더 물어보기' })).toHaveValue('')
  expect(thread.getByRole('list', { name: '대화' }).element().textContent).toContain('왜 이만큼인가요?')
  expect(sent).toEqual([
    [
      askQuestion.path,
      { subject: { kind: 'statement', statement: 12, line: 'closing' }, text: '왜 이만큼인가요?' },
    ],
  ])
  await expect
    .element(page.getByRole('button', { name: '월말 잔액(지급 전) 문의하기(문의 있음)' }))
    .toBeVisible()
})

test('a link opens the thread of its line, which is then read, and settled', async () => {
  const thread = [ask('왜 이만큼인가요?'), answer('조회 32,904회가\n걸러졌습니다.')]
  const sent = serve([createQuestion({ state: 'answered', isUnread: true, thread })])
  await showStatement(`line=income/${channelId}/ads`)
  const region = page.getByRole('region', { name: '이 금액에 대한 문의' })
  await expect.element(region.getByText('답변 받음')).toBeVisible()
  await expect.element(region.getByText('윤서 매니저')).toBeVisible()
  await expect.poll(() => sent).toEqual([[markQuestionSeen.path, { id: 7, message: 2 }]])
  await userEvent.click(region.getByRole('button', { name: '해결되었습니다' }))
  await expect.element(region.getByText('해결됨')).toBeVisible()
  await expect.element(region.getByRole('button', { name: '해결되었습니다' })).not.toBeInTheDocument()
  expect(sent.at(-1)).toEqual([settleQuestion.path, { id: 7 }])
})

test('of somebody else’s statement, only lines with a question have a button, for the answer', async () => {
  const sent = serve([createQuestion({ isOwn: false })], true)
  history.replaceState(null, '', '/statements/12')
  shown = await renderView(statement, { email: 'manager@hookline.example' })
  await expect.poll(() => document.querySelectorAll('[data-line]').length).toBe(1)
  document.querySelector<HTMLDetailsElement>('main details[data-channel]')?.setAttribute('open', '')
  await userEvent.click(page.getByRole('button', { name: /모퉁이 부엌 광고 문의하기/ }))
  const region = page.getByRole('region', { name: '이 금액에 대한 문의' })
  await userEvent.fill(region.getByRole('textbox', { name: '답변' }), '환율 때문입니다.')
  await userEvent.click(region.getByRole('button', { name: '보내기' }))
  await expect.element(region.getByText('답변함')).toBeVisible()
  expect(sent).toEqual([[addQuestionMessage.path, { id: 7, text: '환율 때문입니다.' }]])
})

test('the list says what waits, and shows the thread of a row with its figure then and now', async () => {
  const ofDay = createQuestion({
    id: 9,
    subject: { kind: 'day', channel: null, day: '2026-11-20', channelName: null },
    amount: 20_000_000,
    currentAmount: 24_000_000,
    state: 'answered',
    isUnread: true,
    thread: [ask('어제보다 적어요.'), answer('YouTube가 정정했습니다.')],
  })
  serve([ofDay, createQuestion()])
  await showQuestions()
  await expect.poll(() => document.querySelectorAll('[data-question]').length).toBe(2)
  const row = document.querySelector('[data-question="9"]')
  expect(row?.textContent).toContain('새 메시지')
  expect(row?.textContent).toContain('₩20,000')
  expect(document.querySelector('[data-question="7"]')?.textContent).toContain('수익 · 모퉁이 부엌 · 광고')
  await userEvent.click(page.getByRole('button', { name: /2026.11.20 수익/ }))
  const card = page.getByRole('region', { name: '2026.11.20 수익' })
  await expect.element(card.getByText('지금 금액 ₩24,000')).toBeVisible()
  await expect.element(card.getByText('문의할 때 금액 ₩20,000')).toBeVisible()
  await expect.element(card.getByRole('heading', { level: 2 })).toHaveFocus()
  await expect
    .element(card.getByRole('link', { name: '금액이 있는 화면 보기' }))
    .toHaveAttribute('href', '/dashboard?period=custom&from=2026-11-20&to=2026-11-20')
  await expect.poll(() => document.querySelector('[data-unread]')).toBeNull()
  await userEvent.click(card.getByRole('button', { name: '닫기' }))
  await expect.element(card).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('radio', { name: '답변 전' }))
  await expect.poll(() => document.querySelectorAll('[data-question]').length).toBe(1)
  expect(location.search).toBe('?state=open')
})

test('a figure of the address is asked about, on a day that one chooses', async () => {
  const sent = serve([])
  await showQuestions(`ask=day&channel=${channelId}&day=2026-11-20`)
  await userEvent.fill(page.getByLabelText('날짜'), '2026-11-18')
  await userEvent.fill(page.getByRole('textbox', { name: '궁금한 점' }), '왜 이만큼인가요?')
  await userEvent.click(page.getByRole('button', { name: '보내기' }))
  await expect.poll(() => location.search).toBe('?question=8')
  expect(sent).toEqual([
    [
      askQuestion.path,
      { subject: { kind: 'day', channel: channelId, day: '2026-11-18' }, text: '왜 이만큼인가요?' },
    ],
  ])
})

test('without questions it says where to ask; a question that has ended takes no more', async () => {
  serve([])
  await showQuestions('ask=nothing')
  await expect.element(page.getByText('문의가 없습니다')).toBeVisible()
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
  shown?.close()
  serve([createQuestion({ state: 'settled', isWritable: false })])
  await showQuestions('question=7')
  await expect.element(page.getByText('끝난 문의라 더 쓸 수 없습니다.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
})

test('a refusal is shown, and the text stays', { tags: 'extended' }, async () => {
  serve([createQuestion()])
  const served = window.fetch
  window.fetch = (input, init) =>
    String(input).includes(addQuestionMessage.path)
      ? Promise.resolve(
          Response.json(
            { success: false, code: 'question_full', message: '가득 찼습니다.' },
            { status: 409 },
          ),
        )
      : served(input, init)
  await showQuestions('question=7')
  const field = page.getByRole('textbox', { name: '더 물어보기' })
  await userEvent.fill(field, '하나 더요.')
  await userEvent.click(page.getByRole('button', { name: '보내기' }))
  await expect.element(page.getByText('가득 찼습니다.')).toBeVisible()
  await expect.element(field).toHaveValue('하나 더요.')
})
