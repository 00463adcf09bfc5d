import { computed } from 'nanostores'
import { readStaff, resendStaffInvitation, type StaffPerson } from '#contract/people/membership/staff.ts'
import type { DialogItem } from '#islands/kit/dialogs/ItemDialog.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { $dialogItemId } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

const $query = computed([$caller, may('staff.read')], (caller, readsStaff) =>
  caller !== null && readsStaff ? { caller } : null,
)

export const staff = createQuery($query, readStaff, () => ({}))

export const $dialogPerson = computed(
  [staff.$state, $dialogItemId],
  ({ result, error }, id): DialogItem<StaffPerson> => {
    const item = result?.data.staff.find((person) => person.id === id) ?? null
    return { item, isMissing: result !== null && item === null, error: error?.message ?? null }
  },
)

export async function inviteAgain({ id, nickname }: StaffPerson): Promise<void> {
  try {
    await call(resendStaffInvitation, { body: { target: id } })
    notify('success', t('staff:again', { name: nickname }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
  staff.reload()
}
