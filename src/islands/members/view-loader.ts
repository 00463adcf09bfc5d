import { loadMemberStrings } from '#lib/i18n/member-strings.ts'

/** The view's code and texts. */
export async function loadView() {
  const [{ MembersView }] = await Promise.all([import('./MembersView.tsx'), loadMemberStrings('members')])
  return MembersView
}
