// @module-tag extended
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cancelChannelRequest } from '#contract/channels/channel-changes.ts'
import { listChannels } from '#contract/channels/channels.ts'
import { listFeeRates, setDefaultFee, setFees } from '#contract/people/fees.ts'
import { addMember, deleteMember } from '#contract/people/member-management.ts'
import { listMembers, type Member } from '#contract/people/members.ts'
import { screen } from '#islands/shell/screens/manage-member/screen.ts'
import { type RenderedView, renderView } from '#tests/islands/kit/render-view.tsx'

const password = 'hookline-demo'
const runId = Math.random().toString(36).slice(2, 8)
const realUrl = location.href
let memberCount = 0
let renderedView: RenderedView

beforeEach(async () => {
  await page.viewport(1280, 900)
  history.replaceState(null, '', '/manage-member')
  renderedView = await renderView(screen)
})
afterEach(async () => {
  const { members } = await renderedView.call(listMembers, { query: { search: runId } })
  for (const { id } of members) await renderedView.call(deleteMember, { body: { target: id, password } })
  const { requests } = await renderedView.call(listChannels, {})
  for (const { id } of requests) await renderedView.call(cancelChannelRequest, { body: { id } })
  renderedView.close()
  history.replaceState(null, '', realUrl)
  const { $snackbars } = await import('#lib/page/snackbars.ts')
  $snackbars.set([])
})

const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
const getDialog = () => page.getByRole('dialog')
const getField = (name: string | RegExp) => getDialog().getByLabelText(name)
const getDialogButton = (name: string) => getDialog().getByRole('button', { name, exact: true })
const getMessage = (text: string | RegExp, options = {}) => getDialog().getByText(text, options)
const readSnackbars = async () =>
  (await import('#lib/page/snackbars.ts')).$snackbars.get().map(({ type, message }) => `${type}: ${message}`)
const findRow = (id: number) => document.querySelector(`[data-member="${id}"]`)
const searchMembers = async (search: string) =>
  (await renderedView.call(listMembers, { query: { search } })).members

const newEmail = () => {
  memberCount += 1
  return `m${memberCount}-${runId}@example.com`
}

/** Creates a member in the list that a test can change. */
async function createMember(): Promise<Member> {
  const body = { user_id: newEmail(), password: 'their own', nickname: `새벗${memberCount}` }
  const { member } = await renderedView.call(addMember, { body })
  const { memberList } = await import('#islands/people/members/store.ts')
  memberList.reload()
  await expect.poll(() => findRow(member.id)).not.toBeNull()
  return member
}

async function openMemberDialog(name: string, { id }: Member): Promise<void> {
  const { openDialog } = await import('#lib/navigation/active-dialog.ts')
  openDialog(name, id)
  await expect.element(getDialog()).toBeVisible()
}

describe('creating a member', () => {
  beforeEach(async () => {
    await userEvent.click(page.getByRole('button', { name: '멤버 만들기' }).first())
    await expect.element(getDialog()).toBeVisible()
  })

  async function fill(email: string) {
    await userEvent.fill(getField('이메일'), email)
    await userEvent.fill(getField('비밀번호'), 'secret')
    await userEvent.fill(getField('닉네임'), '새벽기타')
  }

  test('says what is missing at its fields; the channel may be left out', async () => {
    await userEvent.click(getDialogButton('만들기'))
    for (const text of ['이메일을 입력해 주세요.', '비밀번호를 입력해 주세요.', '닉네임을 입력해 주세요.'])
      await expect.element(getMessage(text)).toBeVisible()
    await expect.element(getField('이메일')).toHaveFocus()
    await expect.element(getMessage('채널 링크를 입력해 주세요.')).not.toBeInTheDocument()
    await userEvent.fill(getField('이메일'), 'someone')
    await userEvent.fill(getField('비밀번호'), 'abc')
    await userEvent.fill(getField('닉네임'), '가')
    await userEvent.click(getDialogButton('만들기'))
    await expect.element(getMessage('올바른 이메일을 입력해 주세요.')).toBeVisible()
    await expect.element(getMessage('비밀번호는 4자 이상 64자 이하로 입력해 주세요.')).toBeVisible()
    await expect.element(getMessage('닉네임은 2자 이상으로 입력해 주세요.')).toBeVisible()
  })

  test('makes one, says so, and lists it', async () => {
    const email = newEmail()
    await fill(email)
    await userEvent.click(getDialogButton('만들기'))
    await expect.poll(readSnackbars).toEqual(['success: 멤버를 만들었습니다.'])
    await expect.poll(readParams).toEqual({})
    const [member] = await searchMembers(email)
    expect(member).toMatchObject({ user_id: email, nickname: '새벽기타', channels: 0 })
    await expect.poll(() => findRow(member?.id ?? 0)?.textContent).toContain(email)
  })

  test('with a fee of their own, or the default fee, which is named', async () => {
    await expect.element(getMessage(/^비워 두면 기본 수수료율을 적용합니다: [\d.]+%$/)).toBeVisible()
    const email = newEmail()
    await fill(email)
    await userEvent.fill(getField(/수수료율/), '120')
    await userEvent.click(getDialogButton('만들기'))
    await expect.element(getField(/수수료율/)).toHaveAttribute('aria-invalid', 'true')
    await userEvent.fill(getField(/수수료율/), '17.5')
    await userEvent.click(getDialogButton('만들기'))
    await expect.poll(readSnackbars).toEqual(['success: 멤버를 만들었습니다.'])
    expect(await searchMembers(email)).toMatchObject([{ fee_rate: 17.5 }])
  })

  test('lets the password be looked at', async () => {
    await userEvent.fill(getField('비밀번호'), 'secret')
    await expect.element(getField('비밀번호')).toHaveAttribute('type', 'password')
    await userEvent.click(getDialogButton('비밀번호 표시'))
    await expect
      .element(getDialog().getByLabelText('비밀번호', { exact: true }))
      .toHaveAttribute('type', 'text')
    await expect.element(getDialog().getByLabelText('비밀번호', { exact: true })).toHaveValue('secret')
    await userEvent.click(getDialogButton('비밀번호 표시'))
    await expect.element(getField('비밀번호')).toHaveAttribute('type', 'password')
  })

  test('refuses an email that is taken, at its field', async () => {
    await fill('hanip@hookline.example')
    await userEvent.click(getDialogButton('만들기'))
    await expect.element(getMessage(/^이미 사용 중인 이메일입니다/)).toBeVisible()
    await expect.element(getField('이메일')).toHaveFocus()
    expect(readParams()).toEqual({ addMember: '1' })
  })

  test('asks for the category once a link is typed; a channel that is refused makes no member', async () => {
    const email = newEmail()
    await fill(email)
    const category = () => getDialog().getByRole('combobox', { name: '카테고리' })
    await expect.element(category()).not.toBeInTheDocument()
    await userEvent.fill(getField(/채널 링크/), 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    await userEvent.click(getDialogButton('만들기'))
    await expect.element(getMessage(/YouTube 채널 링크가 아닙니다/)).toBeVisible()
    await expect.element(getMessage('채널 카테고리를 선택해 주세요.')).toBeVisible()
    await userEvent.fill(getField(/채널 링크/), '@nobody')
    await userEvent.selectOptions(category(), 'music')
    await userEvent.click(getDialogButton('만들기'))
    await expect.element(getMessage(/이 링크의 채널을 YouTube에서 찾을 수 없습니다/)).toBeVisible()
    await expect.element(getField(/채널 링크/)).toHaveFocus()
    expect(await searchMembers(email)).toEqual([])
    await userEvent.clear(getField(/채널 링크/))
    await expect.element(category()).not.toBeInTheDocument()
    await userEvent.click(getDialogButton('만들기'))
    await expect.poll(async () => (await searchMembers(email)).length).toBe(1)
  })

  test('registers the channel for the member', async () => {
    const email = newEmail()
    await fill(email)
    await userEvent.fill(getField(/채널 링크/), `@with-${runId}`)
    await userEvent.selectOptions(getDialog().getByRole('combobox', { name: '카테고리' }), 'music')
    await userEvent.click(getDialogButton('만들기'))
    await expect.poll(readSnackbars).toEqual(['success: 멤버를 만들었습니다.'])
    const [member] = await searchMembers(email)
    expect(member).toMatchObject({ channels: 1, channel_url: `@with-${runId}` })
    await expect.poll(() => findRow(member?.id ?? 0)?.querySelector('a')?.textContent).toContain('1개')
  })

  test('says when the channel waits for YouTube', async () => {
    const email = newEmail()
    await fill(email)
    await userEvent.fill(getField(/채널 링크/), '@silent')
    await userEvent.selectOptions(getDialog().getByRole('combobox', { name: '카테고리' }), 'music')
    await userEvent.click(getDialogButton('만들기'))
    await expect
      .poll(readSnackbars)
      .toEqual(['success: 멤버를 만들었습니다.', expect.stringMatching(/^info: .*자동으로 완료됩니다/)])
    expect((await searchMembers(email)).length).toBe(1)
  })
})

describe('another password', () => {
  test('is checked, set, and said', async () => {
    const member = await createMember()
    await openMemberDialog('password', member)
    await expect.element(getMessage(/모든 기기에서 로그아웃됩니다/)).toBeVisible()
    await userEvent.fill(getField('새 비밀번호'), 'abc')
    await userEvent.click(getDialogButton('변경'))
    await expect.element(getMessage('비밀번호는 4자 이상 64자 이하로 입력해 주세요.')).toBeVisible()
    await userEvent.fill(getField('새 비밀번호'), 'another one')
    await userEvent.fill(getField('관리자 비밀번호'), 'wrong')
    await userEvent.click(getDialogButton('변경'))
    await expect.element(getMessage('비밀번호가 올바르지 않습니다.')).toBeVisible()
    await userEvent.fill(getField('관리자 비밀번호'), password)
    await userEvent.click(getDialogButton('변경'))
    await expect.poll(readSnackbars).toEqual(['success: 비밀번호를 변경했습니다.'])
    await expect.poll(readParams).toEqual({})
  })
})

describe('another fee rate', () => {
  test('takes a comma, counts from the first open day if it is the first, and is kept beside others', async () => {
    const member = await createMember()
    await openMemberDialog('fee', member)
    await expect.element(getMessage('처음부터', { exact: true })).toBeVisible()
    for (const wrong of ['', '101', '12.55', '-1', 'ten', '1e1']) {
      await userEvent.fill(getField('수수료율(%)'), wrong)
      await userEvent.click(getDialogButton('변경'))
      await expect.element(getMessage(/0에서 100 사이로/)).toBeVisible()
    }
    await userEvent.fill(getField('수수료율(%)'), '12,5')
    const firstDay = await readFirstDay(member.id)
    await expect.element(getField('적용 시작일')).toHaveValue(firstDay)
    await userEvent.click(getDialogButton('변경'))
    await expect.poll(readSnackbars).toEqual(['success: 변경을 완료했습니다.'])
    await expect.poll(() => findRow(member.id)?.textContent).toContain('12.5%')
    const { fees } = await renderedView.call(listFeeRates, { query: { target: member.id } })
    expect(fees).toEqual([expect.objectContaining({ fee_rate: 12.5, fromDay: firstDay })])
    await expect.element(getDialog()).not.toBeInTheDocument()
    await openMemberDialog('fee', member)
    await expect.element(getField('수수료율(%)')).toHaveValue('12.5')
    await expect.poll(readHistory).toEqual([`${show(firstDay)} 12.5%`, '그 이전0.0%'])
    expect(document.querySelector('dialog svg[preserveAspectRatio] path:last-child')).not.toBeNull()
  })

  test('begins on the day that was typed while the standard day was loading', async () => {
    const member = await createMember()
    const fees = Promise.withResolvers<void>()
    const realFetch = window.fetch
    const delayed = vi.spyOn(window, 'fetch').mockImplementation(async (...request) => {
      if (String(request[0]).includes(listFeeRates.path)) await fees.promise
      return realFetch(...request)
    })
    await openMemberDialog('fee', member)
    await userEvent.fill(getField('적용 시작일'), '2999-01-01')
    fees.resolve()
    await expect.poll(readHistory).toEqual(['처음부터0.0%'])
    await expect.element(getMessage(/마감된 달은 바꿀 수 없어/)).toBeVisible()
    await expect.element(getField('적용 시작일')).toHaveValue('2999-01-01')
    delayed.mockRestore()
  })

  test('may begin on a day to come, and is removed again', async () => {
    const member = await createMember()
    const firstDay = await readFirstDay(member.id)
    const fees = [{ member: member.id, fee_rate: 20, from: firstDay }]
    await renderedView.call(setFees, { body: { fees } })
    await openMemberDialog('fee', member)
    await userEvent.fill(getField('수수료율(%)'), '15')
    await userEvent.fill(getField('적용 시작일'), '2999-01-01')
    await userEvent.click(getDialogButton('변경'))
    await expect.poll(readSnackbars).toEqual(['success: 변경을 완료했습니다.'])
    await expect.poll(() => findRow(member.id)?.textContent).toContain('20.0%')
    await expect.element(getDialog()).not.toBeInTheDocument()
    await openMemberDialog('fee', member)
    await expect.poll(readHistory).toEqual(['2999.01.01 예정15.0%', `${show(firstDay)} 20.0%`, '그 이전0.0%'])
    await userEvent.click(getDialogButton('2999.01.01 수수료율 지우기'))
    await expect.poll(readHistory).toEqual([`${show(firstDay)} 20.0%`, '그 이전0.0%'])
  })
})

const show = (day: string) => day.replaceAll('-', '.')

/** The demo network has closed months. */
const readFirstDay = async (target: number) =>
  (await renderedView.call(listFeeRates, { query: { target } })).firstDay ?? ''

const readHistory = () => [...document.querySelectorAll('dialog tbody tr')].map((tr) => tr.textContent)

describe('fee rates of many members', () => {
  test('are set for those that are selected, from a day on', async () => {
    const [one, other] = [await createMember(), await createMember()]
    for (const { nickname } of [one, other])
      await userEvent.click(page.getByRole('checkbox', { name: `${nickname} 선택` }))
    await expect.element(page.getByText('2명 선택').first()).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '수수료율 변경', exact: true }).last())
    await expect.element(getMessage('선택한 멤버 2명의 수수료율을 함께 정합니다.')).toBeVisible()
    await userEvent.fill(getField('수수료율(%)'), '30')
    await userEvent.fill(getField('적용 시작일'), '2020-02-03')
    await userEvent.click(getDialogButton('변경'))
    await expect.element(getMessage(/마감되지 않은 달의 날짜를 선택해 주세요/)).toBeVisible()
    const firstDay = await readFirstDay(one?.id ?? 0)
    await userEvent.fill(getField('적용 시작일'), firstDay)
    await userEvent.click(getDialogButton('변경'))
    await expect.poll(readSnackbars).toEqual(['success: 2명의 수수료율을 변경했습니다.'])
    await expect.element(getDialog()).not.toBeInTheDocument()
    for (const { id } of [one, other]) {
      const { fees } = await renderedView.call(listFeeRates, { query: { target: id } })
      expect(fees).toMatchObject([{ fee_rate: 30, fromDay: firstDay }])
    }
  })

  test('come from a file, after a preview', async () => {
    const member = await createMember()
    const upload = (content: string) =>
      userEvent.upload(
        document.querySelector<HTMLInputElement>('dialog input[type=file]') as HTMLElement,
        new File([content], 'fees.csv'),
      )
    await userEvent.click(page.getByRole('button', { name: '멤버 메뉴' }))
    await userEvent.click(page.getByRole('menuitem', { name: '수수료율 CSV 올리기…' }))
    await expect.element(getMessage(/^첫 줄은 member/)).toBeVisible()
    await upload('member,fee,from\nnobody@example.com,20,\n')
    await expect.element(getMessage('2번째 줄')).toBeVisible()
    await expect.element(getMessage('네트워크에 이 이메일을 쓰는 멤버가 없습니다.')).toBeVisible()
    await upload('name\nnobody')
    await expect.element(getMessage(/예시와 같은 열이 있는 CSV 파일이 아닙니다/)).toBeVisible()
    const firstDay = await readFirstDay(member.id)
    await upload(`member;fee;from\n${member.user_id};17,5;${show(firstDay)}\n`)
    await expect.element(getMessage(`${show(firstDay)}부터 17.5%(지금 0.0%)`)).toBeVisible()
    expect((await renderedView.call(listFeeRates, { query: { target: member.id } })).fees).toEqual([])
    await userEvent.click(getDialogButton('적용하기'))
    await expect.poll(readSnackbars).toEqual(['success: 수수료율 1건을 적용했습니다.'])
    await expect.poll(() => findRow(member.id)?.textContent).toContain('17.5%')
  })

  test('start with the default of the network', async () => {
    await userEvent.click(page.getByRole('button', { name: '멤버 메뉴' }))
    await userEvent.click(page.getByRole('menuitem', { name: '기본 수수료율…' }))
    await userEvent.fill(getField('기본 수수료율(%)'), '120')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/수수료율은 0에서 100 사이로/)).toBeVisible()
    await userEvent.fill(getField('기본 수수료율(%)'), '22,5')
    await userEvent.click(getDialogButton('저장'))
    await expect.poll(readSnackbars).toEqual(['success: 기본 수수료율을 저장했습니다.'])
    const member = await createMember()
    expect(member.fee_rate).toBe(22.5)
    await renderedView.call(setDefaultFee, { body: { fee_rate: null } })
  })
})

describe('a file of members', () => {
  const upload = (content: string) =>
    userEvent.upload(
      document.querySelector<HTMLInputElement>('dialog input[type=file]') as HTMLElement,
      new File([content], 'members.csv'),
    )
  const openFileDialog = async () => {
    await userEvent.click(page.getByRole('button', { name: '멤버 메뉴' }))
    await userEvent.click(page.getByRole('menuitem', { name: '멤버 CSV 올리기…' }))
    await expect.element(getDialog().getByRole('button', { name: '예시 파일 내려받기' })).toBeVisible()
  }

  test('says what becomes of each line; nothing is created while one is wrong', async () => {
    const member = await createMember()
    await openFileDialog()
    const email = newEmail()
    await upload(
      `email,nickname,fee,channels\n${email},새벽,20,@nobody-${runId}\n${member.user_id},다른 이름,,\n`,
    )
    await expect.element(getMessage(/^1줄이 잘못되어/)).toBeVisible()
    await expect.element(getMessage(/^네트워크에 등록되지 않은 채널입니다/)).toBeVisible()
    await expect.element(getMessage('이미 있는 사람이라 그대로 둡니다. 다른 내용: 닉네임')).toBeVisible()
    await expect.element(getDialogButton('1명 추가하고 초대')).not.toBeInTheDocument()
    await upload('name\nnobody')
    await expect.element(getMessage(/예시와 같은 열이 있는 CSV 파일이 아닙니다/)).toBeVisible()
    expect(await searchMembers(email)).toEqual([])
  })

  test('creates and invites people, and takes them back', async () => {
    await openFileDialog()
    const emails = [newEmail(), newEmail()]
    await upload(`nickname;email;fee\n새벽;${emails[0]};17,5\n하늘;${emails[1]};\n`)
    await expect.element(getMessage('2명의 계정을 만들고 초대 메일을 보냅니다.')).toBeVisible()
    await userEvent.click(getDialogButton('2명 추가하고 초대'))
    await expect.element(getMessage('2명의 계정을 만들고 초대 메일을 보냈습니다.')).toBeVisible()
    expect(await searchMembers(emails[0] ?? '')).toMatchObject([{ fee_rate: 17.5, state: 'invited' }])
    await userEvent.click(getDialog().getByRole('button', { name: '되돌리기' }).first())
    await expect.element(getMessage('2명의 추가를 되돌렸습니다.')).toBeVisible()
    expect(await searchMembers(emails[0] ?? '')).toEqual([])
  })
})

describe('help with the sign-in', () => {
  test('names what is in the way, and sends the invitation again', async () => {
    const { member } = await renderedView.call(addMember, {
      body: { user_id: newEmail(), nickname: '하늘' },
    })
    const { memberList } = await import('#islands/people/members/store.ts')
    memberList.reload()
    await expect.poll(() => findRow(member.id)).not.toBeNull()
    await openMemberDialog('signInHelp', member)
    await expect.element(getMessage('아직 초대를 수락하지 않았습니다')).toBeVisible()
    await expect.element(getMessage('아직 로그인한 적이 없습니다.')).toBeVisible()
    await userEvent.click(getDialogButton('초대 메일 다시 보내기'))
    await expect.poll(readSnackbars).toEqual(['success: 하늘 님에게 초대 메일을 다시 보냈습니다.'])
  })

  test('mails the confirmation of an address; nobody confirms for somebody else', async () => {
    const member = await createMember()
    await openMemberDialog('signInHelp', member)
    await expect.element(getMessage('이메일을 확인하지 않았습니다')).toBeVisible()
    await userEvent.click(getDialogButton('확인 메일 다시 보내기'))
    await expect.poll(readSnackbars).toEqual(['success: 이메일 확인 메일을 보냈습니다.'])
  })
})

describe('ending a membership', () => {
  test('says what ends and what stays, and takes the manager’s password', async () => {
    const member = await createMember()
    await openMemberDialog('end', member)
    await expect.element(getMessage('끝나는 것')).toBeVisible()
    await expect.element(getMessage(/^받을 금액은 그대로 남고/)).toBeVisible()
    await userEvent.fill(getField('관리자 비밀번호'), 'not this one')
    await userEvent.click(getDialogButton('네트워크에서 내보내기'))
    await expect.element(getMessage('비밀번호가 올바르지 않습니다.')).toBeVisible()
    await userEvent.fill(getField('관리자 비밀번호'), password)
    await userEvent.click(getDialogButton('네트워크에서 내보내기'))
    await expect.poll(readSnackbars).toEqual(['success: 멤버를 네트워크에서 내보냈습니다.'])
    await expect.poll(() => findRow(member.id)).toBeNull()
  })
})

describe('deleting a member', () => {
  test('says what goes and what stays, takes the manager’s password, and gives the focus to the list', async () => {
    const member = await createMember()
    await openMemberDialog('delete', member)
    await expect.element(getMessage('사라지는 것')).toBeVisible()
    await expect.element(getMessage('그대로 남는 것')).toBeVisible()
    await userEvent.click(getDialogButton('멤버 삭제'))
    await expect.element(getMessage('비밀번호를 입력해 주세요.')).toBeVisible()
    await userEvent.fill(getField('관리자 비밀번호'), 'not this one')
    await userEvent.click(getDialogButton('멤버 삭제'))
    await expect.element(getMessage('비밀번호가 올바르지 않습니다.')).toBeVisible()
    expect((await searchMembers(member.user_id)).length).toBe(1)
    await userEvent.keyboard('{Escape}')
    await expect.element(getDialog()).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: `${member.nickname} 작업` }))
    await userEvent.click(page.getByRole('menuitem', { name: '멤버 삭제…' }))
    await userEvent.fill(getField('관리자 비밀번호'), password)
    await userEvent.click(getDialogButton('멤버 삭제'))
    await expect.poll(readSnackbars).toEqual(['success: 멤버를 삭제했습니다.'])
    await expect.poll(() => findRow(member.id)).toBeNull()
    expect(await searchMembers(member.user_id)).toEqual([])
    await expect.element(page.getByRole('heading', { name: '멤버 목록' })).toHaveFocus()
  })
})

describe('a member whom somebody else has deleted meanwhile', () => {
  test('is told of by the change, and leaves the list', async () => {
    const member = await createMember()
    await openMemberDialog('password', member)
    await renderedView.call(deleteMember, { body: { target: member.id, password } })
    await userEvent.fill(getField('새 비밀번호'), 'another one')
    await userEvent.fill(getField('관리자 비밀번호'), password)
    await userEvent.click(getDialogButton('변경'))
    await expect.poll(readSnackbars).toEqual([expect.stringMatching(/^error: 멤버를 찾을 수 없습니다/)])
    await expect.poll(() => findRow(member.id)).toBeNull()
    await expect.poll(readParams).toEqual({})
  })

  test('is told of by an address, too', async () => {
    await expect.poll(() => document.querySelectorAll('[data-member]').length).toBeGreaterThan(0)
    history.pushState(null, '', '/manage-member?fee=99999999')
    dispatchEvent(new PopStateEvent('popstate'))
    await expect.poll(readSnackbars).toEqual([expect.stringMatching(/^error: 멤버를 찾을 수 없습니다/)])
    await expect.poll(readParams).toEqual({})
  })
})
