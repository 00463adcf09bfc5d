import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { TagDialog } from '#islands/reports/frame/tags/TagDialog.tsx'
import { report } from '#islands/reports/state/store.ts'
import { $activeDialog, closeDialog } from '#lib/navigation/active-dialog.ts'
import { channelPage, channelSeries } from './state/store.ts'

function reloadTagged(): void {
  channelPage.reload()
  if (channelPage.$state.get().key?.tag === undefined) return
  for (const { reload } of [report, channelSeries]) reload()
}

/** The tags of a channel of the list. */
export function TagsDialog() {
  const channelId = useStore($activeDialog)?.value
  const { result } = useStore(channelPage.$state)
  const channels = result?.data.channels.filter((channel) => channel.channelId === channelId) ?? []
  const isEmpty = channels.length === 0
  useEffect(() => {
    if (isEmpty) closeDialog()
  }, [isEmpty])
  return isEmpty ? null : <TagDialog channels={channels} onClose={closeDialog} onChanged={reloadTagged} />
}
