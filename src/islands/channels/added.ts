import type { addChannel } from '#contract/channels.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { nothingChosen, paramsOf } from './filter.ts'
import { replaceDialog } from './opened.ts'

/** After a registration: on to the verification of the new channel, or what happens while YouTube does not answer. */
export function tellAdded({ channel, request }: OutputOf<typeof addChannel>): void {
  if (channel) notify('success', t('channels:add.done'))
  else if (request) notify('info', t('channels:add.waits'))
  // Where it is the first to be seen.
  replaceDialog({ ...paramsOf(nothingChosen), verify: channel ? String(channel.id) : undefined })
}
