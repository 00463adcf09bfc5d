import { listMembers } from '#contract/people/members.ts'
import { expect, memberEmail, readToken, selectMember, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test.use({ as: 'manager' })

test('the navigation carries period and member from report to report, and a row opens its videos', {
  tag: '@main',
}, async ({ page, baseURL }) => {
  await page.goto('/dashboard')
  await expect(page.locator('[data-figure=profit]')).toBeVisible()
  const { members } = await callRemote(baseURL ?? '', listMembers, { token: await readToken(page) })
  const chosen = members.find(({ user_id }) => user_id === memberEmail)
  if (!chosen) throw new Error('The demonstration has no such member.')
  await page.locator('input[type=radio][value=last-month]').check({ force: true })
  await selectMember(page, chosen.nickname)
  await page.getByRole('link', { name: '채널 보고서' }).click()
  await expect(page).toHaveURL(`/report-channel?period=last-month&member=${chosen.id}`)
  await expect(page.getByRole('combobox', { name: '멤버' })).toHaveValue(chosen.nickname)
  await expect(page.locator('input[type=radio][value=last-month]')).toBeChecked()
  const row = page.locator('[data-channel]').first()
  const channelId = await row.getAttribute('data-channel')
  await row.locator('a[href*="report-video"]').click()
  await expect(page).toHaveURL(`/report-video?period=last-month&member=${chosen.id}&channel=${channelId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('영상 보고서')
  await page.goBack()
  await row.locator('button[aria-pressed]').click()
  await page.getByRole('link', { name: '대시보드' }).click()
  await expect(page).toHaveURL(`/dashboard?period=last-month&member=${chosen.id}`)
  await expect(page.getByRole('link', { name: '음악' })).toHaveAttribute('href', '/musics')
})
