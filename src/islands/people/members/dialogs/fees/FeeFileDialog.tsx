import { type ImportedFee, importFees, maxFeeFile } from '#contract/people/fees.ts'
import { CsvImportDialog } from '#islands/kit/upload/CsvImportDialog.tsx'
import { formatRate } from '#islands/people/members/member-cells.tsx'
import { memberList } from '#islands/people/members/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { formatFeeDay } from './fee-day.ts'

const example = `member,fee,from
kim@studio.example,20,
lee@studio.example,17.5,2026-04-01`

const describe = ({ member, fromDay, before, fee_rate }: ImportedFee) => ({
  name: member.nickname,
  detail: member.email,
  text: t('member-dialogs:feeFile.change', {
    day: formatFeeDay(fromDay),
    rate: formatRate(fee_rate),
    before: formatRate(before),
  }),
})

export const FeeFileDialog = () => (
  <CsvImportDialog
    title={t('member-dialogs:feeFile.title')}
    lead={t('member-dialogs:feeFile.lead')}
    columns={t('member-dialogs:feeFile.columns')}
    example={example}
    maxLength={maxFeeFile}
    send={(body) => call(importFees, { body })}
    describe={describe}
    onDone={(count) => {
      memberList.reload()
      return t('member-dialogs:feeFile.done', { count })
    }}
  />
)
