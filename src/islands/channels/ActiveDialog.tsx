import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { addChannel, Channel } from '#contract/channels.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { Lazy } from '#islands/ui/Lazy.tsx'
import { t } from '#lib/i18n/strings.ts'
import { type LazyComponent, lazyComponent } from '#lib/page/lazy-component.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $activeDialog, type ChannelDialog, closeDialog } from './dialog-state.ts'
import type { ChannelDialogProps } from './dialogs/dialog-props.ts'
import {
  AssignDialog,
  DeleteDialog,
  ReReviewDialog,
  UnassignDialog,
  VerifyDialog,
} from './dialogs/lazy-dialogs.ts'
import { showRegistrationResult } from './registration-result.ts'
import { $dialogChannel, reloadChannels } from './store.ts'

const dialogs: Record<ChannelDialog, LazyComponent<ComponentType<ChannelDialogProps>>> = {
  verify: VerifyDialog,
  assign: AssignDialog,
  unassign: UnassignDialog,
  delete: DeleteDialog,
  review: ReReviewDialog,
}

const lazyAddDialog = lazyComponent(async () => (await import('./AddChannelDialog.tsx')).AddChannelDialog)
const addDialogProps = {
  onClose: closeDialog,
  onAdded: (added: EndpointOutput<typeof addChannel>) => {
    showRegistrationResult(added)
    reloadChannels()
  },
}

/** The dialog that the address names. */
export function ActiveDialog() {
  const activeDialog = useStore($activeDialog)
  if (activeDialog === null) return null
  if (activeDialog.name === 'add') return <Lazy of={lazyAddDialog} given={addDialogProps} />
  return <ChannelDialogContent key={`${activeDialog.name} ${activeDialog.id}`} name={activeDialog.name} />
}

/** The channel as it was last known: it may leave the list while its dialog is open. */
function useLastKnownChannel() {
  const { channel, error } = useStore($dialogChannel)
  const [lastChannel, setLastChannel] = useState<Channel | null>(null)
  if (channel !== null && channel !== lastChannel) setLastChannel(channel)
  return { channel: channel ?? lastChannel, error }
}

function ChannelDialogContent({ name }: { name: ChannelDialog }) {
  const { channel, error } = useLastKnownChannel()
  const isMissing = error?.code === 'not_found'
  // Without an answer, what is open stays open.
  const closeReason = isMissing ? t('channels:gone') : channel === null && error ? error.message : null
  const isDeleted = isMissing && channel !== null && name === 'delete'
  useEffect(() => {
    if (closeReason === null) return
    if (!isDeleted) notify('error', closeReason)
    closeDialog()
  }, [closeReason, isDeleted])
  if (channel === null || isMissing) return null
  const props = { channel, onClose: closeDialog, onChanged: reloadChannels }
  return <Lazy of={dialogs[name]} given={props} />
}
