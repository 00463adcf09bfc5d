import { atom } from 'nanostores'
import { openDialog } from '#lib/navigation/active-dialog.ts'

interface ShareDraft {
  readonly channelIds: readonly string[]
  /** The name of the only channel. */
  readonly name: string | null
}

/** What the dialog is about: a page load restores no dialog, so that the address need not have it. */
export const $shareDraft = atom<ShareDraft | null>(null)

export function shareChannels(draft: ShareDraft): void {
  $shareDraft.set(draft)
  openDialog('shareReport')
}
