import type { addChannel } from '#contract/channels/channel-changes.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { emptyFilter, toParams } from '#islands/channels/state/filter.ts'
import { t } from '#lib/i18n/strings.ts'
import { replaceDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

export function showRegistrationResult({ channel, request }: EndpointOutput<typeof addChannel>): void {
  if (channel) notify('success', t('channels:add.done'))
  else if (request) notify('info', t('channels:add.waits'))
  // The unfiltered list shows it first.
  replaceDialog({ ...toParams(emptyFilter), verify: channel ? String(channel.id) : undefined })
}
