import type { User } from '#contract/people/session.ts'
import { collapsedKey, host } from './host.ts'
import { readLocal, removeLocal, writeLocal } from './storage.ts'

// State of the frame's banner: its count, and whether a person has collapsed it, which lasts until the count grows.

type Person = Pick<User, 'id' | 'unconfirmed' | 'unverified_channels' | 'operator_alerts' | 'settings'>

const personKey = (id: number) => `${collapsedKey(host)}:${id}`

export const countUnverified = ({ unverified_channels, settings }: Person) =>
  Math.max(unverified_channels, settings.channel_verify_needed ? 1 : 0)

export const countAttention = (person: Person) =>
  countUnverified(person) + (person.unconfirmed ? 1 : 0) + person.operator_alerts

export function setAttentionCollapsed(person: Person, isCollapsed: boolean): void {
  if (isCollapsed) writeLocal(personKey(person.id), String(countAttention(person)))
  else removeLocal(personKey(person.id))
}

export function isAttentionCollapsed(person: Person): boolean {
  const count = countAttention(person)
  const collapsedCount = Number(readLocal(personKey(person.id)) ?? -1)
  // Completing one thing while another appears must also reopen the banner.
  if (count < collapsedCount) setAttentionCollapsed(person, true)
  return count <= collapsedCount
}

/** Moves the focus from the button that just disappeared to the one that reverses it. */
export function focusAttentionButton(isCollapsed: boolean): void {
  const buttons = document.querySelectorAll<HTMLElement>(`[data-collapse="${isCollapsed ? 0 : 1}"]`)
  for (const button of buttons) if (button.checkVisibility()) button.focus()
}
