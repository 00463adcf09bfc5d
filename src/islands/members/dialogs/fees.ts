import { computed } from 'nanostores'
import { listFees } from '#contract/member-changes.ts'
import { $opened } from '#islands/members/opened.ts'
import { $scope } from '#islands/members/store.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'

const $question = computed([$scope, $opened], (scope, opened) =>
  scope !== null && opened?.name === 'fee' ? { scope, target: opened.id } : null,
)

/** The rates of the member that the dialog is about. */
export const fees = query($question, ({ target }, signal) => call(listFees, { query: { target }, signal }))
