import type { Member } from '#contract/members.ts'

/** How a dialog goes on. */
export interface DialogCallbacks {
  onClose: () => void
  /** The list is to be asked again. */
  onChanged: () => void
}

export interface MemberDialogProps extends DialogCallbacks {
  /** As the list has it; the dialog follows it. */
  member: Member
}
