import type { ComponentType } from 'react'
import { loadChannelStrings } from '#lib/channel-strings.ts'
import { type Part, part } from '#lib/part.ts'
import type { ChannelDialogProps } from './dialog-props.ts'

type DialogPart = Part<ComponentType<ChannelDialogProps>>

/** A dialog's code and texts. */
const dialog = (load: () => Promise<ComponentType<ChannelDialogProps>>): DialogPart =>
  part(async () => {
    const [Content] = await Promise.all([load(), loadChannelStrings('channel-dialogs')])
    return Content
  })

export const VerifyDialog = dialog(async () => (await import('./VerifyDialog.tsx')).VerifyDialog)
export const AssignDialog = dialog(async () => (await import('./AssignDialog.tsx')).AssignDialog)
export const UnassignDialog = dialog(async () => (await import('./UnassignDialog.tsx')).UnassignDialog)
export const DeleteDialog = dialog(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)
export const ReReviewDialog = dialog(async () => (await import('./ReReviewDialog.tsx')).ReReviewDialog)
