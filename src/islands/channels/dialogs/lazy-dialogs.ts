import type { ComponentType } from 'react'
import { loadChannelStrings } from '#lib/i18n/channel-strings.ts'
import { type LazyComponent, lazyComponent } from '#lib/page/lazy-component.ts'
import type { ChannelDialogProps } from './dialog-props.ts'

type LazyDialog = LazyComponent<ComponentType<ChannelDialogProps>>

/** A dialog's code and texts. */
const lazyDialog = (load: () => Promise<ComponentType<ChannelDialogProps>>): LazyDialog =>
  lazyComponent(async () => {
    const [Content] = await Promise.all([load(), loadChannelStrings('channel-dialogs')])
    return Content
  })

export const VerifyDialog = lazyDialog(async () => (await import('./VerifyDialog.tsx')).VerifyDialog)
export const AssignDialog = lazyDialog(async () => (await import('./AssignDialog.tsx')).AssignDialog)
export const UnassignDialog = lazyDialog(async () => (await import('./UnassignDialog.tsx')).UnassignDialog)
export const DeleteDialog = lazyDialog(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)
export const ReReviewDialog = lazyDialog(async () => (await import('./ReReviewDialog.tsx')).ReReviewDialog)
