import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { CountedTag } from '#contract/channels/channel-tags.ts'
import { Combobox, type ComboboxOption } from '#islands/kit/forms/combobox/Combobox.tsx'
import { $tagName } from '#islands/kit/views/tag-name.ts'
import report from '#islands/reports/frame/Report.module.css'
import { setTag } from '#islands/reports/state/store.ts'
import { t } from '#lib/i18n/strings.ts'
import { $selectedTag, tagList, watchTags } from './store.ts'

/** Selects one of the account's tags via the URL parameter `tag`; absent while there are none. */
export function TagFilter() {
  const { result, error } = useStore(tagList.$state)
  const selected = useStore($selectedTag)
  const [search, setSearch] = useState<string | null>(null)
  useEffect(watchTags, [])
  const name = selected?.name ?? null
  useEffect(() => $tagName.set(name), [name])
  const tags = result?.data.tags ?? []
  if (tags.length === 0 && selected === null) return result ? null : <span className={report.tags} />
  const found = findTags(tags, search ?? '')
  const fixed = search ? [] : [{ value: '', label: t('channel-tags:all') }]
  return (
    <Combobox
      label={t('reports:tag')}
      placeholder={t('channel-tags:all')}
      clearLabel={t('channel-tags:clear')}
      selected={selected && { value: String(selected.id), label: formatName(name, result !== null) }}
      options={[...fixed, ...found.map(toOption)]}
      message={error && !result ? t('channel-tags:failed') : describeFound(found.length)}
      onSearch={setSearch}
      onChoose={(option) => setTag(option === null ? undefined : Number(option.value))}
    />
  )
}

const formatName = (name: string | null, isKnown: boolean) =>
  name ?? (isKnown ? t('channel-tags:unknown') : t('common:loading'))

const describeFound = (count: number) =>
  count === 0 ? t('channel-tags:none') : t('channel-tags:found', { count })

const toOption = ({ id, name, channels }: CountedTag): ComboboxOption => ({
  value: String(id),
  label: name,
  note: t('common:channelCount', { count: channels }),
})

const normalizeText = (text: string) => text.trim().normalize().toLowerCase()

const findTags = (tags: readonly CountedTag[], search: string) =>
  tags.filter(({ name }) => normalizeText(name).includes(normalizeText(search)))
