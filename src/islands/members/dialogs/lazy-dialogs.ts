import type { ComponentType } from 'react'
import { loadChannelStrings } from '#lib/i18n/channel-strings.ts'
import { loadMemberStrings } from '#lib/i18n/member-strings.ts'
import { type LazyComponent, lazyComponent } from '#lib/page/lazy-component.ts'

/** A dialog's code and texts. */
const lazyDialog = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...texts: readonly (() => Promise<void>)[]
): LazyComponent<ComponentType<Props>> =>
  lazyComponent(async () => {
    const all = [loadMemberStrings('member-dialogs'), ...texts.map((loadTexts) => loadTexts())]
    const [Content] = await Promise.all([load(), ...all])
    return Content
  })

export const AddDialog = lazyDialog(
  async () => (await import('./AddDialog.tsx')).AddDialog,
  // The names of the categories.
  () => loadChannelStrings('channels'),
)
export const PasswordDialog = lazyDialog(async () => (await import('./PasswordDialog.tsx')).PasswordDialog)
export const FeeDialog = lazyDialog(async () => (await import('./FeeDialog.tsx')).FeeDialog)
export const DeleteDialog = lazyDialog(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)
