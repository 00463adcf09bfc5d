import { computed } from 'nanostores'
import { searchWithoutFlags } from '#lib/flags.ts'
import { $params, setParams } from '#lib/router.ts'

/** The dialogs that are about one channel, by their flags in the address. */
export const channelDialogs = ['verify', 'assign', 'unassign', 'delete', 'review'] as const
export type ChannelDialog = (typeof channelDialogs)[number]

type Opened = { name: 'add' } | { name: ChannelDialog; id: number }

const isId = (text = '') => /^[1-9]\d{0,8}$/.test(text)

/** Which dialog the address names: at most one. */
export const $opened = computed($params, (params): Opened | null => {
  if (params.addChannel) return { name: 'add' }
  const name = channelDialogs.find((one) => isId(params[one]))
  return name ? { name, id: Number(params[name]) } : null
})

/** The query that opening made: the entry of the history before it is where closing leads. */
let pushed: string | undefined

const noFlags = {
  addChannel: undefined,
  ...Object.fromEntries(channelDialogs.map((name) => [name, undefined])),
}

function openFlag(flag: Record<string, string>): void {
  setParams({ ...noFlags, ...flag })
  pushed = location.search
}

export const openAdd = () => openFlag({ addChannel: '1' })

export const openDialog = (name: ChannelDialog, id: number) => openFlag({ [name]: String(id) })

/**
 * Changes the address without leaving the entry of the history that the open dialog has. Where more than the dialog
 * changes, what closes it does not go back to how it was.
 */
export function replaceDialog(patch: Record<string, string | undefined>): void {
  const { search } = location
  setParams({ ...noFlags, ...patch }, { replace: true })
  const kept = search === pushed && withoutFlags(search) === withoutFlags(location.search)
  pushed = kept ? location.search : undefined
  // No dialog comes after it: the entry before is the same already.
  if (kept && $opened.get() === null) closeDialog()
}

const withoutFlags = (search: string) => searchWithoutFlags(search) ?? search

export function closeDialog(): void {
  const back = location.search === pushed
  pushed = undefined
  if (back) history.back()
  else setParams(noFlags, { replace: true })
}
