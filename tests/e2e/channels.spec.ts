import type { Page } from '@playwright/test'
import { type Channel, deleteChannel, listChannels } from '#contract/channels.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  demoPassword,
  expect,
  memberEmail,
  playlistOrigin,
  readToken,
  signIn,
  siteUrl,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const channelUrl = (handle: string) => `https://www.youtube.com/${handle}`

async function openChannels(page: Page, id?: string): Promise<void> {
  await signIn(page, id)
  await page.goto('/manage-channel')
  await expect(page.locator('[data-channel]').first()).toBeVisible()
}

async function openOnPlaylist(page: Page): Promise<void> {
  await page.goto(`${playlistOrigin()}/en/login`)
  await submitLogin(page, 'manager@playlane.example')
  await page.waitForURL('**/dashboard')
  await page.goto(`${playlistOrigin()}/en/manage-channel`)
  await expect(page.locator('[data-channel]').first()).toBeVisible()
}

const dialog = (page: Page) => page.getByRole('dialog')
const channelCard = (page: Page, name: string) => page.locator('[data-channel]').filter({ hasText: name })
const snackbar = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

/** The stand-in's list of channels: the handle of a name, and the page on which its description is edited. */
async function openFakeStudio(page: Page, name: string): Promise<{ handle: string; studio: string }> {
  const text = await (await page.request.get(`${siteUrl().origin}/api/demo/youtube`)).text()
  const card = text.split('<li class="card">').find((part) => part.includes(name))
  const handle = /youtube\.com\/(@[^<]+)</.exec(card ?? '')?.[1]
  const studio = /href="([^"]+)"/.exec(card ?? '')?.[1]
  if (!handle || !studio) throw new Error(`the stand-in has no ${name}`)
  return { handle, studio: siteUrl().origin + studio }
}

/** Edits a channel as its owner does, in another window. */
async function setStudioField(page: Page, studio: string, field: string, text: string): Promise<void> {
  const studioPage = await page.context().newPage()
  await studioPage.goto(studio)
  await studioPage.locator(`[name="${field}"]`).fill(text)
  await studioPage.locator('button').click()
  await expect(studioPage.locator('.saved')).not.toBeEmpty()
  await studioPage.close()
}

const findChannel = async (page: Page, name: string, domain: string): Promise<Channel> => {
  const query = { search: name }
  const { channels } = await callRemote(siteUrl().origin, listChannels, {
    token: await readToken(page),
    domain,
    query,
  })
  const [channel] = channels
  if (!channel) throw new Error(`${name} is not registered`)
  return channel
}

/** Takes a channel away again, so that the next run and the next test find what they know. */
async function deleteChannelNamed(page: Page, name: string, domain: string): Promise<void> {
  const { id } = await findChannel(page, name, domain)
  const body = { id, acknowledged: 'on', password: demoPassword }
  await callRemote(siteUrl().origin, deleteChannel, { token: await readToken(page), domain, body })
}

test('a channel is found by its link, registered, verified at the second try, and waits for its review', async ({
  page,
}) => {
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
  const { verificationCode } = await findChannel(page, name, 'localhost')
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
  await expect(channelCard(page, name)).toContainText('인증 완료')
  await expect(channelCard(page, name)).toContainText('심사를 진행하고 있습니다.')

  // Registered once in the whole installation, and nobody is told by whom.
  await page.getByRole('button', { name: '채널 등록' }).click()
  await dialog(page).getByLabel('채널 링크').fill(handle)
  await expect(dialog(page).getByText('이미 등록된 채널입니다.')).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await deleteChannelNamed(page, name, 'localhost')
  await expect(channelCard(page, name)).toHaveCount(0)
})

test('in English: the code in a translation is enough, and the page hears of it with the dialog closed', async ({
  page,
}) => {
  const name = 'Harbor Lights Cooking'
  const domain = 'playlist.localhost'
  await openOnPlaylist(page)
  const { handle, studio } = await openFakeStudio(page, name)
  await page.getByRole('button', { name: 'Add channel' }).click()
  await dialog(page).getByLabel('Channel link').fill('https://www.youtube.com/watch?v=abcdefghijk')
  await expect(dialog(page).getByText(/This is not a link to a YouTube channel/)).toBeVisible()
  await dialog(page).getByLabel('Channel link').fill('https://www.youtube.com/c/HarborLights')
  await expect(dialog(page).getByText(/Please enter the @handle/)).toBeVisible()
  await dialog(page).getByLabel('Channel link').fill(channelUrl(handle))
  await expect(dialog(page).getByRole('status').filter({ hasText: name })).toBeVisible()
  await dialog(page).getByLabel('Category').selectOption('howto')
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Verify channel' })).toBeVisible()
  const { verificationCode } = await findChannel(page, name, domain)
  await setStudioField(page, studio, 'zh-TW', `用當天靠岸的漁獲煮一頓晚餐。 ${verificationCode}`)
  await dialog(page).getByRole('button', { name: 'Verify', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(channelCard(page, name)).toContainText('Verified')
  await deleteChannelNamed(page, name, domain)
})

test('a registration waits where the platform is slow, and can be taken back', async ({ page }) => {
  await openChannels(page)
  const { handle } = await openFakeStudio(page, '느린우체국')
  await page.getByRole('button', { name: '채널 등록' }).click()
  await dialog(page).getByLabel('채널 링크').fill(handle)
  await expect(dialog(page).getByText(/지금은 YouTube가 응답하지 않습니다/)).toBeVisible({ timeout: 8_000 })
  await dialog(page).getByLabel('카테고리').selectOption('people')
  await dialog(page).getByRole('button', { name: '등록' }).click()
  const waiting = page.getByRole('listitem').filter({ hasText: handle })
  await expect(waiting).toContainText('YouTube의 응답을 기다리고 있습니다', { timeout: 8_000 })
  await waiting.getByRole('button', { name: /삭제/ }).click()
  await expect(waiting).toHaveCount(0)
})

test('a manager assigns a channel to a member, takes it back, and deletes it with the password', async ({
  page,
}) => {
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

  const card = channelCard(page, name)
  await card.getByRole('button', { name: /^배정/ }).click()
  await dialog(page).getByLabel('닉네임 또는 이메일 검색').fill('hanip')
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(1)
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: '배정하기' }).click()
  await expect(snackbar(page, '채널을 배정했습니다.')).toBeVisible()
  await expect(card.locator('[data-fact=members] dd')).toHaveText('한입')

  await card.getByRole('button', { name: /^배정 취소/ }).click()
  await dialog(page).getByRole('button', { name: '배정 취소' }).click()
  await expect(snackbar(page, '채널 배정을 취소했습니다.')).toBeVisible()
  await expect(card.locator('[data-fact=members] dd')).toHaveText('없음')

  await card.getByRole('button', { name: /^삭제/ }).click()
  await expect(dialog(page)).toContainText('10,000')
  const confirm = dialog(page).getByRole('button', { name: '채널 삭제' })
  await confirm.click()
  await expect(dialog(page).getByText('유의사항을 확인해 주세요.')).toBeVisible()
  await expect(dialog(page).getByText('비밀번호를 입력해 주세요.')).toBeVisible()
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByLabel('관리자 비밀번호').fill('not this one')
  await confirm.click()
  await expect(dialog(page).getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
  await dialog(page).getByLabel('관리자 비밀번호').fill(demoPassword)
  await confirm.click()
  await expect(snackbar(page, '채널을 삭제했습니다.')).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('a member sees what is assigned, asks for another review once, and cannot give or delete', async ({
  page,
}) => {
  await openChannels(page, memberEmail)
  await expect(page.locator('[data-channel]').filter({ hasText: '하루기타' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(배정|삭제|채널 삭제)/ })).toHaveCount(0)
  const early = channelCard(page, '한입시장')
  await expect(early.getByRole('button', { name: /재검토 요청/ })).toBeDisabled()
  await expect(early).toContainText('72시간')
  const card = channelCard(page, '한입캠핑')
  await card.getByRole('button', { name: /재검토 요청/ }).click()
  await expect(dialog(page)).toContainText('72시간')
  await dialog(page).getByRole('button', { name: '재검토 요청' }).click()
  await expect(dialog(page).getByText('재검토를 요청했습니다', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toContainText('재검토를 요청했습니다')
  await expect(card.getByRole('button', { name: /재검토 요청/ })).toHaveCount(0)
})

test('search, states and members narrow the list and stand in the address; open dialogs do not', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/manage-channel?state=rejected&addChannel=1')
  await expect(page).toHaveURL('/manage-channel?state=rejected')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('[data-channel]')).toHaveCount(2)
  await page.getByLabel('채널 이름, 핸들, 채널 ID').fill('맛집')
  await expect(page.locator('[data-channel]')).toHaveCount(1)
  await expect(page).toHaveURL(/search=/)
  await page.getByLabel('채널 이름, 핸들, 채널 ID').fill('없는 이름')
  await page.getByRole('button', { name: '모든 채널 보기' }).click()
  await expect(page).toHaveURL('/manage-channel')
  await page.getByRole('link', { name: '채널 인증하기' }).click()
  await expect(page).toHaveURL('/manage-channel?state=unverified')
})

test('axe finds nothing on the view and in its dialogs, in light and dark', async ({ page }) => {
  await openChannels(page)
  expect(await findAccessibilityViolations(page)).toEqual([])
  const named = (name: string) => channelCard(page, name)
  const opened = [
    () => page.getByRole('button', { name: '채널 등록' }),
    () => named('한입도시락').getByRole('button', { name: /인증하기/ }),
    () => named('한입캠핑').getByRole('button', { name: /^배정 취소/ }),
    () => named('한입도시락').getByRole('button', { name: /^배정(?! 취소)/ }),
    () => named('한입도시락').getByRole('button', { name: /^삭제/ }),
  ]
  for (const button of opened) {
    await button().click()
    await expect(dialog(page)).toBeVisible()
    expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
})
