import type { Member } from '#contract/members.ts'

export interface MemberDialogProps {
  member: Member
  onClose: () => void
  onChanged: () => void
}
