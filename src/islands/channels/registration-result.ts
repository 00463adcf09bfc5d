import type { addChannel } from '#contract/channels.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { t } from '#lib/i18n/strings.ts'
import { replaceDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { emptyFilter, toParams } from './filter.ts'

/** After a registration: on to the verification of the new channel, or what happens while YouTube does not answer. */
export function showRegistrationResult({ channel, request }: EndpointOutput<typeof addChannel>): void {
  if (channel) notify('success', t('channels:add.done'))
  else if (request) notify('info', t('channels:add.waits'))
  // Where it is the first to be seen.
  replaceDialog({ ...toParams(emptyFilter), verify: channel ? String(channel.id) : undefined })
}
