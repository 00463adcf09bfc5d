import { useStore } from '@nanostores/react'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { t } from '#lib/i18n/strings.ts'
import { MailList } from './MailList.tsx'
import { SuppressionList } from './SuppressionList.tsx'
import { $filter, showSuppressions } from './store.ts'

export function MailView() {
  const { isSuppressions } = useStore($filter)
  const tab = isSuppressions ? 'suppressions' : 'mails'
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('desk:views.mail')} lead={t(`desk-mail:lead.${tab}`)}>
        <Permitted permission="suppressions.read">
          <SegmentedControl
            label={t('desk-mail:tabs.label')}
            value={tab}
            options={(['mails', 'suppressions'] as const).map((value) => ({
              value,
              label: t(value === 'mails' ? 'desk:views.mail' : 'desk-mail:tabs.suppressions'),
            }))}
            onChange={(value) => showSuppressions(value === 'suppressions')}
          />
        </Permitted>
      </ScreenHeader>
      {isSuppressions ? <SuppressionList /> : <MailList />}
    </div>
  )
}
