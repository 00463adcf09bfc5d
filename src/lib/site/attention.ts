import type { User } from '#contract/people/session.ts'
import { collapsedKey, host } from './host.ts'
import { listLocalKeys, readLocal, readTab, removeLocal, removeTab, writeLocal, writeTab } from './storage.ts'

// State of the frame's banner: its count, and whether it is collapsed: by the person, or because an earlier visit has shown
// it. Both last until the count grows. A visit lasts as long as its tab.

type Person = Pick<User, 'id' | 'unconfirmed' | 'unverified_channels' | 'operator_alerts' | 'settings'>

const personKey = (id: number) => `${collapsedKey(host)}:${id}`

/** In this visit; the head script reads it, too. */
export const isBannerOpen = (): boolean => Boolean(readTab(collapsedKey(host)))

export const countUnverified = ({ unverified_channels, settings }: Person) =>
  Math.max(unverified_channels, settings.channel_verify_needed ? 1 : 0)

export const countAttention = (person: Person) =>
  countUnverified(person) + (person.unconfirmed ? 1 : 0) + person.operator_alerts

export function setAttentionCollapsed(person: Person, isCollapsed: boolean): void {
  writeLocal(personKey(person.id), String(countAttention(person)))
  if (isCollapsed) removeTab(collapsedKey(host))
  else writeTab(collapsedKey(host), '1')
}

/** Opens the banner for what it has not shown yet, which the next visit collapses. */
export function updateAttention(person: Person): void {
  const count = countAttention(person)
  const shownCount = Number(readLocal(personKey(person.id)) ?? 0)
  // Completing one thing while another appears must also reopen the banner.
  if (count < shownCount) writeLocal(personKey(person.id), String(count))
  if (count > shownCount) setAttentionCollapsed(person, false)
}

/** Nobody who signs out leaves a trace of the own account. */
export function forgetAttention(): void {
  for (const key of listLocalKeys()) if (key.startsWith(`${collapsedKey(host)}:`)) removeLocal(key)
}

/** Moves the focus from the button that just disappeared to the one that reverses it. */
export function focusAttentionButton(isCollapsed: boolean): void {
  const buttons = document.querySelectorAll<HTMLElement>(`[data-collapse="${isCollapsed ? 0 : 1}"]`)
  for (const button of buttons) if (button.checkVisibility()) button.focus()
}
