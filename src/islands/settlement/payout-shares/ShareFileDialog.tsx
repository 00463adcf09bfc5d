import {
  type ImportedShare,
  importShares,
  maxShareFile,
  wholePermille,
} from '#contract/settlement/payout-shares.ts'
import { reloadChannels } from '#islands/channels/state/store.ts'
import { CsvImportDialog } from '#islands/kit/upload/CsvImportDialog.tsx'
import { call } from '#lib/api/call.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { payoutShares } from './store.ts'

const example = `channel,member,share,from
@handle,kim@studio.example,60,2026-03-01
@handle,lee@studio.example,30,2026-03-01
UCabcdefghijklmnopqrstuv,kim@studio.example,,`

const describe = ({ channel, member, assignedFrom, permille, fromDay }: ImportedShare) => ({
  name: channel.name,
  detail: `${member.nickname} · ${member.email}`,
  text: [
    assignedFrom !== null && t('payout-shares:file.assigned', { day: formatDay(assignedFrom, locale()) }),
    permille !== null &&
      fromDay !== null &&
      t('payout-shares:file.share', {
        day: formatDay(fromDay, locale()),
        share: formatPercent(permille / wholePermille, locale()),
      }),
  ]
    .filter((text) => text !== false)
    .join(' · '),
})

/** Assignments and shares of many channels. */
export const ShareFileDialog = () => (
  <CsvImportDialog
    title={t('payout-shares:file.title')}
    lead={t('payout-shares:file.lead')}
    columns={t('payout-shares:file.columns')}
    example={example}
    maxLength={maxShareFile}
    send={(body) => call(importShares, { body })}
    describe={describe}
    onDone={(count) => {
      reloadChannels()
      payoutShares.reload()
      return t('payout-shares:file.done', { count })
    }}
  />
)
