import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useEffect, useState } from 'react'
import { $selection } from '#islands/channels/state/selection.ts'
import { channelList, reloadChannels } from '#islands/channels/state/store.ts'
import { TagDialog } from '#islands/reports/frame/tags/TagDialog.tsx'
import { $activeDialog, $dialogItemId, closeDialog } from '#lib/navigation/active-dialog.ts'

/** The channel of the row, or all that are selected. */
const $channels = computed(
  [$activeDialog, $dialogItemId, channelList.$state, $selection],
  (dialog, id, { result }, selected) => {
    if (dialog === null) return []
    return id === null ? selected : (result?.data.channels.filter((channel) => channel.id === id) ?? [])
  },
)

export function TagsDialog() {
  const current = useStore($channels)
  // The list may show other channels by now.
  const [channels, setChannels] = useState(current)
  if (current.length > 0 && current !== channels) setChannels(current)
  const isEmpty = channels.length === 0
  useEffect(() => {
    if (isEmpty) closeDialog()
  }, [isEmpty])
  return isEmpty ? null : <TagDialog channels={channels} onClose={closeDialog} onChanged={reloadChannels} />
}
