import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { useChannelAction } from '#islands/channels/dialogs/parts/use-action.ts'
import { $selection, channelSelection } from '#islands/channels/state/selection.ts'
import { reloadChannels } from '#islands/channels/state/store.ts'
import { ApiError } from '#lib/api/call.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import type { MemberOption } from './MemberChips.tsx'

/** Runs an action for the selected channels and closes the dialog; without any channel, it closes at once. */
export function useBulkAction(
  send: (body: { ids: number[]; members: number[] }) => Promise<{ changed: number }>,
  doneText: (count: number) => string,
) {
  const channels = useStore($selection)
  const { run, setFailure, ...state } = useChannelAction(reloadChannels)
  const isEmpty = channels.length === 0
  useEffect(() => {
    if (isEmpty) closeDialog()
  }, [isEmpty])

  /** `complete` runs once the action has succeeded. @returns why it was refused */
  const apply = (members: readonly MemberOption[], complete = async (): Promise<string | null> => null) =>
    run(async () => {
      const body = { ids: channels.map(({ id }) => id), members: members.map(({ id }) => id) }
      try {
        const { changed } = await send(body)
        const refusal = await complete()
        if (refusal !== null) notify('error', refusal)
        else if (changed > 0) notify('success', doneText(changed))
        else notify('info', t('channel-dialogs:bulk.unchanged'))
        channelSelection.clear()
      } catch (error) {
        const text = explainMissing(error, channels, members)
        if (text === null) throw error
        notify('error', text)
      }
      reloadChannels()
    })
  return { channels, apply, setFailure, ...state }
}

/**
 * Explains which ids were missing, as `ids.<id>` and `members.<id>` in the refusal, and removes missing channels from
 * the selection. @returns null for any other error
 */
function explainMissing(
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
  return t('channel-dialogs:bulk.missing', { names: listNames(names) })
}
