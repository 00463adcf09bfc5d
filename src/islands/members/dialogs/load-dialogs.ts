import type { ComponentType } from 'react'
import { loadChannelStrings } from '#lib/channel-strings.ts'
import { loadMemberStrings } from '#lib/member-strings.ts'
import { type Part, part } from '#lib/part.ts'

/** A dialog's code and texts. */
const dialog = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...texts: readonly (() => Promise<void>)[]
): Part<ComponentType<Props>> =>
  part(async () => {
    const all = [loadMemberStrings('member-dialogs'), ...texts.map((loadTexts) => loadTexts())]
    const [Content] = await Promise.all([load(), ...all])
    return Content
  })

export const AddDialog = dialog(
  async () => (await import('./AddDialog.tsx')).AddDialog,
  // The names of the categories.
  () => loadChannelStrings('channels'),
)
export const PasswordDialog = dialog(async () => (await import('./PasswordDialog.tsx')).PasswordDialog)
export const FeeDialog = dialog(async () => (await import('./FeeDialog.tsx')).FeeDialog)
export const DeleteDialog = dialog(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)
