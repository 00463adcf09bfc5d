import { MemberCombobox } from '#islands/forms/MemberCombobox.tsx'
import { setMember } from './store.ts'

export const MemberSelect = () => (
  <MemberCombobox onChoose={(value) => setMember(value === null ? undefined : Number(value))} />
)
