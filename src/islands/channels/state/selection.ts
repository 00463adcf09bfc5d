import { atom, computed } from 'nanostores'
import { type ListedChannel, maxBulkChannels } from '#contract/channels/channels.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { channelList } from './store.ts'

/** By id, in the order of selection; stays while pages and filters change. */
const $selected = atom<ReadonlyMap<number, ListedChannel>>(new Map())

/** As they were listed last. */
export const $selection = computed([$selected, channelList.$state], (selected, { result }) => {
  const listed = new Map(result?.data.channels.map((channel) => [channel.id, channel]))
  return [...selected.values()].map((channel) => listed.get(channel.id) ?? channel)
})

export const $selectedIds = computed($selected, (selected): ReadonlySet<number> => new Set(selected.keys()))

/** Of the checkbox clicked last, from which Shift extends the selection. */
let anchorId: number | null = null

export function clearSelection(): void {
  anchorId = null
  $selected.set(new Map())
}

export function deselect(ids: readonly number[]): void {
  const selected = new Map($selected.get())
  for (const id of ids) selected.delete(id)
  $selected.set(selected)
}

export function setSelected(channels: readonly ListedChannel[], isSelected: boolean): void {
  if (!isSelected) {
    deselect(channels.map(({ id }) => id))
    return
  }
  const selected = new Map([...$selected.get(), ...channels.map((one) => [one.id, one] as const)])
  if (selected.size > maxBulkChannels) notify('error', t('channels:select.max', { count: maxBulkChannels }))
  $selected.set(new Map([...selected].slice(0, maxBulkChannels)))
}

/** `extend`: everything between the last clicked one and this one. */
export function toggleSelected(
  channels: readonly ListedChannel[],
  channel: ListedChannel,
  { extend }: { extend: boolean },
): void {
  const isSelected = !$selected.get().has(channel.id)
  const anchor = extend ? channels.findIndex(({ id }) => id === anchorId) : -1
  const at = channels.indexOf(channel)
  const range = anchor < 0 ? [channel] : channels.slice(Math.min(anchor, at), Math.max(anchor, at) + 1)
  setSelected(range, isSelected)
  anchorId = channel.id
}
