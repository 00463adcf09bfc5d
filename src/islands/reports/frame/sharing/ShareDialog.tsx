import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { $shareDraft } from './draft.ts'
import { NewLink } from './NewLink.tsx'
import { ShareFields } from './ShareFields.tsx'
import type { CreatedLink } from './share-form.ts'

export function ShareDialog() {
  const draft = useStore($shareDraft)
  const [created, setCreated] = useState<CreatedLink | null>(null)
  useEffect(() => {
    if (!draft) closeDialog()
  }, [draft])
  if (!draft) return null
  return (
    <Dialog
      title={t(created ? 'share-report:created.title' : 'share-report:title')}
      swipe="down"
      guardsInput
      isLasting={created !== null}
      onClose={closeDialog}
    >
      {created ? <NewLink link={created} /> : <ShareFields draft={draft} onCreated={setCreated} />}
    </Dialog>
  )
}
