import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { login } from '#contract/people/auth.ts'
import { addMember, deleteMember } from '#contract/people/member-management.ts'
import { readMe } from '#contract/people/session.ts'
import { confirmMemberPayee, readPayee, rejectMemberPayee, updatePayee } from '#contract/settlement/payees.ts'
import { screen as accountScreen } from '#islands/shell/screens/config-account/screen.ts'
import { screen as membersScreen } from '#islands/shell/screens/manage-member/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import { requireToken } from '#tests/support/require-token.ts'

const managerPassword = 'hookline-demo'
const password = 'their own'
const runId = Math.random().toString(36).slice(2, 8)
const realUrl = location.href
const details: Record<string, string> = {
  kind: 'individual',
  name: '새벽',
  bankCode: '004',
  account: '110222333444',
}
let memberCount = 0
let renderedView: RenderedView
let memberIds: number[] = []
let managerToken = ''

beforeEach(() => page.viewport(1280, 900))
afterEach(async () => {
  await setToken(managerToken)
  for (const target of memberIds)
    await renderedView.call(deleteMember, { body: { target, password: managerPassword } })
  memberIds = []
  renderedView.close()
  history.replaceState(null, '', realUrl)
  $snackbars.set([])
})

const importSession = () => import('#lib/api/session.ts')
const setToken = async (token: string) => (await importSession()).$token.set(token)
const readSnackbars = () => $snackbars.get().map(({ type, message }) => `${type}: ${message}`)
const getDialog = () => page.getByRole('dialog')
const getField = (name: string) => getDialog().getByLabelText(name, { exact: true })
const getDialogButton = (name: string) => getDialog().getByRole('button', { name, exact: true })
const readFact = (name: string) =>
  document.querySelector(`[data-field=payee-${name}] dd`)?.textContent ?? null

/** Creates a member of the demonstration network. Afterwards the manager's token is current. */
async function createMember() {
  memberCount += 1
  managerToken = (await importSession()).$token.get() ?? ''
  const email = `payee${memberCount}-${runId}@example.com`
  const nickname = `지급${memberCount}`
  const { member } = await renderedView.call(addMember, { body: { user_id: email, password, nickname } })
  memberIds.push(member.id)
  const token = requireToken(await renderedView.call(login, { body: { id: email, password } }))
  await setToken(managerToken)
  return { id: member.id, nickname, token }
}

async function enterDetails({ token }: { token: string }, body: Record<string, string> = {}) {
  await setToken(token)
  const { payee } = await renderedView.call(updatePayee, { body: { ...details, ...body, password } })
  await setToken(managerToken)
  return payee
}

/** Renders the account page of a new member. */
async function renderAccount(options: ViewOptions = {}) {
  renderedView = await renderView(accountScreen, options)
  const member = await createMember()
  const { startSession, setUser } = await importSession()
  startSession(member.token)
  setUser((await renderedView.call(readMe)).user)
  return member
}

describe('the account page', () => {
  test('has the payout account, which is entered with the password and shown masked', async () => {
    await renderAccount()
    await userEvent.click(page.getByRole('button', { name: '정산 계좌 입력' }))
    await userEvent.click(getDialogButton('저장'))
    for (const text of [
      '개인과 사업자 중에서 선택해 주세요.',
      '예금주 이름을 입력해 주세요.',
      '계좌번호를 확인해 주세요.',
    ])
      await expect.element(getDialog().getByText(text)).toBeVisible()
    await expect.element(getField('구분')).toHaveFocus()
    await userEvent.selectOptions(getField('구분'), '개인')
    await userEvent.fill(getField('예금주'), '김새벽')
    await userEvent.selectOptions(getField('은행'), 'KB국민은행')
    await userEvent.fill(getField('주민등록번호 또는 사업자등록번호'), '900101-1234567')
    await userEvent.fill(getField('계좌번호'), '110-222 333444')
    await userEvent.keyboard('{Enter}')
    await expect.element(getDialog().getByText('번호를 다시 확인해 주세요.', { exact: false })).toBeVisible()
    await userEvent.click(getField('입력한 번호가 맞습니다'))
    await userEvent.fill(getField('현재 비밀번호'), 'not this one')
    await userEvent.keyboard('{Enter}')
    await expect.element(getDialog().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
    await userEvent.fill(getField('현재 비밀번호'), password)
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(readSnackbars)
      .toEqual(['success: 정산 계좌를 저장했습니다. 확인이 끝나면 지급받을 수 있습니다.'])
    await expect.poll(() => readFact('account')).toBe('•••• 3444')
    expect(readFact('state')).toContain('확인 대기')
    expect([readFact('kind'), readFact('name'), readFact('bank')]).toEqual(['개인', '김새벽', 'KB국민은행'])
    expect(readFact('taxId')).toBe('900101-1••••••')
    await expect.poll(() => document.body.textContent).toContain('정산 계좌 변경')
  })

  test('offers what was entered before for a change, but not the account number', async () => {
    renderedView = await renderView(accountScreen, { locale: 'en' })
    const member = await createMember()
    await enterDetails(member)
    const { startSession, setUser } = await importSession()
    startSession(member.token)
    setUser((await renderedView.call(readMe)).user)
    await userEvent.click(page.getByRole('button', { name: 'Change payout account' }))
    await expect.element(getField('Type')).toHaveValue('individual')
    await expect.element(getField('Account holder')).toHaveValue('새벽')
    await expect.element(getField('Bank')).toHaveValue('004')
    expect(readFact('bank')).toBe('KB Kookmin Bank')
    await expect.element(getField('Account number')).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: 'Change payout account' })).toHaveFocus()
  })
})

describe('a manager', () => {
  async function openReview(options: ViewOptions = {}) {
    history.replaceState(null, '', '/manage-member')
    renderedView = await renderView(membersScreen, options)
    const member = await createMember()
    await enterDetails(member)
    const { memberList, searchMembers } = await import('#islands/people/members/store.ts')
    searchMembers(member.nickname)
    memberList.reload()
    await expect.poll(() => document.querySelector(`[data-member="${member.id}"]`)).not.toBeNull()
    return member
  }
  const startReview = async (member: { id: number }, action: string) => {
    const row = document.querySelector(`[data-member="${member.id}"]`) as HTMLElement
    await userEvent.click(row.querySelector('button[aria-haspopup]') as HTMLElement)
    await userEvent.click(page.getByRole('menuitem', { name: action }))
  }
  const open = async (member: { id: number }, action: string) => {
    await startReview(member, action)
    await expect.poll(() => readFact('account')).toBe('110222333444')
  }
  const readOwn = async ({ token }: { token: string }) => {
    await setToken(token)
    const { payee } = await renderedView.call(readPayee)
    await setToken(managerToken)
    return payee
  }

  test('sees a tax number masked, and whole after the password', async () => {
    const member = await openReview()
    await enterDetails(member, { taxId: '900101-1234568' })
    await expect.poll(() => document.querySelector(`[data-member="${member.id}"]`)).not.toBeNull()
    await open(member, '정산 계좌 확인')
    expect(readFact('taxId')).toBe('900101-1••••••')
    await userEvent.click(getDialogButton('전체 번호 보기'))
    await userEvent.fill(getField('현재 비밀번호'), managerPassword)
    await userEvent.click(getDialogButton('전체 번호 보기'))
    await expect.element(getDialog().getByText('900101-1234568')).toBeVisible()
  })

  test('sees that details wait, reads them whole, and confirms them', async () => {
    const member = await openReview()
    await expect.element(page.getByText('정산 계좌 확인 필요').first()).toBeVisible()
    await open(member, '정산 계좌 확인')
    await expect.element(getDialogButton('반려하기')).toHaveFocus()
    await userEvent.click(getDialogButton('확인 완료'))
    await expect.poll(readSnackbars).toContain(`success: ${member.nickname} 님의 정산 계좌를 확인했습니다.`)
    expect(await readOwn(member)).toMatchObject({ state: 'confirmed' })
    await expect.poll(() => document.body.textContent).not.toContain('정산 계좌 확인 필요')
  })

  test('confirms nothing that has changed while it was read', async () => {
    const member = await openReview()
    await open(member, '정산 계좌 확인')
    await enterDetails(member, { account: '999888777666' })
    await userEvent.click(getDialogButton('확인 완료'))
    await expect.element(getDialog().getByText(/그사이 내용이 바뀌었습니다/)).toBeVisible()
    await expect.poll(() => readFact('account')).toBe('999888777666')
    expect(await readOwn(member)).toMatchObject({ state: 'entered', version: 2 })
  })

  test('rejects them with a reason that the member reads', async () => {
    const member = await openReview({ locale: 'en' })
    await open(member, 'Check payout account')
    await userEvent.click(getDialogButton('Reject'))
    await expect.element(getField('Reason')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(getDialog().getByText('Enter a reason.')).toBeVisible()
    await userEvent.fill(getField('Reason'), 'Not your account.')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(readSnackbars)
      .toContain(`success: The payout account of ${member.nickname} was rejected.`)
    expect(await readOwn(member)).toMatchObject({ state: 'rejected', reason: 'Not your account.' })
  })

  test('can look at confirmed details again', async () => {
    const member = await openReview()
    await renderedView.call(confirmMemberPayee, { body: { target: member.id, version: 1 } })
    const { memberList } = await import('#islands/people/members/store.ts')
    memberList.reload()
    await expect.poll(() => document.body.textContent).not.toContain('정산 계좌 확인 필요')
    await open(member, '정산 계좌 확인')
    expect(readFact('state')).toContain('확인 완료')
    await expect.element(getDialogButton('확인 완료')).not.toBeInTheDocument()
  })

  describe('whose sign-in is some time ago', () => {
    const getQuestion = () => page.getByRole('dialog', { name: '본인 확인', exact: true })
    const getPassword = () => getQuestion().getByLabelText('현재 비밀번호', { exact: true })
    const openUnconfirmed = async () => {
      const member = await openReview({ isConfirmed: false })
      await startReview(member, '정산 계좌 확인')
      await expect.element(getPassword()).toHaveFocus()
      return member
    }
    const keepManagerToken = async () => {
      managerToken = (await importSession()).$token.get()
    }

    test('confirms who it is, and sees them', async () => {
      await openUnconfirmed()
      const before = managerToken
      await userEvent.fill(getPassword(), 'not this one')
      await userEvent.keyboard('{Enter}')
      await expect.element(getQuestion().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
      await expect.element(getPassword()).toHaveFocus()
      await userEvent.fill(getPassword(), managerPassword)
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => readFact('account')).toBe('110222333444')
      await keepManagerToken()
      expect(managerToken).not.toBe(before)
      await expect.element(getQuestion()).not.toBeInTheDocument()
      await userEvent.click(getDialogButton('확인 완료'))
      await expect.poll(readSnackbars).toContainEqual(expect.stringContaining('정산 계좌를 확인했습니다.'))
    })

    test('sees nothing without it', async () => {
      await openUnconfirmed()
      await userEvent.keyboard('{Escape}')
      await expect.element(getQuestion()).not.toBeInTheDocument()
      await expect.element(getDialog().getByText('본인 확인을 하지 않아 진행하지 않았습니다.')).toBeVisible()
      expect(readFact('account')).toBeNull()
    })

    test('is asked in the middle of a form, which goes on, or keeps what was entered', async () => {
      const realFetch = window.fetch
      onTestFinished(() => {
        window.fetch = realFetch
      })
      let isExpired = false
      window.fetch = async (input, init) => {
        if (isExpired && String(input).endsWith(rejectMemberPayee.path)) {
          isExpired = false
          const body = { success: false, code: 'confirmation_required', message: '본인 확인이 필요합니다.' }
          return Response.json(body, { status: 403 })
        }
        return realFetch(input, init)
      }
      const member = await openReview()
      await open(member, '정산 계좌 확인')
      await userEvent.click(getDialogButton('반려하기'))
      await userEvent.fill(getField('반려 사유'), '본인 계좌가 아닙니다.')
      isExpired = true
      await userEvent.click(getDialogButton('반려하기'))
      await expect.element(getPassword()).toHaveFocus()
      await userEvent.click(getQuestion().getByRole('button', { name: '취소' }))
      await expect
        .element(getDialog().getByRole('alert').filter({ hasText: '진행하지 않았습니다.' }))
        .toBeVisible()
      await expect.element(getField('반려 사유')).toHaveValue('본인 계좌가 아닙니다.')
      await expect.element(getDialogButton('반려하기')).toHaveFocus()
      isExpired = true
      await userEvent.click(getDialogButton('반려하기'))
      await userEvent.fill(getPassword(), 'not this one')
      await userEvent.keyboard('{Enter}')
      await expect.element(getQuestion().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
      await userEvent.fill(getPassword(), managerPassword)
      await userEvent.keyboard('{Enter}')
      await expect.poll(readSnackbars).toContainEqual(expect.stringContaining('반려'))
      await keepManagerToken()
      expect(await readOwn(member)).toMatchObject({ state: 'rejected', reason: '본인 계좌가 아닙니다.' })
    })
  })
})
