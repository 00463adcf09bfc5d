import { useStore } from '@nanostores/react'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { t } from '#lib/i18n/strings.ts'
import { EntryList } from './EntryList.tsx'
import { EventList } from './EventList.tsx'
import { $filter, auditTabs, showTab } from './store.ts'

export function AuditView() {
  const { tab } = useStore($filter)
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('desk:views.audit')} lead={t(`desk-audit:lead.${tab}`)}>
        <SegmentedControl
          label={t('desk-audit:tabs.label')}
          value={tab}
          options={auditTabs.map((value) => ({ value, label: t(`desk-audit:tabs.${value}`) }))}
          onChange={showTab}
        />
      </ScreenHeader>
      {tab === 'events' ? <EventList /> : <EntryList key={tab} />}
    </div>
  )
}
