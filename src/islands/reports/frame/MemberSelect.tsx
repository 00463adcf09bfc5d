import { MemberCombobox } from '#islands/kit/forms/combobox/MemberCombobox.tsx'
import { setMember } from '#islands/reports/state/store.ts'

export const MemberSelect = () => (
  <MemberCombobox onChoose={(value) => setMember(value === null ? undefined : Number(value))} />
)
