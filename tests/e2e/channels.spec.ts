import type { Page } from '@playwright/test'
import { deleteChannel, unassignChannels } from '#contract/channels/channel-changes.ts'
import { type Channel, listChannels } from '#contract/channels/channels.ts'
import { listMembers } from '#contract/people/members.ts'
import {
  demoPassword,
  dialog,
  expect,
  openFakeStudio,
  readToken,
  setStudioField,
  siteUrl,
  snackbar,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const channelUrl = (handle: string) => `https://www.youtube.com/${handle}`

test.use({ as: 'manager' })
// One story deletes a channel that another would find in its list.
test.describe.configure({ mode: 'default' })

async function openChannels(page: Page): Promise<void> {
  await page.goto('/manage-channel')
  await expect(page.locator('[data-channel]').first()).toBeVisible()
}

const channelRow = (page: Page, name: string) => page.locator('[data-channel]').filter({ hasText: name })

const findChannel = async (page: Page, name: string): Promise<Channel> => {
  const query = { search: name }
  const { channels } = await callRemote(siteUrl().origin, listChannels, {
    token: await readToken(page),
    query,
  })
  const [channel] = channels
  if (!channel) throw new Error(`${name} is not registered.`)
  return channel
}

/** Deletes a channel, so that other tests find the state that they expect. */
async function deleteChannelNamed(page: Page, name: string): Promise<void> {
  const { id } = await findChannel(page, name)
  const body = { id, acknowledged: 'on', password: demoPassword }
  await callRemote(siteUrl().origin, deleteChannel, { token: await readToken(page), body })
}

test('a channel is found by its link, registered, verified at the second attempt, and awaits review', {
  tag: '@main',
}, async ({ page }) => {
  const name = '느티나무서점'
  await openChannels(page)
  const { handle, studio } = await openFakeStudio(page, name)
  await page.getByRole('button', { name: '채널 등록' }).click()
  await expect(page).toHaveURL(/addChannel=1/)
  await dialog(page).getByRole('button', { name: '등록' }).click()
  await expect(dialog(page).getByText('채널 링크를 입력해 주세요.')).toBeVisible()
  await expect(dialog(page).getByText('채널 카테고리를 선택해 주세요.')).toBeVisible()
  await dialog(page).getByLabel('채널 링크').fill(channelUrl(handle))
  await expect(dialog(page).getByRole('status').filter({ hasText: name })).toContainText('구독자')
  await dialog(page).getByLabel('카테고리').selectOption('education')
  await dialog(page).getByRole('button', { name: '등록' }).click()
  await expect(snackbar(page, '채널이 등록되었습니다.')).toBeVisible()

  await expect(dialog(page).getByRole('heading', { name: '채널 인증' })).toBeVisible()
  const { verificationCode } = await findChannel(page, name)
  await expect(dialog(page)).toContainText(verificationCode ?? 'a code')
  await dialog(page).getByRole('button', { name: '인증하기' }).click()
  await expect(
    dialog(page).getByText('채널 인증을 완료하지 못했습니다. 코드를 다시 입력해 주세요.'),
  ).toBeVisible()
  await setStudioField(page, studio, 'description', `책을 읽습니다. ${verificationCode} 매주 금요일.`)
  await dialog(page).getByRole('button', { name: '다시 시도' }).click()
  await expect(dialog(page).getByText('채널이 인증되었습니다. 이제 수익 창출을 시작해 보세요!')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  const row = channelRow(page, name)
  await expect(row).toContainText('심사 중')
  await expect(row).toContainText('심사 결과 대기')
  await row.getByRole('link').first().click()
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText('인증 완료')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `${name} 채널 정보를 열었습니다` })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/channel=/)
  await expect(row.getByRole('link').first()).toBeFocused()

  // A channel can be registered only once per installation; the refusal does not say by whom.
  await page.getByRole('button', { name: '채널 등록' }).click()
  await dialog(page).getByLabel('채널 링크').fill(handle)
  await expect(dialog(page).getByText('이미 등록된 채널입니다.')).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await deleteChannelNamed(page, name)
  await expect(channelRow(page, name)).toHaveCount(0)
})

test('a manager assigns a channel to a member, unassigns it, and deletes it with the password', {
  tag: '@main',
}, async ({ page }) => {
  const name = 'Paper Boat Sessions'
  await openChannels(page)
  const { handle } = await openFakeStudio(page, name)
  await page.getByRole('button', { name: '채널 등록' }).click()
  await dialog(page).getByLabel('채널 링크').fill(handle)
  await expect(dialog(page).getByRole('status').filter({ hasText: name })).toBeVisible()
  await dialog(page).getByLabel('카테고리').selectOption('music')
  await dialog(page).getByRole('button', { name: '등록' }).click()
  await expect(dialog(page).getByRole('heading', { name: '채널 인증' })).toBeVisible()
  await page.keyboard.press('Escape')

  const row = channelRow(page, name)
  const chooseAction = async (action: string) => {
    await row.getByRole('button', { name: /작업$/ }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await chooseAction('배정')
  await dialog(page).getByLabel('닉네임 또는 이메일 검색').fill('hanip')
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(1)
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: '배정하기' }).click()
  await expect(snackbar(page, '채널을 배정했습니다.')).toBeVisible()
  await expect(row.locator('td[data-column=members]')).toHaveText('한입')

  await chooseAction('배정 취소')
  await dialog(page).getByRole('button', { name: '배정 취소' }).click()
  await expect(snackbar(page, '채널 배정을 취소했습니다.')).toBeVisible()
  await expect(row.locator('td[data-column=members]')).toHaveText('없음')

  await chooseAction('채널 삭제…')
  await expect(dialog(page)).toContainText('10,000')
  const confirm = dialog(page).getByRole('button', { name: '채널 삭제' })
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByLabel('관리자 비밀번호').fill(demoPassword)
  await confirm.click()
  await expect(snackbar(page, '채널을 삭제했습니다.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('all channels of a page are assigned in four clicks and saved as CSV', async ({ page }) => {
  await page.goto('/manage-channel?member=none')
  const rows = page.locator('[data-channel]')
  await expect(rows.first()).toBeVisible()
  const ids = await rows.evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset.channel)))
  await page.getByRole('columnheader').getByRole('button', { name: '최근 30일 수익' }).click()
  await expect(page).toHaveURL(/sort=profit/)

  await page.getByRole('checkbox', { name: '이 페이지의 채널 모두 선택' }).check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '선택한 채널 CSV 저장' }).click()
  expect((await download).suggestedFilename()).toMatch(/^채널-목록_선택_.*\.csv$/)
  await page.getByRole('button', { name: '멤버 배정', exact: true }).click()
  await dialog(page).getByRole('checkbox').first().check()
  await dialog(page).getByRole('button', { name: '배정하기', exact: true }).click()
  await expect(page.getByText(/채널 \d+개를 배정했습니다\./).first()).toBeVisible()
  await expect(rows).toHaveCount(0)

  const token = await readToken(page)
  const { members } = await callRemote(siteUrl().origin, listMembers, { token })
  const body = { ids, members: members.map(({ id }) => id) }
  await callRemote(siteUrl().origin, unassignChannels, { token, body })
  await expect(rows).toHaveCount(ids.length)
})
