import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { addChannel, Channel } from '#contract/channels.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Part, part } from '#lib/part.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { tellAdded } from './added.ts'
import {
  AssignDialog,
  DeleteDialog,
  ReReviewDialog,
  UnassignDialog,
  VerifyDialog,
} from './dialogs/load-dialogs.ts'
import { $opened, type ChannelDialog, closeDialog } from './opened.ts'
import { $openedChannel, reloadChannels } from './store.ts'

interface DialogProps {
  channel: Channel
  onClose: () => void
  onChanged: (channel?: Channel) => void
}

const dialogs: Record<ChannelDialog, Part<ComponentType<DialogProps>>> = {
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
  if (opened.name === 'add') return <Loaded of={addDialog} given={addGiven} />
  return <ForChannel key={`${opened.name} ${opened.id}`} name={opened.name} />
}

/** A dialog that is loaded when it is opened. */
function Loaded<Props extends object>({ of, given }: { of: Part<ComponentType<Props>>; given: Props }) {
  const { value: Content, error } = useStore(of.$state)
  useEffect(() => void of.load(), [of])
  if (error) throw error
  return Content && <Content {...given} />
}

/** The channel as it was last known: it may leave the list while its dialog is open. */
function useLastKnown() {
  const now = useStore($openedChannel)
  const [known, setKnown] = useState<Channel | null>(null)
  if (now !== null && now !== 'missing' && now !== known) setKnown(now)
  return { channel: now === null || now === 'missing' ? known : now, missing: now === 'missing' }
}

function ForChannel({ name }: { name: ChannelDialog }) {
  const { channel, missing } = useLastKnown()
  const isDeleted = missing && channel !== null && name === 'delete'
  useEffect(() => {
    if (!missing) return
    if (!isDeleted) notify('error', t('channels:gone'))
    closeDialog()
  }, [missing, isDeleted])
  if (channel === null || missing) return null
  const given = { channel, onClose: closeDialog, onChanged: reloadChannels }
  return <Loaded of={dialogs[name]} given={given} />
}
