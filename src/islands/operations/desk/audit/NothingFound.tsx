import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { t } from '#lib/i18n/strings.ts'
import { $filter, clearFilters, isFiltered } from './store.ts'

export function NothingFound() {
  const filter = useStore($filter)
  if (!isFiltered(filter))
    return <Message title={t('desk-audit:empty.title')} text={t('desk-audit:empty.text')} />
  return (
    <Message title={t('desk-audit:none.title')} text={t('desk-audit:none.text')}>
      <Button onClick={clearFilters}>{t('desk:filters.clear')}</Button>
    </Message>
  )
}
