import type { Channel } from '#contract/channels/channels.ts'
import { channelSelection } from '#islands/channels/state/selection.ts'
import { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import type { MemberOption } from './MemberChips.tsx'

/**
 * Names what was not found, as `ids.<id>` and `members.<id>` in the refusal, and takes missing channels out of the
 * selection. @returns null for any other error
 */
export function explainMissing(
  error: unknown,
  channels: readonly Channel[],
  members: readonly MemberOption[],
): string | null {
  if (!(error instanceof ApiError) || error.code !== 'not_found') return null
  const isMissing = (field: string) => field in error.fields
  const missing = channels.filter(({ id }) => isMissing(`ids.${id}`))
  const people = members.filter(({ id }) => isMissing(`members.${id}`))
  const names = [...missing.map(({ name }) => name), ...people.map(({ nickname }) => nickname)]
  if (names.length === 0) return null
  channelSelection.deselect(missing.map(({ id }) => id))
  return t('channel-dialogs:bulk.missing', { names: names.join(', ') })
}
