import type { Page } from '@playwright/test'
import { type Channel, deleteChannel, listChannels } from '#contract/channels.ts'
import { demoPassword, dialog, expect, readToken, siteUrl, snackbar, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const channelUrl = (handle: string) => `https://www.youtube.com/${handle}`

test.use({ as: 'manager' })

async function openChannels(page: Page): Promise<void> {
  await page.goto('/manage-channel')
  await expect(page.locator('[data-channel]').first()).toBeVisible()
}

const channelCard = (page: Page, name: string) => page.locator('[data-channel]').filter({ hasText: name })

/** The fake YouTube's list of channels: the handle of a name, and the page on which its description is edited. */
async function openFakeStudio(page: Page, name: string): Promise<{ handle: string; studio: string }> {
  const text = await (await page.request.get(`${siteUrl().origin}/api/demo/youtube`)).text()
  const card = text.split('<li class="card">').find((part) => part.includes(name))
  const handle = /youtube\.com\/(@[^<]+)</.exec(card ?? '')?.[1]
  const studio = /href="([^"]+)"/.exec(card ?? '')?.[1]
  if (!handle || !studio) throw new Error(`The fake YouTube has no ${name}.`)
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

/** Deletes a channel, so that other tests find what they expect. */
async function deleteChannelNamed(page: Page, name: string): Promise<void> {
  const { id } = await findChannel(page, name)
  const body = { id, acknowledged: 'on', password: demoPassword }
  await callRemote(siteUrl().origin, deleteChannel, { token: await readToken(page), body })
}

test('a channel is found by its link, registered, verified at the second attempt, and awaits review', async ({
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
  await expect(channelCard(page, name)).toContainText('인증 완료')
  await expect(channelCard(page, name)).toContainText('심사를 진행하고 있습니다.')

  // A channel is registered once per installation; the refusal does not say by whom.
  await page.getByRole('button', { name: '채널 등록' }).click()
  await dialog(page).getByLabel('채널 링크').fill(handle)
  await expect(dialog(page).getByText('이미 등록된 채널입니다.')).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await deleteChannelNamed(page, name)
  await expect(channelCard(page, name)).toHaveCount(0)
})

test('a manager assigns a channel to a member, unassigns it, and deletes it with the password', async ({
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
  await expect(card.locator('[data-field=members] dd')).toHaveText('한입')

  await card.getByRole('button', { name: /^배정 취소/ }).click()
  await dialog(page).getByRole('button', { name: '배정 취소' }).click()
  await expect(snackbar(page, '채널 배정을 취소했습니다.')).toBeVisible()
  await expect(card.locator('[data-field=members] dd')).toHaveText('없음')

  await card.getByRole('button', { name: /^삭제/ }).click()
  await expect(dialog(page)).toContainText('10,000')
  const confirm = dialog(page).getByRole('button', { name: '채널 삭제' })
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByLabel('관리자 비밀번호').fill(demoPassword)
  await confirm.click()
  await expect(snackbar(page, '채널을 삭제했습니다.')).toBeVisible()
  await expect(card).toHaveCount(0)
})
