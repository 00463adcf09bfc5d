import { computed } from 'nanostores'
import { type JobState, readHealth, retryJobs } from '#contract/operations/desk/health.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { $path } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'

const $key = computed([$caller, may('health.read'), $path], (caller, mayRead, path) =>
  caller !== null && mayRead && path === '/desk/health' ? { caller } : null,
)

export const health = createQuery($key, readHealth, () => ({}))

export async function retryJobsOf({ name }: JobState): Promise<void> {
  try {
    const { count } = await call(retryJobs, { body: { name } })
    notify('success', t('desk-health:jobs.retried', { count }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
  health.reload()
}
