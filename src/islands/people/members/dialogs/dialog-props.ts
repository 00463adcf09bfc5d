import type { Member } from '#contract/people/members.ts'

export interface MemberDialogProps {
  member: Member
  onClose: () => void
  onChanged: () => void
}
