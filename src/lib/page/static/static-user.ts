import type { User } from '#contract/people/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { buildMenuPath, readReportMemory } from '#lib/navigation/report-memory.ts'
import { updateAudience } from '#lib/page/before-paint.ts'
import {
  countAttention,
  countUnverified,
  focusAttentionButton,
  forgetAttention,
  setAttentionCollapsed,
  updateAttention,
} from '#lib/site/attention.ts'
import {
  alertsKey,
  collapsedKey,
  favoritesKey,
  host,
  impersonatorKey,
  mailKey,
  mayKey,
  tagsKey,
  tokenKey,
  verifyKey,
} from '#lib/site/host.ts'
import { listPermissions } from '#lib/site/permission-list.ts'
import { readLocal, removeLocal, writeLocal } from '#lib/site/storage.ts'
import { callFromStaticPage, type RefusedResponse } from './static-page-client.ts'

// Fills the frame of static pages for an account. On all other pages, `setUser` and the islands of the shell do this.

type Notify = (type: 'success' | 'error', message: string) => void

const toFlag = (yes: boolean) => (yes ? '1' : '')

function fill(selector: string, text: string): void {
  for (const place of document.querySelectorAll(selector)) place.textContent = text
}

function fillBadge(name: 'unread' | 'newStatements' | 'unreadQuestions' | 'unverified', count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>(`[data-badge=${name}]`)) {
    badge.hidden = count === 0
    badge.textContent = String(count > 99 ? '99+' : count)
    badge.ariaLabel = t(`shell:${name}`, { count: badge.textContent })
  }
}

function restoreReportLinks(person: number): void {
  const memory = readReportMemory(person)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-report]'))
    link.href = localizePath(buildMenuPath(link.dataset.report ?? '', memory), locale())
}

function showUser(user: User): void {
  const unverified = countUnverified(user)
  writeLocal(mayKey(host), listPermissions(user))
  writeLocal(verifyKey(host), String(unverified || ''))
  writeLocal(mailKey(host), toFlag(user.unconfirmed))
  writeLocal(alertsKey(host), String(user.operator_alerts || ''))
  updateAttention(user)
  writeLocal(collapsedKey(host), '1')
  updateAudience()
  restoreReportLinks(user.id)
  fill('[data-user=nickname]', user.nickname)
  fill('[data-user=email]', user.email)
  fill('[data-user=initial]', [...user.nickname][0] ?? '')
  fillBadge('unread', user.unread_notices)
  fillBadge('newStatements', user.new_statements)
  fillBadge('unreadQuestions', user.unread_questions)
  fillBadge('unverified', unverified)
  fill('[data-count=attention]', String(countAttention(user) || ''))
  if (unverified > 0) fill('[data-count=unverified]', t('shell:verify.count', { count: unverified }))
  if (user.operator_alerts > 0)
    fill('[data-count=alerts]', t('shell:alerts.count', { count: user.operator_alerts }))
}

let current: User | undefined

export async function loadStaticUser(notify: Notify): Promise<void> {
  // The app that replaces the page's content loads the user itself.
  const hasApp = () => document.querySelector('astro-island') !== null
  const result = hasApp() ? undefined : await callFromStaticPage<{ user: User }>({ path: '/member/me' })
  if (!result || hasApp()) return
  if (!result.success) return endRefusedSession(result)
  if (!current) addEventListener('click', ({ target }) => handleClick(target, notify))
  current = result.user
  showUser(current)
}

function handleClick(target: EventTarget | null, notify: Notify): void {
  if (!(target instanceof Element) || !current) return
  const collapse = target.closest<HTMLElement>('[data-collapse]')?.dataset.collapse
  if (collapse !== undefined) {
    setAttentionCollapsed(current, collapse === '1')
    showUser(current)
    focusAttentionButton(collapse === '1')
  }
  const button = target.closest<HTMLButtonElement>('[data-confirm]')
  if (button) void sendConfirmation(button, notify)
}

async function sendConfirmation(button: HTMLButtonElement, notify: Notify): Promise<void> {
  button.disabled = true
  const result = await callFromStaticPage({ method: 'POST', path: '/member/account/confirm' })
  button.disabled = false
  if (result?.success) notify('success', t('shell:confirm.sent'))
  else if (result) notify('error', result.message)
}

function endRefusedSession({ code }: RefusedResponse): void {
  if (code !== 'unauthenticated') return
  const [own] = (readLocal(impersonatorKey(host)) ?? '').split(' ')
  for (const key of [
    tokenKey,
    impersonatorKey,
    mayKey,
    verifyKey,
    mailKey,
    alertsKey,
    collapsedKey,
    favoritesKey,
    tagsKey,
  ])
    removeLocal(key(host))
  if (own) writeLocal(tokenKey(host), own)
  forgetAttention()
  updateAudience()
}
