import type { addChannel } from '#contract/channels.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { t } from '#lib/i18n/strings.ts'
import { replaceDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { emptyFilter, toParams } from './filter.ts'

export function showRegistrationResult({ channel, request }: EndpointOutput<typeof addChannel>): void {
  if (channel) notify('success', t('channels:add.done'))
  else if (request) notify('info', t('channels:add.waits'))
  // The unfiltered list shows it first.
  replaceDialog({ ...toParams(emptyFilter), verify: channel ? String(channel.id) : undefined })
}
