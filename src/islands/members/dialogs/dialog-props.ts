import type { Member } from '#contract/members.ts'

export interface MemberDialogProps {
  /** The current row of the list. */
  member: Member
  onClose: () => void
  /** Reloads the list. */
  onChanged: () => void
}
