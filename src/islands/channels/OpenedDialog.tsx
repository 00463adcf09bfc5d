import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { addChannel, Channel } from '#contract/channels.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Part, part } from '#lib/part.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { LoadedPart } from '#shared/LoadedPart.tsx'
import { tellAdded } from './added.ts'
import type { ChannelDialogProps } from './dialogs/dialog-props.ts'
import {
  AssignDialog,
  DeleteDialog,
  ReReviewDialog,
  UnassignDialog,
  VerifyDialog,
} from './dialogs/load-dialogs.ts'
import { $opened, type ChannelDialog, closeDialog } from './opened.ts'
import { $openedChannel, reloadChannels } from './store.ts'

const dialogs: Record<ChannelDialog, Part<ComponentType<ChannelDialogProps>>> = {
  verify: VerifyDialog,
  assign: AssignDialog,
  unassign: UnassignDialog,
  delete: DeleteDialog,
  review: ReReviewDialog,
}

const addDialog = part(async () => (await import('./AddChannelDialog.tsx')).AddChannelDialog)
const addGiven = {
  onClose: closeDialog,
  onAdded: (added: OutputOf<typeof addChannel>) => {
    tellAdded(added)
    reloadChannels()
  },
}

/** The dialog that the address names. */
export function OpenedDialog() {
  const opened = useStore($opened)
  if (opened === null) return null
  if (opened.name === 'add') return <LoadedPart of={addDialog} given={addGiven} />
  return <ForChannel key={`${opened.name} ${opened.id}`} name={opened.name} />
}

/** The channel as it was last known: it may leave the list while its dialog is open. */
function useLastKnown() {
  const { channel, error } = useStore($openedChannel)
  const [known, setKnown] = useState<Channel | null>(null)
  if (channel !== null && channel !== known) setKnown(channel)
  return { channel: channel ?? known, error }
}

function ForChannel({ name }: { name: ChannelDialog }) {
  const { channel, error } = useLastKnown()
  const gone = error?.code === 'not_found'
  // Without an answer, what is open stays open.
  const lost = gone ? t('channels:gone') : channel === null && error ? error.message : null
  const isDeleted = gone && channel !== null && name === 'delete'
  useEffect(() => {
    if (lost === null) return
    if (!isDeleted) notify('error', lost)
    closeDialog()
  }, [lost, isDeleted])
  if (channel === null || gone) return null
  const given = { channel, onClose: closeDialog, onChanged: reloadChannels }
  return <LoadedPart of={dialogs[name]} given={given} />
}
